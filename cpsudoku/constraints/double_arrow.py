"""Double arrows: the ends add up to the sum of what lies between."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.families import SumRule
from cpsudoku.constraints.forms import CellList, cells, constraint


@constraint
class DoubleArrow(SumRule):
    """The digits in the two circles of a line have the same sum as the digits between them."""

    keys = (
        fpuzzles.Lines("doublearrow"),
        iss.Cells("DoubleArrow"),
        artwork.Drawn(
            "double_arrow", r"double[- ]arrow|(?=.*\bline)(?=.*(circle|\bends?\b))(?=.*\bsum).*equal", "ended line"
        ),
    )
    word = "double_arrow"
    figure = shapes.Line(start="circle", end="circle")
    cells: CellList = cells(2)

    def terms(self) -> list[tuple[int, int]]:
        return [(cell, 1 if k in (0, len(self.at) - 1) else -1) for k, cell in enumerate(self.at)]
