"""Links to SudokuPad: every rule is drawn and said in prose, and the puzzle that is read back is the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cpsudoku import Puzzle
from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import KINDS, parse
from cpsudoku.formats import FORMATS, Record, losses, lz_string, read_one, sudokupad, write_records
from tests.constraints.samples import SAMPLES

KILLER = Puzzle("." * 81).under(
    [parse("cage 10 r1c1 r1c2 r2c1").on(Geometry()), parse("whisper r5c1-r5c4").on(Geometry())]
)


def link_of(record: Record) -> str:
    return "".join(write_records([record], "sudokupad")).strip()


def unpacked(link: str) -> dict[str, Any]:
    return sudokupad._unpacked(link)


def packed(value: dict[str, Any]) -> str:
    return "https://sudokupad.app/scl" + lz_string.pack(json.dumps(value))


@pytest.mark.parametrize("word", KINDS)
def test_every_kind_comes_back(word: str) -> None:
    """A link for a rule of each kind gives the same board and rules, without a warning; nothing is reported as lost."""
    for board, text in SAMPLES[word]:
        if not 2 <= board.side <= 35:
            continue
        puzzle = Puzzle(bytes(board.size), board, [parse(text)])
        record = Record(puzzle)
        again = read_one(link_of(record))
        assert (again.puzzle, again.puzzle.constraints) == (puzzle, puzzle.constraints)
        assert (again.warnings, losses(record, FORMATS["sudokupad"])) == ((), [])


def test_what_players_see() -> None:
    """A cage with its sum, a green line, the rules as sentences, title, author, solution and fog."""
    solution = bytes((3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
    record = Record(KILLER, rest="Two rules", author="N. N.", solution=solution, fog=(0, 80))
    value = unpacked(link_of(record))
    assert value["cages"] == [{"cells": [[0, 0], [0, 1], [1, 0]], "unique": True, "value": "10", "sum": 10}]
    assert [line["color"] for line in value["lines"]] == ["#67F067"]
    assert value["lines"][0]["wayPoints"] == [[4.5, column + 0.5] for column in range(4)]
    about = value["metadata"]
    assert (about["title"], about["author"], about["solution"][:9]) == ("Two rules", "N. N.", "123456789")
    assert about["rules"].startswith("Normal sudoku rules apply")
    assert "Whisper: " in about["rules"]
    assert value["foglight"] == [[0, 0], [8, 8]]
    again = read_one(link_of(record))
    assert (again.rest, again.author, again.solution, again.fog) == ("Two rules", "N. N.", solution, (0, 80))


def test_a_link_that_somebody_changed() -> None:
    """Where a drawing was taken out the puzzle is what the file shows now, and a warning says so."""
    value = unpacked(link_of(Record(KILLER)))
    value["lines"] = []
    again = read_one(packed(value))
    assert [rule.text for rule in again.puzzle.constraints] == ["cage 10 r1c1 r1c2 r2c1"]
    assert "was changed" in again.warnings[0]


def test_drawings_are_kept() -> None:
    """A line and a circle that mean nothing come back from each format that has such."""
    line = {"wayPoints": [[0.5, 0.5], [1.5, 1.5]], "color": "#123456", "thickness": 8}
    ring = {"center": [4.5, 4.5], "width": 0.5, "height": 0.5, "rounded": True, "borderColor": "#FF0000"}
    record = Record(KILLER, drawings={"lines": [line], "overlays": [ring]})
    for name in ("sudokupad", "jsonl"):
        assert read_one("".join(write_records([record], name))).drawings == record.drawings
    again = read_one("".join(write_records([record], "f-puzzles")))
    assert again.drawings["lines"] == [line]
    assert again.drawings["overlays"][0].items() >= ring.items()
    skew = Record(KILLER, drawings={"lines": [line | {"wayPoints": [[0.2, 0.5], [1.5, 1.5]]}]})
    assert losses(skew, FORMATS["f-puzzles"]) == ["drawings (1 line)"]
    assert losses(record, FORMATS["iss"]) == ["drawings (1 line, 1 overlay)"]
