"""Sets of cells that hold the same digits."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from cpsudoku.constraints import iss, shapes
from cpsudoku.constraints.base import Constraint, Values, known
from cpsudoku.constraints.forms import CellGroups, constraint, groups
from cpsudoku.constraints.primitives import EqualSums, Is, Statement, relation
from cpsudoku.errors import ConstraintError


@constraint
class SameValues(Constraint):
    """All sets of cells contain the same digits, each the same number of times."""

    keys = (iss.Sets("SameValues"),)
    word = "same_values"
    sets: CellGroups = groups(2)

    def check(self) -> None:
        if len({len(group) for group in self.numbers("sets")}) > 1:
            raise ConstraintError("the sets are of different size; they must have as many cells each")

    def holds(self, values: Values) -> bool:
        found = [[values[cell] for cell in group] for group in self.numbers("sets")]
        full = [sorted(known(seen)) for seen in found if None not in seen]
        if any(one != full[0] for one in full):
            return False
        return not full or all(not Counter(known(seen)) - Counter(full[0]) for seen in found)

    def statement(self) -> Statement:
        sets = self.numbers("sets")
        if len(sets[0]) == 1:
            return tuple(relation(a[0], b[0], self.digits, lambda x, y: x == y) for a, b in pairwise(sets) if a != b)
        return tuple(
            EqualSums(tuple(tuple((Is(cell, digit), 1) for cell in group) for group in sets)) for digit in self.digits
        )

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return self.draw_each(shapes.Shade(), self.numbers("sets"))
