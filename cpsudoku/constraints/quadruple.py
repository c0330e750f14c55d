"""Quadruples: digits around a corner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.containing import can_contain, containing
from cpsudoku.constraints.forms import Numbers, cells, part
from cpsudoku.constraints.given import CellList, NumberList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.lines import group_text
from cpsudoku.constraints.primitives import Statement
from cpsudoku.constraints.shapes import Dot, Shape


@dataclass(frozen=True, repr=False)
class Quadruple(Constraint):
    """The cells hold each of *values*, as often as it is listed at least."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Digits("quadruple"),
        iss.Square("Quad"),
        artwork.Drawn(
            "quadruple",
            r"quadruple|(?=.*circle)(?=.*(surround|four cells|4 cells|adjacent cells|corner))(?=.*(appear"
            r"|placed|contain|present))",
            "corner",
            never=r"not appear|how many|largest|smallest|\bsum|product|\bdiffer",
        ),
    )
    word: ClassVar[str] = "quadruple"
    cells: CellList = cells()
    values: NumberList = part(Numbers())

    def holds(self, values: Values) -> bool:
        return can_contain(self.seen(values), self.values, exact=False)

    def statement(self) -> Statement:
        return containing(self.at, self.values, self.digits, exact=False)

    def shapes(self) -> tuple[Shape, ...]:
        return (Dot(self.places(), "text", group_text(self.values)),)
