"""Cells lower than their neighbours."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles
from cpsudoku.constraints.families import OutwardRule
from cpsudoku.constraints.forms import constraint


@constraint
class Minimum(OutwardRule):
    """Each cell is lower than every orthogonal neighbour that is not itself one of the cells."""

    keys = (
        fpuzzles.Marks("minimum"),
        artwork.Drawn("minimum", r"\bminim|(lower|smaller|less) than"),
    )
    word = "minimum"

    def allows(self, a: int, b: int) -> bool:
        return a < b
