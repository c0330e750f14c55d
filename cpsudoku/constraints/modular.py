"""Modular lines: different remainders in a row."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.families import PeriodicRule
from cpsudoku.constraints.forms import CellList, cells, constraint, number


@constraint
class Modular(PeriodicRule):
    """Any three consecutive digits on the line have different remainders when divided by 3.

    *mod* states another number than 3.
    """

    keys = (
        fpuzzles.Lines("modularline", value="mod"),
        iss.Cells("Modular", "mod", usual=3),
        artwork.Drawn(
            "modular",
            r"\bmodular|(?=.*\blines?\b)(?=.*(modulo|\bmod ?3|remainder|147|1, ?4,? (and|or)? ?7))",
            "line",
            "blue",
        ),
    )
    word = "modular"
    figure = shapes.Line()
    cells: CellList = cells()
    mod: int = number(default=3, least=2)

    def period(self) -> int:
        return self.mod

    def class_of(self, digit: int) -> int:
        return digit % self.mod
