"""Greater than, between two cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, iss
from cpsudoku.constraints.base import Constraint, Values, neighbours
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Statement, relation
from cpsudoku.constraints.shapes import Dot, Shape


@dataclass(frozen=True, repr=False)
class Greater(Constraint):
    """The first digit is greater than the second."""

    keys: ClassVar[tuple[Key, ...]] = (
        iss.Pairs("GreaterThan"),
        artwork.Drawn(
            "greater", r"inequal|greater|smaller|lower than|less than|larger|higher than|\bminim|\bmaxim", "chevron"
        ),
    )
    word: ClassVar[str] = "greater"
    marks: ClassVar[str] = "pair"
    cells: CellList = cells(2, 2)

    def holds(self, values: Values) -> bool:
        return all(a > b for a, b in neighbours(self.seen(values)))

    def statement(self) -> Statement:
        a, b = self.at
        return (relation(a, b, self.digits, lambda x, y: x > y),)

    def shapes(self) -> tuple[Shape, ...]:
        return (Dot(self.places(), "greater"),)
