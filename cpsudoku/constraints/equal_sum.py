"""Segments with the same sum."""

from __future__ import annotations

from cpsudoku.constraints import iss, shapes
from cpsudoku.constraints.families import EqualSumRule
from cpsudoku.constraints.forms import CellGroups, constraint, groups


@constraint
class EqualSum(EqualSumRule):
    """All segments have the same sum."""

    keys = (iss.Segments("EqualSum"),)
    word = "equal_sum"
    segments: CellGroups = groups(2)

    def cell_groups(self) -> tuple[tuple[int, ...], ...]:
        segments: tuple[tuple[int, ...], ...] = self.numbers("segments")
        return segments

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return self.draw_each(shapes.Line(), self.cell_groups())
