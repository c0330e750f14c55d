"""What a first call loads: nothing heavy that it does not need."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
"""Singles do not solve it: SAT is asked."""
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HEAVY = {
    "ortools",
    "pandas",
    "numpy",
    "networkx",
    "joblib",
    "rich",
    "typer",
    "matplotlib",
    "asyncio",
    "pyarrow",
    "Cython",
}


def loaded(code: str) -> set[str]:
    """The modules that a fresh interpreter has after the code."""
    more = "\nimport sys, json; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code + more], capture_output=True, text=True, check=True, cwd=ROOT)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_loads_next_to_nothing() -> None:
    """The front door loads a module when a name of it is first used."""
    found = {name for name in loaded("import cpsudoku") if name.startswith("cpsudoku")}
    assert found == {"cpsudoku", "cpsudoku.board", "cpsudoku.board.hooks", "cpsudoku.version"}


@pytest.mark.parametrize(
    "call",
    [
        f"cpsudoku.verify({HARD!r})",
        f"cpsudoku.rate({HARD!r})",
        f"cpsudoku.verify({HARD!r}, engine='bitmask')",
        "cpsudoku.draw('.' * 81)",
    ],
)
def test_a_first_call_loads_no_more_than_it_needs(call: str) -> None:
    """No heavy library and no file of formats but what a plain row of 81 cells needs; to verify it, no kind of rule."""
    found = loaded(f"import cpsudoku\n{call}")
    assert found & HEAVY == set()
    assert {"cpsudoku.formats.grid", "cpsudoku.formats.f_puzzles", "cpsudoku.formats.one_line"} & found == set()
    assert "verify" not in call or "cpsudoku.constraints" not in found


def test_the_command_loads_one_subcommand() -> None:
    """`cpsudoku verify` loads neither the other commands nor OR-Tools; `--version` loads no solver either."""
    code = "from cpsudoku.cli.main import run\nrun({words!r})"
    found = loaded(code.format(words=["verify", HARD]))
    assert not {"cpsudoku.cli.generate", "cpsudoku.cli.serve", "cpsudoku.cli.doctor"} & found
    assert not {"ortools", "pandas", "networkx", "joblib", "matplotlib", "cpsudoku.health"} & found
    assert not {"cpsudoku.formats.one_line", "cpsudoku.constraints"} & found
    assert not {"ortools", "pysat", "pandas"} & loaded(code.format(words=["--version"]))


RULES = {"cpsudoku.constraints", "cpsudoku.formats.f_puzzles", "cpsudoku.formats.sudokupad", "cpsudoku.formats.iss"}
SOLVING = {"pysat", "pysolvers", "cpsudoku.formula.clauses", "cpsudoku.engines.sat.large_boards"}


@pytest.mark.parametrize(
    ("name", "text", "absent"),
    [
        ("easy.txt", CLASSIC + "\n", RULES | SOLVING),
        ("hard.txt", HARD + "\n", RULES | {"pysat.solvers", "cpsudoku.formula.definition"}),
        ("rows.txt", "\n".join(CLASSIC[at : at + 9] for at in range(0, 81, 9)) + "\n", RULES | SOLVING),
        ("table.csv", f"puzzle,note\n{CLASSIC},one\n", SOLVING),
    ],
)
def test_a_file_loads_the_formats_that_it_may_be_in(tmp_path: Path, name: str, text: str, absent: set[str]) -> None:
    """A file of plain puzzles loads nothing about rules, and no solver where singles solve it."""
    path = tmp_path / name
    path.write_text(text)
    found = loaded(f"from cpsudoku.cli.main import run\nassert run(['verify', {str(path)!r}]) == 0")
    assert "cpsudoku.questions.verdict" in found
    assert absent & found == set()


def test_help_loads_what_lists_words_and_no_work() -> None:
    """No `--help` loads a heavy library, a SAT solver, or the modules that do the work of the largest commands."""
    code = (
        "from cpsudoku.cli.main import COMMANDS, run\nassert [run([name, '--help']) for name in COMMANDS].count(0) > 15"
    )
    found = loaded(code)
    work = {"generation.front", "datasets.front", "comparison.runs", "questions.reduction", "questions.explanation"}
    work.add("engines.sat.pysat_solvers")
    assert (HEAVY - {"typer"} | {"pysat", "pysolvers"} | {f"cpsudoku.{name}" for name in work}) & found == set()
