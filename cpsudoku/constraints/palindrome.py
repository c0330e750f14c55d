"""Palindromes: the line reads the same both ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Statement, relation
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class Palindrome(Constraint):
    """The line reads the same from both ends."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Lines("palindrome"),
        iss.Cells("Palindrome"),
        artwork.Drawn("palindrome", r"palindrom|(?=.*\blines?\b)(?=.*\bread)(?=.*\bsame)", "line", "grey"),
    )
    word: ClassVar[str] = "palindrome"
    cells: CellList = cells(2)

    def _pairs(self) -> list[tuple[int, int]]:
        return list(zip(self.at[: len(self.at) // 2], reversed(self.at)))

    def holds(self, values: Values) -> bool:
        return all(a is None or b is None or a == b for a, b in ((values[x], values[y]) for x, y in self._pairs()))

    def statement(self) -> Statement:
        return tuple(relation(a, b, self.digits, lambda x, y: x == y) for a, b in self._pairs())

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "palindrome"),)
