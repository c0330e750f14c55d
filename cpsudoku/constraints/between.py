"""Between lines: the ends enclose what lies between."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.families import EndsRule
from cpsudoku.constraints.forms import CellList, cells, constraint


@constraint
class Between(EndsRule):
    """Digits between the circled ends of a line lie strictly between the digits in the circles."""

    keys = (
        fpuzzles.Lines("betweenline"),
        iss.Cells("Between"),
        artwork.Drawn(
            "between",
            r"\bbetween lines?\b|(?=.*\bline)(?=.*\b(between|inside)\b)(?=.*(circle|bulb|\bends?\b))",
            "ended line",
            never=r"differ",
        ),
    )
    word = "between"
    cells: CellList = cells(2)

    def between(self, low: int, high: int, digit: int) -> bool:
        return low < digit < high
