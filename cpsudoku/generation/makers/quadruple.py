"""Quadruples: digits around a corner."""

from __future__ import annotations

from cpsudoku.board.geometry import Cell
from cpsudoku.constraints.base import Constraint, squares
from cpsudoku.constraints.quadruple import Quadruple
from cpsudoku.generation.makers.sketch import Sketch

ABOUT = "corners that name 1 to 4 of the digits around them"
SIZES = (1, 4)
NUMBER = (16, 24)


def place(sketch: Sketch) -> None:
    """Random corners, each with a random choice of its digits."""

    def corner(cells: tuple[Cell, ...]) -> Constraint | None:
        size = min(4, sketch.size(*SIZES))
        around = tuple(sorted(cells))
        return Quadruple(around, sorted(sketch.stream.shuffled([sketch.values[cell] for cell in around])[:size]))

    spots = list(squares(sketch.board))
    sketch.every(spots, sketch.number(*NUMBER), lambda spot: sketch.add(spot, corner, directed=False))
