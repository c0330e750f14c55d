"""Segments with the same sum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.equal import equal_sums, same_sums
from cpsudoku.constraints.forms import groups
from cpsudoku.constraints.given import CellGroups
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Statement
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class EqualSum(Constraint):
    """All segments have the same sum."""

    keys: ClassVar[tuple[Key, ...]] = (iss.Segments("EqualSum"),)
    word: ClassVar[str] = "equal_sum"
    segments: CellGroups = groups(2)

    def holds(self, values: Values) -> bool:
        return same_sums(values, self.numbers("segments"), self.digits)

    def statement(self) -> Statement:
        return equal_sums(self.numbers("segments"))

    def shapes(self) -> tuple[Shape, ...]:
        n = self.board.columns
        return tuple(Line(tuple(divmod(cell, n) for cell in group), "equal_sum") for group in self.numbers("segments"))
