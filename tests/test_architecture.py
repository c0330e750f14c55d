"""The house keeps its shape: registries complete, the catalog clean, no file too long to read."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import networkx as nx

import cpsudoku
from cpsudoku.cli.main import COMMANDS
from cpsudoku.engines.registry import ENGINES
from cpsudoku.formats import FORMATS
from cpsudoku.formula import catalog
from cpsudoku.kernels import compiled_files, uncompiled

PACKAGE = Path(cpsudoku.__file__).parent
ROOT = Path(__file__).resolve().parents[1]
TOOLS = {"main", "__init__"}


def test_front_door() -> None:
    """`__all__` is sorted, every name loads, and a name that is not there is an AttributeError."""
    assert cpsudoku.__all__ == sorted(cpsudoku.__all__)
    for name in cpsudoku.__all__:
        assert getattr(cpsudoku, name) is not None
    assert not hasattr(cpsudoku, "nonsense")


def test_every_command_has_examples() -> None:
    """Each registered command module has a command or an app, and examples that begin with the command."""
    for name in COMMANDS:
        loaded = importlib.import_module(f"cpsudoku.cli.{name}")
        assert hasattr(loaded, "command") or hasattr(loaded, "app")
        assert loaded.EXAMPLES
        assert f"cpsudoku {name}" in loaded.EXAMPLES[0]
        assert all("cpsudoku " in example for example in loaded.EXAMPLES)


def test_no_command_file_is_forgotten() -> None:
    """A file in cli/ with EXAMPLES is registered."""
    with_examples = {
        path.stem
        for path in (PACKAGE / "cli").glob("*.py")
        if path.stem not in TOOLS and "\nEXAMPLES" in path.read_text()
    }
    assert with_examples == set(COMMANDS)


def test_commands_write_records_by_one_writer() -> None:
    """`RowWriter` alone turns records into lines of JSON; commands give it records."""
    for name in ("stamped", "json_line"):
        call = re.compile(rf"\b{name}\(")
        assert {path.name for path in (PACKAGE / "cli").glob("*.py") if call.search(path.read_text())} == {"output.py"}


def test_no_python_on_the_shelf() -> None:
    """`encodings/` holds data only: a Python package of that name would break the interpreter."""
    assert not list(catalog.folder().rglob("*.py"))
    assert len(catalog.names()) >= 12


def test_solver_libraries_stay_in_their_files() -> None:
    """PySAT's solvers are imported in two files of engines/sat, its optimisers in one more, OR-Tools in cp_library."""
    homes: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            for name in names:
                homes.setdefault(name, set()).add(path.relative_to(PACKAGE).as_posix())
    users = {name: files for name, files in homes.items() if name.split(".")[0] in ("pysat", "pysolvers", "ortools")}
    for name, files in users.items():
        if name.startswith("ortools"):
            assert files == {"engines/cp_library.py"}
        elif name.startswith("pysat.card"):
            assert all(file.startswith("formula/") or file.startswith("engines/") for file in files)
        elif name.startswith(("pysat.examples", "pysat.formula")):
            assert len(files) == 1
            assert all(file.startswith("engines/") for file in files)
        else:
            assert files <= {"engines/sat/pysat_solvers.py", "engines/sat/minicard_rows.py"}


def test_kernels_are_compiled() -> None:
    """In a test run with compiled kernels every file meant to be compiled is."""
    import os

    assert compiled_files()
    assert not uncompiled() or "CPSUDOKU_INTERPRETED" in os.environ


def test_registries_name_what_exists() -> None:
    """Engines load, formats know their own name."""
    for target in ENGINES.values():
        module, _, cls = target.partition(":")
        assert hasattr(importlib.import_module(module), cls)
    assert all(name == made.name for name, made in FORMATS.items())


ONE_OF_EACH = {
    r"^class \w*BudgetSpent\b": "budget.py",
    r"^class \w*Budget\b": "budget.py",
    r"perf_counter\(\) \+ \S*limits\S*\.seconds": "",
    r"^class \w*DeletionLoop\b": "subsets/deletion.py",
    r"^def \w*mus\(": "subsets/mus.py",
    r"^def necessary\(": "subsets/mus.py",
    r"\bHitman\(": "engines/sat/optimise.py",
    r"\bif len\(\w+\) == limit\b": "engines/engine.py",
    # loops of their own beside `subsets/`, and why
    r"^class Deleting\b": "kernels/general/deleting.py",  # compiled, with a ledger of unavoidable sets
    r"\bdef shrunk\(": "questions/explanation/model.py",  # its questions are bounded, so its passes decide what is left
    r"^class Prover\b": "questions/explanation/smallest.py",  # sets by weight, over facts that grow from step to step
}
"""Ideas that have one home: how their class, function or loop is written, and the file; deadlines are made of limits by
`Limits.deadline`."""


def test_one_of_each() -> None:
    """One exception for a spent budget, one budget, one deletion loop, one MUS, one hitting set, one loop that collects
    solutions up to a limit; loops that leave something out beside the deletion loop have a reason."""
    homes: dict[str, set[str]] = {idea: set() for idea in ONE_OF_EACH}
    for path in PACKAGE.rglob("*.py"):
        name, text = path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8")
        for idea in homes if not name.startswith("evidence/checker") else ():  # the checker shares no code
            if re.search(idea, text, re.MULTILINE):
                homes[idea].add(name)
    assert homes == {idea: {home} - {""} for idea, home in ONE_OF_EACH.items()}


def test_the_project_speaks_of_itself_alone() -> None:
    """No file names a path of the machine it was written on."""
    for path in [*PACKAGE.rglob("*.py"), *ROOT.glob("*.md"), *ROOT.glob("encodings/*"), *ROOT.glob("benchmarks/*.py")]:
        text = path.read_text(encoding="utf-8")
        assert not any(f"/{word}/" in text for word in ("work", "root", "farm")), path


def test_no_modules_import_each_other_in_a_circle() -> None:
    """The modules of the package, with an edge for each import, wherever in the file it stands, have no circle."""
    modules = {
        ".".join(("cpsudoku", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path
        for path in PACKAGE.rglob("*.py")
    }
    graph: nx.DiGraph[str] = nx.DiGraph()
    for name, path in modules.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for target in imported(ast.parse(path.read_text(encoding="utf-8")), package):
            while target and target not in modules:
                target = target.rpartition(".")[0]
            if target and target != name and target != "cpsudoku":
                graph.add_edge(name, target)
    circles = [sorted(found) for found in nx.strongly_connected_components(graph) if len(found) > 1]
    assert not circles


def imported(tree: ast.Module, package: str) -> Iterator[str]:
    """The modules a file imports, those under TYPE_CHECKING and Cython's apart."""
    apart = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "cython.compiled")
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if id(node) in apart:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            base = ".".join(part for part in (above, node.module) if part)
            yield from (f"{base}.{alias.name}".removeprefix("cython.cimports.") for alias in node.names)
