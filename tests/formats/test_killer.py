"""Killer puzzles in one line."""

from __future__ import annotations

import pytest

from cpsudoku import Geometry
from cpsudoku.errors import NotationError
from cpsudoku.formats import Record, read_one, read_records


def test_list() -> None:
    """Cells with the same number are a cage; diagonals are houses; a number below 256 is outside."""
    numbers = [768, 768, 256, 255, *[7] * 68, *[256 * 45 + 1] * 9]
    for end in ("", ":"):
        puzzle = read_one("3x3:d:k:" + ":".join(map(str, numbers)) + end).puzzle
        assert puzzle.geometry == Geometry(3, 3, extras=("diagonals",))
        assert [rule.text for rule in puzzle.constraints] == [
            "cage 3 r1c1 r1c2",
            "cage 1 r1c3",
            "cage 45 " + " ".join(f"r9c{c}" for c in range(1, 10)),
        ]


def test_short_form() -> None:
    """Sums in cells, arrows towards them, a 0 for a cage without a sum; beside other puzzles of a list."""
    text = "3<A<0000v" + "^`0000006" + "0" * 63
    puzzle = read_one(text).puzzle
    found = [rule.text for rule in puzzle.constraints if len(rule.cells) > 1]
    assert found == ["cage 3 r1c1 r1c2 r2c1 r2c2", "cage 10 r1c3 r1c4", "cage 6 r1c9 r2c9"]
    items = [item for item in read_records(["." * 81 + "\n", text + "\n"]) if isinstance(item, Record)]
    assert [len(item.puzzle.constraints) for item in items] == [0, 76]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3x3::k:1:2", "2 entries behind 3x3::k:; accepted: 81 numbers"),
        ("<<<<" + "0" * 77, "the arrow in r1c1 leads out of the board"),
        ("0" * 5 + ">>>>" + "0" * 72, "the arrow in r1c9 leads out of the board"),
        ("0" * 77 + "vvvv", "the arrow in r9c6 leads out of the board"),
        ("><><" + "0" * 77, "the arrows from r1c1 lead in a circle"),
    ],
)
def test_errors(text: str, message: str) -> None:
    """What is wrong, and where."""
    with pytest.raises(NotationError, match=message):
        read_one(text)
