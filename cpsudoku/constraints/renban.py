"""Renban lines: consecutive digits in any order."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import (
    Constraint,
    Values,
    distinct,
    known,
)
from cpsudoku.constraints.forms import (
    cells,
)
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import (
    DigitSet,
    Pair,
    Statement,
)
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class Renban(Constraint):
    """The digits are all different and consecutive, in any order."""

    keys: ClassVar[tuple[Key, ...]] = (
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
    word: ClassVar[str] = "renban"
    cells: CellList = cells()

    def holds(self, values: Values) -> bool:
        found = known(self.seen(values))
        if len(self.at) > len(self.digits):
            return False
        return distinct(found) and (not found or max(found) - min(found) < len(self.at))

    def statement(self) -> Statement:
        size = len(self.at)
        windows = tuple(
            frozenset(range(first, first + size)) for first in range(self.digits[0], self.digits[-1] - size + 2)
        )
        near = frozenset((x, y) for x in self.digits for y in self.digits if 0 < abs(x - y) < size)
        return (DigitSet(self.at, windows), *(Pair(a, b, near) for a, b in combinations(self.at, 2)))

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "renban"),)
