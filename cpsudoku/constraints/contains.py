"""Digits that cells contain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.containing import can_contain, containing
from cpsudoku.constraints.forms import Flag, Numbers, cells, part
from cpsudoku.constraints.given import CellList, NumberList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.lines import group_text
from cpsudoku.constraints.primitives import Statement
from cpsudoku.constraints.shapes import Outline, Shape


@dataclass(frozen=True, repr=False)
class Contains(Constraint):
    """The cells hold each of *values* at least as often as it is listed; with *exact*, exactly so often."""

    keys: ClassVar[tuple[Key, ...]] = (
        iss.Listed("ContainAtLeast", exact=False),
        iss.Listed("ContainExact", exact=True),
    )
    word: ClassVar[str] = "contains"
    cells: CellList = cells()
    values: NumberList = part(Numbers())
    exact: bool = part(Flag(), default=False)

    def holds(self, values: Values) -> bool:
        return can_contain(self.seen(values), self.values, exact=self.exact)

    def statement(self) -> Statement:
        return containing(self.at, self.values, self.digits, exact=self.exact)

    def shapes(self) -> tuple[Shape, ...]:
        return (Outline(self.places(), "contains", group_text(self.values)),)
