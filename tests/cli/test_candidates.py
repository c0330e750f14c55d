"""`cpsudoku candidates`: grids for people, records for programs, limits, other commands downstream."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cpsudoku import Puzzle, candidates
from cpsudoku.cli.main import run
from cpsudoku.formats import read_one

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TWO = LINE[:72] + "." * 9
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
Captured = pytest.CaptureFixture[str]


def records(capsys: Captured, *words: str) -> tuple[int, list[dict[str, Any]]]:
    code = run(["candidates", *words, "--jsonl"])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_grid(capsys: Captured) -> None:
    """Every cell holds its digits, boxes apart; counts follow a colon."""
    assert run(["candidates", TWO]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "row 1: more than one solution, 87 candidates in 81 cells"
    assert said[1] == "5  3  4  | 6  7  8  | 19 19 2"
    assert said[4] == "---------+----------+---------"
    assert run(["candidates", TWO, "--counts", "2"]) == 0
    assert "1:1,9:1 1:1,9:1 2:2+" in capsys.readouterr().out


def test_records(capsys: Captured) -> None:
    """The lists of `candidates`, with counts on request."""
    code, (rows,) = records(capsys, TWO, "--counts", "5")
    assert code == 0
    assert rows["schema"] == "candidates/1"
    assert {key: rows[key] for key in ("verdict", "candidates", "complete", "counts", "bound")} == candidates(
        TWO, counts=5
    ).to_dict()


def test_limits(capsys: Captured) -> None:
    """Exit code 3, the verdict as far as it goes, and the digits that are open."""
    code, (rows,) = records(capsys, HARD, "--conflicts", "1", "--engine", "sat")
    assert (code, rows["complete"], rows["message"]) == (3, False, "gave up after 1 conflicts")
    assert any(rows["open"])
    assert run(["candidates", "." * 81, "--conflicts", "1"]) == 3
    said = capsys.readouterr().out
    assert "gave up after 1 conflicts" in said
    assert "?" in said.splitlines()[1]


def test_many_rows(capsys: Captured, tmp_path: Path) -> None:
    """Rows of all kinds in order, the same with --jobs 2; unreadable and impossible ones are findings."""
    file = tmp_path / "rows.txt"
    file.write_text(f"{LINE}\nrubbish\n{TWO}\n{'55' + LINE[2:]}\n")
    code, rows = records(capsys, str(file))
    assert code == 1
    assert [(row["row"], row["verdict"]) for row in rows] == [
        (1, "unique"), (2, "invalid"), (3, "multiple"), (4, "impossible"),
    ]  # fmt: skip
    assert rows[3]["candidates"] == [[]] * 81
    assert records(capsys, str(file), "--jobs", "2") == (code, rows)


def test_rules(capsys: Captured) -> None:
    """Rules and boards of other shapes; digits are those of the board."""
    code, (rows,) = records(capsys, "--board", "1x3", "--digits", "0..3", "--rule", "sum 1 r1c1 r1c2", "...")
    assert (code, rows["candidates"]) == (0, [[0, 1], [0, 1], [2, 3]])
    assert run(["candidates", "--board", "1x3", "--digits", "8..11", "--rule", "sum 18 r1c1 r1c2", "..."]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "8,10 8,10 9,11"


def test_records_are_read_back(capsys: Captured, tmp_path: Path) -> None:
    """`candidates --jsonl | draw --candidates`: the lists are candidates of the puzzle, open ones among them."""
    _, (rows,) = records(capsys, TWO)
    record = read_one(json.dumps(rows))
    assert record.puzzle == Puzzle.parse(TWO)
    assert record.candidates == candidates(TWO).masks
    _, (part,) = records(capsys, TWO, "--timeout", "1e-9")
    assert record.candidates is not None
    found = read_one(json.dumps(part)).candidates
    assert found is not None
    assert all(a & b == a for a, b in zip(record.candidates, found))
    file = tmp_path / "made.jsonl"
    file.write_text(json.dumps(rows))
    assert run(["draw", str(file), "--candidates", "-o", str(tmp_path / "made.svg")]) == 0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([[1]], "candidates: .*; accepted: 81 lists of digits, one a cell"),
        ([[1]] * 80 + [[10]], "candidates: r9c9: '10'; accepted: 1 to 9"),
        ([[1]] * 80 + [[True]], "candidates: r9c9: 'true'; accepted: 1 to 9"),
        ([1] * 81, "one a cell"),
    ],
)
def test_wrong_lists(given: object, message: str) -> None:
    """Lists of another length, digits of another board."""
    with pytest.raises(ValueError, match=message):
        read_one(json.dumps({"puzzle": TWO, "candidates": given}))
