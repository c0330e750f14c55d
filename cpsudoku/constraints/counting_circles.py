"""Counting circles: a digit is the number of circles that contain it."""

from __future__ import annotations

from collections import Counter

from cpsudoku.constraints import iss, primitives, shapes
from cpsudoku.constraints.base import Constraint, Values, known
from cpsudoku.constraints.forms import CellList, cells, constraint
from cpsudoku.constraints.primitives import Aux, Primitive, Statement, counted, present


@constraint
class CountingCircles(Constraint):
    """A digit in a circle says how many of the circles contain that digit."""

    keys = (iss.Cells("CountingCircles"),)
    word = "counting_circles"
    cells: CellList = cells()

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        count = Counter(known(seen))
        missing = sum(digit - number for digit, number in count.items())
        if any(number > digit for digit, number in count.items()):
            return False
        return missing <= len(seen) - sum(count.values())

    def statement(self) -> Statement:
        found: list[Primitive] = []
        for digit in self.digits:
            found.append(present(self.at, digit, ("used", digit)))
            found.append(counted(self.at, digit, (0, digit)))
        found.append(primitives.Sum(tuple((Aux(("used", d)), d) for d in self.digits if d), (len(self.at),)))
        return tuple(found)

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return self.draw_each(shapes.Pill(), zip(self.at))
