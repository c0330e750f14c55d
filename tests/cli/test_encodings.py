"""The command `encodings`, run in process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cpsudoku.cli.main import build
from cpsudoku.errors import UnknownName, UsageError
from cpsudoku.formula import catalog

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def run(*words: str) -> Result:
    """One run; errors of the package come out as themselves."""
    return CliRunner().invoke(build(), ["encodings", *words], catch_exceptions=False)


def test_the_table_lists_the_whole_shelf_with_sizes() -> None:
    """Every name has a row, with source, variables and clauses at 9x9, and nothing is cut off."""
    output = run().stdout
    for name in catalog.names():
        encoding = catalog.load(name)
        row = next(line for line in output.splitlines() if line.split()[:1] == [name])
        assert encoding.source in row
        recorded = dict(encoding.expect.get("9x9", ()))
        if not recorded:
            continue
        assert f"{recorded['variables']:,}" in row
        total = recorded.get("clauses", 0) + recorded.get("atmosts", 0) + recorded.get("groups", 0)
        assert f"{total:,}" in row


def test_sizes_are_those_of_the_board_the_options_name() -> None:
    """`--size 2x2 --jsonl` gives the sizes of the 4x4 board."""
    rows = {row["name"]: row for row in map(json.loads, run("--size", "2x2", "--jsonl").stdout.splitlines())}
    assert list(rows) == catalog.names()
    assert (rows["minimal"]["variables"], rows["minimal"]["clauses"]) == (64, 304)
    assert (rows["cp-alldifferent"]["variables"], rows["cp-alldifferent"]["clauses"]) == (16, 12)


def test_show_prints_the_file() -> None:
    """`show` prints a definition as it is written, by name or by path."""
    path = catalog.folder() / "triad.toml"
    assert run("show", "triad").stdout == run("show", str(path)).stdout == path.read_text(encoding="utf-8")


def test_export_writes_a_file(tmp_path: Path) -> None:
    """The file holds the clauses and one unit clause a clue; without a puzzle, the empty board."""
    out = tmp_path / "puzzle.cnf"
    assert run("export", "extended", PUZZLE, "-o", str(out)).exit_code == 0
    assert "p cnf 729 12018\n" in out.read_text(encoding="utf-8")
    assert "p cnf 729 11988\n" in run("export", "extended").stdout
    assert (
        "array[1..36] of var 1..6: x;" in run("export", "cp-alldifferent", "--size", "2x3", "--to", "minizinc").stdout
    )


def test_a_refused_export_leaves_the_file_alone(tmp_path: Path) -> None:
    """What a language cannot express is an error before anything is written."""
    out = tmp_path / "puzzle.cnf"
    out.write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="extended-native"):
        run("export", "extended-native", PUZZLE, "-o", str(out))
    assert out.read_text(encoding="utf-8") == "mine"


def test_more_than_one_puzzle_is_refused(tmp_path: Path) -> None:
    """`export` takes one puzzle and says how many it was given."""
    path = tmp_path / "two.txt"
    path.write_text(f"{PUZZLE}\n{PUZZLE}\n", encoding="utf-8")
    with pytest.raises(UsageError, match="2 puzzles; export takes one"):
        run("export", "extended", str(path))


def test_an_unknown_name_is_refused() -> None:
    """The error lists the catalog."""
    with pytest.raises(UnknownName, match=r"known: .*cp-alldifferent"):
        run("show", "extendet")
