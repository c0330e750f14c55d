"""Anti-taxicab: equal digits d are never exactly d steps apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import constraint
from cpsudoku.constraints.primitives import Clause, Is, Statement


@constraint
class AntiTaxicab(Constraint):
    """Two cells that contain the digit d cannot be exactly d orthogonal steps apart."""

    keys = (iss.Bare("AntiTaxicab"),)
    word = "anti_taxicab"

    def _pairs(self) -> Iterator[tuple[int, int, int]]:
        n = self.board.columns
        for a, b in combinations(range(self.board.size), 2):
            distance = abs(a // n - b // n) + abs(a % n - b % n)
            if distance in self.digits:
                yield a, b, distance

    def holds(self, values: Values) -> bool:
        return not any(values[a] == d and values[b] == d for a, b, d in self._pairs())

    def statement(self) -> Statement:
        return tuple(Clause((Is(a, d, False), Is(b, d, False))) for a, b, d in self._pairs())
