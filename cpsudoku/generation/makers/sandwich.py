"""Sandwich: what lies between the lowest and the highest digit of a line."""

from __future__ import annotations

from cpsudoku.board.geometry import Cell
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.lines import inward
from cpsudoku.constraints.sandwich import Sandwich
from cpsudoku.generation.makers.sketch import Sketch

ABOUT = "a sandwich sum for every row and column"

HEAD_START = 0.2


def place(sketch: Sketch) -> None:
    """The clue of every line, or of a random part of them."""

    def clue(cells: tuple[Cell, ...]) -> Constraint | None:
        digits = [sketch.values[cell] for cell in cells]
        return Sandwich(cells, _filling(digits, sketch.board.lo, sketch.board.hi))

    spots = inward(sketch.board)[::2]
    wanted = sketch.number(len(spots), len(spots))
    sketch.every(spots, wanted, lambda spot: sketch.add(spot, clue, directed=False))


def _filling(digits: list[int], low: int, high: int) -> int:
    first, last = sorted((digits.index(low), digits.index(high)))
    return sum(digits[first + 1 : last])
