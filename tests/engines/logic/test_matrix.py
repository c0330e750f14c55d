"""The candidate matrix as text."""

from __future__ import annotations

from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.engines.logic.grid import Grid, matrix


def test_filled_open_and_dead_cells_are_told_apart() -> None:
    """A filled cell has a sign before it, an open one its candidates, a cell without any a dash."""
    grid = Grid(boxes(2, 2), bytes([1, *[0] * 15]))
    grid.masks[15] = 0
    assert matrix(grid).splitlines() == [
        "=1   234  | 234  234",
        "234  234  | 1234 1234",
        "----------+----------",
        "234  1234 | 1234 1234",
        "234  1234 | 1234 -",
    ]


def test_other_boards() -> None:
    """No bars on a jigsaw; beyond side 35 candidates are numbers with commas."""
    jigsaw = Grid(Geometry.jigsaw("AABBAACBDDCBDDCC"), bytes(16))
    assert matrix(jigsaw) == "\n".join(["1234 1234 1234 1234"] * 4)
    large = Grid(boxes(6, 6), bytes([36, *[0] * 1295]))
    assert matrix(large).split()[:2] == ["=36", ",".join(map(str, range(1, 36)))]
