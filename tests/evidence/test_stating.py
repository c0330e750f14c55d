"""What a certificate says of boards, rules and grids."""

from __future__ import annotations

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints import parse
from cpsudoku.errors import UsageError
from cpsudoku.evidence.checker import board_of as read_board
from cpsudoku.evidence.checker.board import grid_of, text_of
from cpsudoku.evidence.checker.kinds import KINDS
from cpsudoku.evidence.stating import board_of, grid_line, stated_rule, uncertified

SHAPES = [
    Geometry.shaped(2, 3, 1, 4),
    Geometry.shaped(2, 3, 0, 5, regions=[(0, 1, 3), (2, 5)]),
    Geometry.shaped(3, 2, 4, 9, latin=False),
]


@pytest.mark.parametrize("board", SHAPES, ids=str)
def test_boards_of_any_shape_are_read_as_they_are(board: Geometry) -> None:
    """Cells, digits and houses are those of the geometry; a grid is read back as it was written."""
    read = read_board(board_of(board))
    assert (read.rows, read.columns, read.digits) == (board.rows, board.columns, range(board.lo, board.hi + 1))
    assert {frozenset(house) for house in read.houses} == {frozenset(house.cells) for house in board.houses}
    grid = Puzzle(bytes([board.side, 0, *[1] * (board.size - 2)]), board)
    assert text_of(grid_of(grid_line(grid), read, False), read) == grid_line(grid)
    assert grid_of(grid_line(grid), read, False) == tuple(grid.cells)


def test_a_rule_is_stated_in_full() -> None:
    """What is usual, left to the board or taken from other rules is written out, inside other rules too."""
    rules = [parse(text) for text in ("whisper r1c1 r1c2", "xv 5 r2c1 r2c2", "negative xv")]
    whisper, _, negative = Puzzle(bytes(81), CLASSIC, rules).constraints
    assert stated_rule(whisper) == {"type": "whisper", "cells": ["r1c1", "r1c2"], "difference": 5}
    assert stated_rule(negative) == {"type": "negative", "sum": [5, 10], "marked": [["r2c1", "r2c2"]]}
    (either,) = Puzzle(bytes(81), CLASSIC, [parse("or { difference r1c1 r1c2 | cage r1c1 r1c2 }")]).constraints
    inner = [[{"type": "difference", "cells": ["r1c1", "r1c2"], "difference": 1}]]
    assert stated_rule(either)["options"] == [*inner, [{"type": "cage", "cells": ["r1c1", "r1c2"]}]]


def test_kinds_without_certificate_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those inside other rules. (The checker knows all there are; a new one comes here before it does.)"""
    for kind in ("connected", "regex"):
        monkeypatch.delitem(KINDS, kind)
    rules = [parse("connected 1,2"), parse("or { regex 1* r1c1 | odd r1c1 }")]
    puzzle = Puzzle(bytes(81), CLASSIC, rules)
    assert uncertified(puzzle) == ["connected", "regex"]
    with pytest.raises(UsageError, match="no certificate yet: connected, regex"):
        board_of(puzzle.geometry, puzzle.constraints)
