"""Black dots: two digits with a given ratio."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.families import PairRule
from cpsudoku.constraints.forms import CellList, cells, constraint, number


@constraint
class Ratio(PairRule):
    """One of the two digits is *ratio* times the other."""

    keys = (
        fpuzzles.Cells("ratio", value="ratio"),
        iss.Pairs("BlackDot", ratio=2),
        artwork.Drawn(
            "ratio",
            r"\bkropki|(?=.*\bblack (dot|circle|kropki))(?=.*(ratio|double|twice|half|times))",
            "black dot",
            number=("ratio", r"\b1 ?: ?([2-9])|\b([2-9]) ?: ?1\b|ratio of ([2-9])\b"),
        ),
    )
    word = "ratio"
    marks = "pair"
    figure = shapes.Dot(style="black")
    cells: CellList = cells(2, 2)
    ratio: int = number(default=2, least=1)

    def allows(self, a: int, b: int) -> bool:
        return a == b * self.ratio or b == a * self.ratio
