"""Region sum lines: the same sum in every box."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.families import EqualSumRule
from cpsudoku.constraints.forms import CellList, cells, constraint
from cpsudoku.constraints.patterns import runs


@constraint
class RegionSumLine(EqualSumRule):
    """Digits on the line have the same sum in each box (region) it passes through.

    Every visit to a box counts by itself.
    """

    keys = (
        fpuzzles.Lines("regionsumline"),
        iss.Cells("RegionSumLine"),
        artwork.Drawn(
            "region_sum_line",
            r"region sum|(?=.*\blines?\b)(?=.*\b(box|region))(?=.*\b(same|equal|identical))(?=.*\b(sum"
            r"|total|add))",
            "line",
            "blue",
        ),
    )
    word = "region_sum_line"
    figure = shapes.Line()
    cells: CellList = cells()

    def cell_groups(self) -> tuple[tuple[int, ...], ...]:
        return runs(self.board, self.at)
