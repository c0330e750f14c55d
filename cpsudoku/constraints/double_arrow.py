"""Double arrows: both ends together are the sum of what lies between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss, primitives
from cpsudoku.constraints.base import Constraint, Values, reachable
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Statement
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class DoubleArrow(Constraint):
    """First and last cell add up to the sum of the cells between them."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Lines("doublearrow"),
        iss.Cells("DoubleArrow"),
        artwork.Drawn(
            "double_arrow", r"double[- ]arrow|(?=.*\bline)(?=.*(circle|\bends?\b))(?=.*\bsum).*equal", "ended line"
        ),
    )
    word: ClassVar[str] = "double_arrow"
    cells: CellList = cells(2)

    def _terms(self) -> list[tuple[int, int]]:
        return [(cell, 1 if k in (0, len(self.at) - 1) else -1) for k, cell in enumerate(self.at)]

    def holds(self, values: Values) -> bool:
        low, high = reachable([(values[cell], by) for cell, by in self._terms()], self.digits)
        return low <= 0 <= high

    def statement(self) -> Statement:
        return (primitives.Sum(tuple(self._terms()), (0,)),)

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "double_arrow", start="circle", end="circle"),)
