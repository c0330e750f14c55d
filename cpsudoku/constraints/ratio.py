"""Black dots: one digit is a multiple of the other."""

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
class Ratio(Constraint):
    """One of the two digits is *ratio* times the other."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Cells("ratio", value="ratio"),
        iss.Pairs("BlackDot", ratio=2),
        artwork.Drawn(
            "ratio",
            r"\bkropki|(?=.*\bblack (dot|circle|kropki))(?=.*(ratio|double|twice|half|times))",
            "black dot",
            number=("ratio", r"\b1 ?: ?([2-9])|\b([2-9]) ?: ?1\b|ratio of ([2-9])\b"),
        ),
    )
    word: ClassVar[str] = "ratio"
    marks: ClassVar[str] = "pair"
    cells: CellList = cells(2, 2)
    ratio: int = number(default=2, least=1)

    def holds(self, values: Values) -> bool:
        return all(a == b * self.ratio or b == a * self.ratio for a, b in neighbours(self.seen(values)))

    def statement(self) -> Statement:
        a, b = self.at
        return (relation(a, b, self.digits, lambda x, y: x == y * self.ratio or y == x * self.ratio, self.ratio),)

    def shapes(self) -> tuple[Shape, ...]:
        return (Dot(self.places(), "black", "" if self.ratio == 2 else str(self.ratio)),)
