"""Counting circles: a digit says how often it is circled."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import iss, primitives
from cpsudoku.constraints.base import Constraint, Values, known
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Aux, Primitive, Statement, counted, present
from cpsudoku.constraints.shapes import Pill, Shape


@dataclass(frozen=True, repr=False)
class CountingCircles(Constraint):
    """A digit d that is in one of the cells is in exactly d of them."""

    keys: ClassVar[tuple[Key, ...]] = (iss.Cells("CountingCircles"),)
    word: ClassVar[str] = "counting_circles"
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

    def shapes(self) -> tuple[Shape, ...]:
        return tuple(Pill((place,), "counting_circles") for place in self.places())
