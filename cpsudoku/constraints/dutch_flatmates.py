"""Dutch flatmates: a 5 has a 1 above or a 9 below."""

from __future__ import annotations

from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import constraint
from cpsudoku.constraints.primitives import Clause, Is, Statement
from cpsudoku.errors import ConstraintError


@constraint
class DutchFlatmates(Constraint):
    """Every 5 has a 1 directly above it or a 9 directly below it."""

    keys = (iss.Bare("DutchFlatmates"),)
    word = "dutch_flatmates"

    def check(self) -> None:
        if not {1, 5, 9} <= set(self.digits):
            raise ConstraintError("the board needs digits 1, 5 and 9")

    def _around(self, cell: int) -> list[tuple[int, int]]:
        n, size = self.board.columns, self.board.size
        return [(place, digit) for place, digit in ((cell - n, 1), (cell + n, 9)) if 0 <= place < size]

    def holds(self, values: Values) -> bool:
        return all(
            value != 5 or any(values[place] in (digit, None) for place, digit in self._around(cell))
            for cell, value in enumerate(values)
        )

    def statement(self) -> Statement:
        return tuple(
            Clause((Is(cell, 5, False), *(Is(place, digit) for place, digit in self._around(cell))))
            for cell in range(self.board.size)
        )
