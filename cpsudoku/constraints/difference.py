"""White dots: two digits differ by so much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, neighbours
from cpsudoku.constraints.forms import cells, number
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Statement, relation
from cpsudoku.constraints.shapes import Dot, Shape


@dataclass(frozen=True, repr=False)
class Difference(Constraint):
    """The two digits differ by exactly *difference*."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Cells("difference", value="difference"),
        iss.Pairs("WhiteDot", difference=1),
        artwork.Drawn(
            "difference",
            r"\bkropki|(?=.*\bwhite (dot|circle|kropki))(?=.*(consecutive|differ))",
            "white dot",
            never=r"four|surround",
            number=("difference", r"difference of (\d+|two|three|four|five)"),
        ),
    )
    word: ClassVar[str] = "difference"
    marks: ClassVar[str] = "pair"
    cells: CellList = cells(2, 2)
    difference: int = number(default=1)

    def holds(self, values: Values) -> bool:
        return all(abs(a - b) == self.difference for a, b in neighbours(self.seen(values)))

    def statement(self) -> Statement:
        a, b = self.at
        return (relation(a, b, self.digits, lambda x, y: abs(x - y) == self.difference, self.difference),)

    def shapes(self) -> tuple[Shape, ...]:
        return (Dot(self.places(), "white", "" if self.difference == 1 else str(self.difference)),)
