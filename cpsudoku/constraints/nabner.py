"""Nabner lines: no two digits equal or consecutive."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles
from cpsudoku.constraints.base import Constraint, Values, every_two
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Pair, Statement, pairs_allowed
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class Nabner(Constraint):
    """No two cells of the line are equal or consecutive, wherever they are on it."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Lines("nabner"),
        artwork.Drawn(
            "nabner",
            r"\bnabner|(?=.*\blines?\b)(?=.*(no two|not be|cannot be|never be).{0,40}consecutive)",
            "line",
            "yellow",
        ),
    )
    word: ClassVar[str] = "nabner"
    cells: CellList = cells(2)

    def holds(self, values: Values) -> bool:
        return all(abs(a - b) > 1 for a, b in every_two(self.seen(values)))

    def statement(self) -> Statement:
        apart = pairs_allowed(self.digits, lambda x, y: abs(x - y) > 1)
        return tuple(Pair(a, b, apart) for a, b in combinations(self.at, 2))

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "nabner"),)
