"""X and V: two digits add up to 10 or 5."""

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
class Xv(Constraint):
    """The two digits add up to *sum*: 10 for an X, 5 for a V."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Letters("xv", "sum", X=10, V=5),
        iss.Pairs("X", sum=10),
        iss.Pairs("V", sum=5),
        artwork.Drawn(
            "xv",
            r"\b(x|v|xs|vs|x's|v's|xv)\b(?=.*\b(sum|add|total|5|10|five|ten))|\bxv\b|\b(x|v) join",
            "letter",
            never=r"\bx-|\b15\b|either",
        ),
    )
    word: ClassVar[str] = "xv"
    marks: ClassVar[str] = "pair"
    cells: CellList = cells(2, 2)
    sum: int = number()

    def holds(self, values: Values) -> bool:
        return all(a + b == self.sum for a, b in neighbours(self.seen(values)))

    def statement(self) -> Statement:
        a, b = self.at
        return (relation(a, b, self.digits, lambda x, y: x + y == self.sum, self.sum),)

    def shapes(self) -> tuple[Shape, ...]:
        return (Dot(self.places(), "text", {10: "X", 5: "V"}.get(self.sum, str(self.sum))),)
