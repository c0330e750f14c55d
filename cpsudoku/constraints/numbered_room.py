"""Numbered rooms: the first cell gives the position of the clue."""

from __future__ import annotations

from cpsudoku.constraints import artwork, iss, shapes
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import CellList, cells, constraint, number
from cpsudoku.constraints.primitives import Clause, Is, Statement


@constraint
class NumberedRoom(Constraint):
    """A clue outside the grid is in the N-th cell seen from it, N being the digit in the first.

    *value* is the clue.
    """

    keys = (
        iss.Sides("NumberedRoom", "value"),
        artwork.Drawn("numbered_room", r"numbered room|\bx ?th (digit|cell)|\bnth (digit|cell)", "outside"),
    )
    word = "numbered_room"
    marks = "line"
    figure = shapes.Outside()
    cells: CellList = cells()
    value: int = number()

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        if seen[0] is None:
            return True
        return 1 <= seen[0] <= len(seen) and seen[seen[0] - 1] in (self.value, None)

    def statement(self) -> Statement:
        found = []
        for digit in self.digits:
            refusal = Is(self.at[0], digit, False)
            if not 1 <= digit <= len(self.at) or self.value not in self.digits:
                found.append(Clause((refusal,)))
            else:
                found.append(Clause((refusal, Is(self.at[digit - 1], self.value))))
        return tuple(found)
