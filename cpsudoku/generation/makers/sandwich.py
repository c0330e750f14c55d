"""Sandwich: what lies between the lowest and the highest digit of a line."""

from __future__ import annotations

from cpsudoku.constraints.outside import Sandwich
from cpsudoku.constraints.patterns import inward
from cpsudoku.generation.makers.sketch import Cells, Sketch

ABOUT = "a sandwich sum for every row and column"
HEAD_START = 0.2


def place(sketch: Sketch) -> None:
    """The clue of every line, or of a random part of them."""

    def clue(cells: Cells, digits: list[int]) -> Sandwich:
        first, last = sorted((digits.index(sketch.board.lo), digits.index(sketch.board.hi)))
        return Sandwich(cells, sum(digits[first + 1 : last]))

    sketch.every(inward(sketch.board)[::2], clue, directed=False)
