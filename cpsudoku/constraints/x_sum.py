"""X-sums: the first X cells add up to the clue, X being the first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, can_sum
from cpsudoku.constraints.forms import cells, number
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.lines import outside
from cpsudoku.constraints.primitives import Statement, machine
from cpsudoku.constraints.shapes import Shape


@dataclass(frozen=True, repr=False)
class XSum(Constraint):
    """The first X cells of the line, X being the digit of its first cell, add up to *sum*."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Outside("xsum", "sum"),
        iss.Sides("XSum", "sum"),
        artwork.Drawn("x_sum", r"\bx[- ]?sum|\b(first|nearest) x\b|\bx (first|nearest)\b", "outside"),
    )
    word: ClassVar[str] = "x_sum"
    marks: ClassVar[str] = "line"
    cells: CellList = cells()
    sum: int = number()

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        if seen[0] is None:
            return True
        return seen[0] <= len(seen) and can_sum(seen[: seen[0]], self.sum, self.digits)

    def statement(self) -> Statement:
        def step(position: int, state: Any, digit: int) -> Any:
            if position == 0:
                if digit > len(self.at):
                    return None
                left, total = (digit - 1, digit) if digit else (0, 0)
            else:
                left, total = state
                if left:
                    left, total = left - 1, total + digit
            return None if total > self.sum else (left, total)

        return machine(self.at, self.digits, None, step, lambda state: state == (0, self.sum), (self.word, self.sum))

    def shapes(self) -> tuple[Shape, ...]:
        return (outside(self.places(), str(self.sum), "x_sum"),)
