"""A cell that counts the different digits in others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import iss, primitives
from cpsudoku.constraints.base import Constraint, Values, known
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Aux, Statement, present
from cpsudoku.constraints.shapes import Outline, Pill, Shape


@dataclass(frozen=True, repr=False)
class CountDistinct(Constraint):
    """The cell *control* holds the number of different digits in the cells."""

    keys: ClassVar[tuple[Key, ...]] = (iss.Controlled("CountDistinct"),)
    word: ClassVar[str] = "count_distinct"
    control: CellList = cells(1, 1)
    cells: CellList = cells()

    def holds(self, values: Values) -> bool:
        seen, control = self.seen(values), self.seen(values, "control")[0]
        found = known(seen)
        least = len(set(found))
        return control is None or least <= control <= least + len(seen) - len(found)

    def statement(self) -> Statement:
        defined = tuple(present(self.at, digit, ("there", digit)) for digit in self.digits)
        terms = tuple((Aux(("there", digit)), 1) for digit in self.digits)
        return (*defined, primitives.Sum((*terms, (self.numbers("control")[0], -1)), (0,)))

    def shapes(self) -> tuple[Shape, ...]:
        return (Pill(self.places("control"), "count_distinct"), Outline(self.places(), "count_distinct"))
