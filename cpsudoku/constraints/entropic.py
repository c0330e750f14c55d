"""Entropic lines: low, middle and high in every three."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, distinct
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Pair, Statement, pairs_allowed
from cpsudoku.constraints.shapes import Line, Shape
from cpsudoku.errors import ConstraintError


@dataclass(frozen=True, repr=False)
class Entropic(Constraint):
    """Every three consecutive cells hold a low, a middle and a high digit; a line of two, two of these."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Lines("entropicline"),
        iss.Cells("Entropic"),
        artwork.Drawn(
            "entropic", r"\bentrop|(?=.*\blines?\b)(?=.*\blow)(?=.*\b(mid|medium))(?=.*\bhigh)", "line", "orange"
        ),
    )
    word: ClassVar[str] = "entropic"
    cells: CellList = cells()

    def check(self) -> None:
        if len(self.digits) % 3:
            raise ConstraintError(f"{len(self.digits)} digits cannot be cut into low, middle and high")

    def _third(self, digit: int) -> int:
        return (digit - self.digits[0]) // (len(self.digits) // 3)

    def holds(self, values: Values) -> bool:
        thirds = [None if value is None else self._third(value) for value in self.seen(values)]
        return all(distinct(thirds[k : k + 3]) for k in range(len(thirds)))

    def statement(self) -> Statement:
        other = pairs_allowed(self.digits, lambda x, y: self._third(x) != self._third(y), *self.digits)
        same = pairs_allowed(self.digits, lambda x, y: self._third(x) == self._third(y), *self.digits)
        found = []
        for apart, allowed in ((1, other), (2, other), (3, same)):
            found += [Pair(a, b, allowed) for a, b in zip(self.at, self.at[apart:])]
        return tuple(found)

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "entropic"),)
