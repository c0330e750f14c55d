"""Odd and even: marked cells of known parity."""

from __future__ import annotations

from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.cells import Even, Odd
from cpsudoku.generation.makers.sketch import Cells, Sketch

ABOUT = "cells marked as odd (circles) or even (squares)"
NUMBER = (30, 40)


def place(sketch: Sketch) -> None:
    """Random cells, each with its parity."""
    sketch.every([(cell,) for cell in range(sketch.board.size)], mark, NUMBER)


def mark(cells: Cells, digits: list[int]) -> Constraint:
    """The mark of one cell."""
    return Odd(cells) if digits[0] % 2 else Even(cells)
