"""Kropki: white dots between neighbours that differ by 1, black ones where one is twice the other."""

from __future__ import annotations

from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.pairs import Difference, Ratio
from cpsudoku.generation.makers.sketch import Cells, Sketch

ABOUT = "white dots (difference 1) and black dots (ratio 2), as many as the grid has; a missing dot says nothing"


def place(sketch: Sketch) -> None:
    """Every dot the grid has, or a random part of them; 1 and 2 get either colour."""

    def dot(cells: Cells, digits: list[int]) -> Constraint | None:
        low, high = sorted(digits)
        kinds = ([Difference] if high - low == 1 else []) + ([Ratio] if high == 2 * low and low else [])
        if not kinds:
            return None
        kind = kinds[sketch.stream.number(len(kinds))]
        return kind(tuple(sorted(cells)))

    sketch.every(list(sketch.board.adjacent()), dot, directed=False)
