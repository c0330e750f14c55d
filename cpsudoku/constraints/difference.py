"""White dots: two digits with a given difference."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.families import PairRule
from cpsudoku.constraints.forms import CellList, cells, constraint, number


@constraint
class Difference(PairRule):
    """The two digits differ by exactly *difference*."""

    keys = (
        fpuzzles.Cells("difference", value="difference"),
        iss.Pairs("WhiteDot", difference=1),
        artwork.Drawn(
            "difference",
            r"\bkropki|(?=.*\bwhite (dot|circle|kropki))(?=.*(consecutive|differ))",
            "white dot",
            never=r"four|surround",
            number=("difference", r"difference of (\d+|two|three|four|five)"),
        ),
    )
    word = "difference"
    marks = "pair"
    figure = shapes.Dot(style="white")
    cells: CellList = cells(2, 2)
    difference: int = number(default=1)

    def allows(self, a: int, b: int) -> bool:
        return abs(a - b) == self.difference
