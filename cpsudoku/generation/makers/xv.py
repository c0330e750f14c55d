"""XV: X between neighbours that add up to 10, V where they add up to 5."""

from __future__ import annotations

from cpsudoku.constraints.pairs import Xv
from cpsudoku.generation.makers.sketch import Cells, Sketch

ABOUT = "X (sum 10) and V (sum 5), as many as the grid has; a missing letter says nothing"


def place(sketch: Sketch) -> None:
    """Every letter the grid has, or a random part of them."""
    sketch.every(list(sketch.board.adjacent()), letter, directed=False)


def letter(cells: Cells, digits: list[int]) -> Xv | None:
    """X or V; None for any other sum."""
    return Xv(tuple(sorted(cells)), sum(digits)) if sum(digits) in (5, 10) else None
