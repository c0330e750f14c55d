"""Numbered rooms: the first cell says where the clue is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import cells, number
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.lines import outside
from cpsudoku.constraints.primitives import Clause, Is, Statement
from cpsudoku.constraints.shapes import Shape


@dataclass(frozen=True, repr=False)
class NumberedRoom(Constraint):
    """The cell at the place that the first cell of the line says holds *value*."""

    keys: ClassVar[tuple[Key, ...]] = (
        iss.Sides("NumberedRoom", "value"),
        artwork.Drawn("numbered_room", r"numbered room|\bx ?th (digit|cell)|\bnth (digit|cell)", "outside"),
    )
    word: ClassVar[str] = "numbered_room"
    marks: ClassVar[str] = "line"
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

    def shapes(self) -> tuple[Shape, ...]:
        return (outside(self.places(), str(self.value), "numbered_room"),)
