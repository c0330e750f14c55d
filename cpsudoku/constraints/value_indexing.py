"""A digit that gives the position at which another occurs again."""

from __future__ import annotations

from cpsudoku.constraints import iss, shapes
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import CellList, cells, constraint
from cpsudoku.constraints.primitives import Clause, Implies, Is, Primitive, Statement, relation


@constraint
class ValueIndexing(Constraint):
    """If the second cell contains N, the digit of the first cell is also in the N-th cell after them."""

    keys = (iss.Cells("ValueIndexing"),)
    word = "value_indexing"
    figure = shapes.Line(end="arrow")
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
