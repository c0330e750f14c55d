"""Region sum lines: the same sum in every box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.equal import equal_sums, same_sums
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.lines import runs
from cpsudoku.constraints.primitives import Statement
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class RegionSumLine(Constraint):
    """The line has the same sum in every box (region) it passes; a region entered again is another part."""

    keys: ClassVar[tuple[Key, ...]] = (
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
    word: ClassVar[str] = "region_sum_line"
    cells: CellList = cells()

    def _groups(self) -> tuple[tuple[int, ...], ...]:
        return runs(self.board, self.at)

    def holds(self, values: Values) -> bool:
        return same_sums(values, self._groups(), self.digits)

    def statement(self) -> Statement:
        return equal_sums(self._groups())

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "region_sum_line"),)
