"""Users' scripts under a strict type checker."""

from __future__ import annotations

import ast
import inspect
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest

import cpsudoku
from cpsudoku.formula.definition import Encoding
from cpsudoku.generation import options
from cpsudoku.generation.options import recipe

HERE = Path(__file__).parent
TYPED = {"comparison", "engines", "evidence", "formula", "generation", "questions", "rating", "batch"}
"""Rooms whose functions a script may call."""


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The right calls, the wrong ones, and the examples of the README."""
    readme = tmp_path_factory.mktemp("scripts") / "typed_readme.py"
    text = (HERE.parent / "README.md").read_text(encoding="utf-8")
    readme.write_text("\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL)), encoding="utf-8")
    return [str(HERE / "typed_right.py"), str(HERE / "typed_wrong.py"), str(readme)]


@pytest.fixture(scope="module")
def complaints(scripts: list[str]) -> dict[str, set[int]]:
    """The lines of each script, and of the README's examples, that `mypy --strict` complains of."""
    pytest.importorskip("mypy")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *scripts],
        capture_output=True, text=True, timeout=600, cwd=HERE.parent,
    )  # fmt: skip
    assert not done.stderr, done.stderr
    found: dict[str, set[int]] = {"right": set(), "wrong": set(), "readme": set()}
    for line in done.stdout.splitlines():
        place = re.match(r"\S*typed_(right|wrong|readme)\.py:(\d+): error", line)
        if place:
            found[place[1]].add(int(place[2]))
        else:
            assert ": note: " in line, line
    return found


@pytest.mark.long
def test_right_calls_pass(complaints: dict[str, set[int]]) -> None:
    """Typical calls, and what is done with their answers, are well typed."""
    text = (HERE / "typed_right.py").read_text(encoding="utf-8")
    assert len(re.findall(r"(cpsudoku\.|engine_|oracle_)\w+\(", text)) == 25
    assert complaints["right"] == set()


def test_the_readme_is_typed(complaints: dict[str, set[int]]) -> None:
    """The README's examples pass the strict type checker."""
    assert complaints["readme"] == set()


def test_wrong_calls_are_caught(complaints: dict[str, set[int]]) -> None:
    """A dozen wrong ones and more are each named: misspelled options, values of a wrong type, answers unlooked at."""
    lines = (HERE / "typed_wrong.py").read_text(encoding="utf-8").splitlines()
    wrong = {number for number, line in enumerate(lines, start=1) if line.endswith("# wrong")}
    assert len(wrong) == 19
    assert complaints["wrong"] == wrong


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.skipif(shutil.which("pyright") is None, reason="pyright is not installed")
def test_right_calls_pass_another_checker(scripts: list[str]) -> None:
    """Pyright has nothing to say about the right calls and the README's examples, either."""
    done = subprocess.run(
        ["pyright", "--pythonpath", sys.executable, scripts[0], scripts[2]],
        capture_output=True, text=True, timeout=600, cwd=HERE.parent, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_no_public_function_hides_its_options() -> None:
    """No function of the front door has bare keywords: what `help` shows is what it takes."""
    for name in cpsudoku.__all__:
        function = getattr(cpsudoku, name)
        if inspect.isfunction(function):
            kinds = {parameter.kind for parameter in inspect.signature(function).parameters.values()}
            assert inspect.Parameter.VAR_KEYWORD not in kinds, name
            assert inspect.Parameter.VAR_POSITIONAL not in kinds, name


def test_generate_shows_every_option() -> None:
    """`help(generate)` lists the keywords of `recipe` with their defaults, and type checkers know the same ones."""
    takes = inspect.signature(recipe).parameters
    assert set(takes) == set(options.Options.__annotations__)
    for function in (cpsudoku.generate, cpsudoku.generate_many):
        shown = inspect.signature(function).parameters
        assert {name: shown[name].default for name in takes} == {name: p.default for name, p in takes.items()}
    stated = get_type_hints(options.Options, localns={"Encoding": Encoding})
    assert set(stated) == set(takes)


def test_the_marker_ships() -> None:
    """`py.typed` lies in the package, so that checkers of users' scripts read its types."""
    assert Path(cpsudoku.__file__).with_name("py.typed").exists()


def test_no_function_hides_its_options() -> None:
    """In no room that scripts call are keywords passed on without types: `Unpack` says which there are."""
    package = Path(cpsudoku.__file__).parent
    bare = [
        f"{path.relative_to(package)}:{node.lineno}"
        for path in sorted(package.rglob("*.py"))
        if path.relative_to(package).parts[0] in TYPED
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.args.kwarg is not None
        if not node.name.startswith("_") or node.name == "__init__"
        if "Unpack" not in ast.unparse(node.args.kwarg.annotation or ast.Constant(None))
    ]
    assert bare == []
