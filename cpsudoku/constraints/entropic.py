"""Entropic lines: low, middle and high in every three."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.families import PeriodicRule, third
from cpsudoku.constraints.forms import CellList, cells, constraint


@constraint
class Entropic(PeriodicRule):
    """Any three consecutive cells on the line contain a low, a middle and a high digit.

    On a line of two cells the two digits are of different thirds.
    """

    keys = (
        fpuzzles.Lines("entropicline"),
        iss.Cells("Entropic"),
        artwork.Drawn(
            "entropic", r"\bentrop|(?=.*\blines?\b)(?=.*\blow)(?=.*\b(mid|medium))(?=.*\bhigh)", "line", "orange"
        ),
    )
    word = "entropic"
    figure = shapes.Line()
    cells: CellList = cells()

    def check(self) -> None:
        third(self.digits[0], self.digits)

    def class_of(self, digit: int) -> int:
        return third(digit, self.digits)
