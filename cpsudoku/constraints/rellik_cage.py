"""Rellik cages: no subset has the sum."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values, distinct, known
from cpsudoku.constraints.forms import cells, number
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Aux, Clause, Different, Statement, present
from cpsudoku.constraints.shapes import Outline, Shape
from cpsudoku.errors import ConstraintError


@dataclass(frozen=True, repr=False)
class RellikCage(Constraint):
    """The cells are all different, and no one or more of them add up to *sum*."""

    keys: ClassVar[tuple[Key, ...]] = (iss.Cells("RellikCage", "sum"),)
    word: ClassVar[str] = "rellik_cage"
    cells: CellList = cells()
    sum: int = number()

    def check(self) -> None:
        if len(self.at) > len(self.digits):
            raise ConstraintError(f"{len(self.at)} cells cannot be all different with {len(self.digits)} digits")

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

    def shapes(self) -> tuple[Shape, ...]:
        return (Outline(self.places(), "rellik_cage", str(self.sum)),)
