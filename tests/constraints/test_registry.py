"""The table of kinds, and how its files hang together."""

from __future__ import annotations

import ast
import dataclasses
from pathlib import Path

import pytest

import cpsudoku.constraints
from cpsudoku import constraints
from cpsudoku.errors import ConstraintError

FOLDER = Path(cpsudoku.constraints.__file__).parent


def test_no_circle() -> None:
    """No file of constraints/ imports itself over others, not even inside a function."""
    files = {path.stem for path in FOLDER.glob("*.py")}
    needs: dict[str, set[str]] = {}
    for path in FOLDER.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        typing_only = {
            id(inner)
            for node in ast.walk(tree)
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            for inner in ast.walk(node)
        }
        found = needs.setdefault(path.stem, set())
        for node in ast.walk(tree):
            if not isinstance(node, ast.ImportFrom) or id(node) in typing_only:
                continue
            if node.module == "cpsudoku.constraints":
                found.update(alias.name if alias.name in files else "__init__" for alias in node.names)
            elif node.module and node.module.startswith("cpsudoku.constraints."):
                found.add(node.module.rpartition(".")[2])
    assert "text" in needs["__init__"]
    while needs:
        free = [name for name, wanted in needs.items() if not wanted & set(needs)]
        assert free, f"these import each other in a circle: {sorted(needs)}"
        for name in free:
            del needs[name]


@pytest.mark.parametrize("word", constraints.KINDS)
def test_parts_are_typed(word: str) -> None:
    """Every part of every kind has a type that says what it takes, and every class is a name of the package."""
    cls = constraints.kind(word)
    assert getattr(constraints, cls.__name__) is cls
    assert cls.word == word
    for field in dataclasses.fields(cls):
        assert "Any" not in str(field.type).split("[")[0], f"{cls.__name__}.{field.name}"


def test_names_are_listed_for_type_checkers() -> None:
    """The imports that type checkers read are those of the table."""
    tree = ast.parse((FOLDER / "__init__.py").read_text(encoding="utf-8"))
    listed = {
        f".{node.module.rpartition('.')[2]}:{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("cpsudoku.constraints.")
        for alias in node.names
        if alias.asname == alias.name
    }
    assert set(constraints.KINDS.values()) | {".base:Constraint"} == listed


def test_families() -> None:
    """A family names kinds of the table; where it has several, a rule must say which."""
    for words in constraints.FAMILIES.values():
        assert set(words) <= set(constraints.KINDS)
    with pytest.raises(ConstraintError, match=r"kropki.*difference or ratio"):
        constraints.parse("kropki r1c1 r1c2")
    assert constraints.parse("killer 9 r1c1 r1c2") == constraints.Cage("r1c1 r1c2", 9)
    assert constraints.parse("thermometer r1c1-r1c3") == constraints.Thermometer("r1c1-r1c3")
