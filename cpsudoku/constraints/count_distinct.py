"""A cell that counts the different digits in others."""

from __future__ import annotations

from cpsudoku.constraints import iss, primitives, shapes
from cpsudoku.constraints.base import Constraint, Values, known
from cpsudoku.constraints.forms import CellList, cells, constraint
from cpsudoku.constraints.primitives import Aux, Statement, present


@constraint
class CountDistinct(Constraint):
    """A control cell contains the number of different digits in the cells.

    *control* is that cell.
    """

    keys = (iss.Controlled("CountDistinct"),)
    word = "count_distinct"
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

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return (self.draw(shapes.Pill(), self.numbers("control")), self.draw(shapes.Outline(), self.at))
