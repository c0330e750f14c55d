"""Greater than, between two cells."""

from __future__ import annotations

from cpsudoku.constraints import artwork, iss, shapes
from cpsudoku.constraints.families import PairRule
from cpsudoku.constraints.forms import CellList, cells, constraint


@constraint
class Greater(PairRule):
    """The first digit is greater than the second."""

    keys = (
        iss.Pairs("GreaterThan"),
        artwork.Drawn(
            "greater", r"inequal|greater|smaller|lower than|less than|larger|higher than|\bminim|\bmaxim", "chevron"
        ),
    )
    word = "greater"
    marks = "pair"
    figure = shapes.Dot(style="greater")
    cells: CellList = cells(2, 2)

    def allows(self, a: int, b: int) -> bool:
        return a > b
