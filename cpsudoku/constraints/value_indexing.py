"""A digit that says where another is found again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Clause, Implies, Is, Primitive, Statement, relation
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class ValueIndexing(Constraint):
    """The first cell's digit is found again at the place that the second cell says, counted from the third."""

    keys: ClassVar[tuple[Key, ...]] = (iss.Cells("ValueIndexing"),)
    word: ClassVar[str] = "value_indexing"
    cells: CellList = cells(3)

    def holds(self, values: Values) -> bool:
        first, place, *rest = self.seen(values)
        if place is None:
            return True
        if not 1 <= place <= len(rest):
            return False
        return first is None or rest[place - 1] in (first, None)

    def statement(self) -> Statement:
        first, place, *rest = self.at
        found: list[Primitive] = []
        for digit in self.digits:
            if not 1 <= digit <= len(rest):
                found.append(Clause((Is(place, digit, False),)))
            else:
                same = relation(first, rest[digit - 1], self.digits, lambda x, y: x == y)
                found.append(Implies((Is(place, digit),), (same,)))
        return tuple(found)

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "value_indexing", end="arrow"),)
