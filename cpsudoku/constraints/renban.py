"""Renban lines: consecutive digits in any order."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Constraint, Values, distinct, known
from cpsudoku.constraints.forms import CellList, cells, constraint
from cpsudoku.constraints.primitives import DigitSet, Pair, Statement, pairs_allowed


@constraint
class Renban(Constraint):
    """A renban line contains a set of consecutive digits in any order, without repeats."""

    keys = (
        fpuzzles.Lines("renban"),
        iss.Cells("Renban"),
        artwork.Drawn(
            "renban",
            r"\brenban|(?=.*\blines?\b)(?=.*\bconsecutive)",
            "line",
            "purple",
            never=r"no two|not be|cannot be|never be|white|dot",
        ),
    )
    word = "renban"
    figure = shapes.Line()
    cells: CellList = cells()

    def holds(self, values: Values) -> bool:
        found = known(self.seen(values))
        if len(self.at) > len(self.digits):
            return False
        return distinct(found) and (not found or max(found) - min(found) < len(self.at))

    def statement(self) -> Statement:
        size = len(self.at)
        windows = _windows(self.digits[0], self.digits[-1], size)
        near = pairs_allowed(self.digits, lambda x, y: 0 < abs(x - y) < size, size)
        return (DigitSet(self.at, windows), *(Pair(a, b, near) for a, b in combinations(self.at, 2)))


@lru_cache(maxsize=256)
def _windows(lo: int, hi: int, size: int) -> tuple[frozenset[int], ...]:
    """The sets of consecutive digits."""
    return tuple(frozenset(range(first, first + size)) for first in range(lo, hi - size + 2))
