"""X-sums: the sum of the first X cells, X being the first."""

from __future__ import annotations

from cpsudoku.constraints.outside import XSum
from cpsudoku.constraints.patterns import inward
from cpsudoku.generation.makers.sketch import Cells, Sketch

ABOUT = "an X-sum for every row and column, from both ends"
HEAD_START = 0.2


def place(sketch: Sketch) -> None:
    """The clue of every line, or of a random part of them."""
    sketch.every(inward(sketch.board), clue)


def clue(cells: Cells, digits: list[int]) -> XSum | None:
    """The X-sum along the cells; None where X is not a number of cells."""
    return XSum(cells, sum(digits[: digits[0]])) if digits[0] <= len(cells) else None
