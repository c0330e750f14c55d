"""Quadruples: digits around a corner."""

from __future__ import annotations

from cpsudoku.constraints.counting import Quadruple
from cpsudoku.constraints.patterns import squares
from cpsudoku.generation.makers.sketch import Cells, Sketch

ABOUT = "corners that name 1 to 4 of the digits around them"
SIZES = (1, 4)
NUMBER = (16, 24)


def place(sketch: Sketch) -> None:
    """Random corners, each with a random choice of its digits."""

    def corner(cells: Cells, digits: list[int]) -> Quadruple:
        size = min(4, sketch.size(*SIZES))
        return Quadruple(
            tuple(sorted(cells)), sorted(sketch.stream.shuffled([sketch.values[cell] for cell in sorted(cells)])[:size])
        )

    sketch.every(list(squares(sketch.board)), corner, NUMBER, directed=False)
