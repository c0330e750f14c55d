"""XV: X between neighbours that add up to 10, V where they add up to 5."""

from __future__ import annotations

from cpsudoku.board.geometry import Cell
from cpsudoku.constraints.base import Constraint, orthogonal
from cpsudoku.constraints.xv import Xv
from cpsudoku.generation.makers.sketch import Sketch

ABOUT = "X (sum 10) and V (sum 5), as many as the grid has; a missing letter says nothing"


def place(sketch: Sketch) -> None:
    """Every letter the grid has, or a random part of them."""

    def letter(cells: tuple[Cell, ...]) -> Constraint | None:
        total = sum(sketch.values[cell] for cell in cells)
        return Xv(tuple(sorted(cells)), total) if total in (5, 10) else None

    wanted = sketch.number(sketch.board.size * 2, sketch.board.size * 2)
    sketch.every(list(orthogonal(sketch.board)), wanted, lambda spot: sketch.add(spot, letter, directed=False))
