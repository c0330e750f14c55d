"""Any cells that are all different."""

from __future__ import annotations

from cpsudoku.constraints import fpuzzles, iss, shapes
from cpsudoku.constraints.families import DifferentCells, DifferentRule
from cpsudoku.constraints.forms import constraint


@constraint
class AllDifferent(DifferentRule, DifferentCells):
    """Digits do not repeat in the cells."""

    keys = (fpuzzles.Cells("extraregion", written_only=True), iss.Cells("AllDifferent"))
    word = "all_different"
    figure = shapes.Outline()
