"""X and V: two digits add up to 10 or 5."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.families import PairRule
from cpsudoku.constraints.forms import CellList, cells, constraint, number


@constraint
class Xv(PairRule):
    """The two digits sum to *sum*: 10 for an X, 5 for a V."""

    keys = (
        fpuzzles.Letters("xv", "sum", X=10, V=5),
        iss.Pairs("X", sum=10),
        iss.Pairs("V", sum=5),
        artwork.Drawn(
            "xv",
            r"\b(x|v|xs|vs|x's|v's|xv)\b(?=.*\b(sum|add|total|5|10|five|ten))|\bxv\b|\b(x|v) join",
            "letter",
            never=r"\bx-|\b15\b|either",
        ),
    )
    word = "xv"
    marks = "pair"
    figure = shapes.Dot(style="text")
    cells: CellList = cells(2, 2)
    sum: int = number()

    def allows(self, a: int, b: int) -> bool:
        return a + b == self.sum

    def label(self) -> str:
        return {10: "X", 5: "V"}.get(self.sum, str(self.sum))
