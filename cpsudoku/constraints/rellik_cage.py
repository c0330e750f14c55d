"""Rellik cages: no subset has the sum."""

from __future__ import annotations

from itertools import combinations

from cpsudoku.constraints import iss, shapes
from cpsudoku.constraints.base import Values, distinct, known
from cpsudoku.constraints.families import DifferentCells
from cpsudoku.constraints.forms import constraint, number
from cpsudoku.constraints.primitives import Aux, Clause, Different, Statement, present


@constraint
class RellikCage(DifferentCells):
    """Digits do not repeat in the cage, and no selection of its digits sums to *sum*."""

    keys = (iss.Cells("RellikCage", "sum"),)
    word = "rellik_cage"
    figure = shapes.Outline()
    sum: int = number()

    def holds(self, values: Values) -> bool:
        found = known(self.seen(values))
        if not distinct(found):
            return False
        sums = {0}
        for value in found:
            more = {total + value for total in sums}
            if self.sum in more:
                return False
            sums |= more
        return True

    def statement(self) -> Statement:
        digits = [d for d in self.digits if d] if self.sum else list(self.digits)
        most = len(self.at)
        refused = [
            chosen for size in range(1, most + 1) for chosen in combinations(digits, size) if sum(chosen) == self.sum
        ]
        used = sorted({digit for chosen in refused for digit in chosen})
        defined = tuple(present(self.at, digit, ("there", digit)) for digit in used)
        clauses = tuple(Clause(tuple(Aux(("there", digit), False) for digit in chosen)) for chosen in refused)
        return (Different(self.at), *defined, *clauses)
