"""Odd and even: marked cells of known parity."""

from __future__ import annotations

from cpsudoku.board.geometry import Cell
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.even import Even
from cpsudoku.constraints.odd import Odd
from cpsudoku.generation.makers.sketch import Sketch

ABOUT = "cells marked as odd (circles) or even (squares)"
NUMBER = (30, 40)


def place(sketch: Sketch) -> None:
    """Random cells, each with its parity."""

    def mark(cells: tuple[Cell, ...]) -> Constraint | None:
        return Odd(cells) if sketch.values[cells[0]] % 2 else Even(cells)

    spots = [(cell,) for cell in range(sketch.board.size)]
    sketch.every(spots, sketch.number(*NUMBER), lambda spot: sketch.add(spot, mark))
