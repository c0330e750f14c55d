"""X-sums: the first X cells add up to the clue, X being the first."""

from __future__ import annotations

from typing import Any

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Constraint, Values, can_sum
from cpsudoku.constraints.forms import CellList, cells, constraint, number
from cpsudoku.constraints.primitives import Statement, machine


@constraint
class XSum(Constraint):
    """A clue outside the grid is the sum of the first X digits seen from it, X being the first of them.

    *sum* is the clue.
    """

    keys = (
        fpuzzles.Outside("xsum", "sum"),
        iss.Sides("XSum", "sum"),
        artwork.Drawn("x_sum", r"\bx[- ]?sum|\b(first|nearest) x\b|\bx (first|nearest)\b", "outside"),
    )
    word = "x_sum"
    marks = "line"
    figure = shapes.Outside()
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
