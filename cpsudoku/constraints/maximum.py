"""Cells higher than their neighbours."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles
from cpsudoku.constraints.families import OutwardRule
from cpsudoku.constraints.forms import constraint


@constraint
class Maximum(OutwardRule):
    """Each cell is higher than every orthogonal neighbour that is not itself one of the cells."""

    keys = (
        fpuzzles.Marks("maximum"),
        artwork.Drawn("maximum", r"\bmaxim|fortress|(higher|larger|greater) than|exceed"),
    )
    word = "maximum"

    def allows(self, a: int, b: int) -> bool:
        return a > b
