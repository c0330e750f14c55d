"""Equality cages: as many odd as even, as many low as high."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values, distinct, known
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Different, Statement, machine
from cpsudoku.constraints.shapes import Outline, Shape
from cpsudoku.errors import ConstraintError


@dataclass(frozen=True, repr=False)
class EqualityCage(Constraint):
    """All different, as many odd digits as even ones, and as many of the lower half as of the upper half."""

    keys: ClassVar[tuple[Key, ...]] = (iss.Cells("EqualityCage"),)
    word: ClassVar[str] = "equality_cage"
    cells: CellList = cells()

    def check(self) -> None:
        if len(self.at) > len(self.digits):
            raise ConstraintError(f"{len(self.at)} cells cannot be all different with {len(self.digits)} digits")

    def _side(self, digit: int) -> int:
        """-1 low, 1 high, 0 the middle of an odd number of digits."""
        half = len(self.digits) // 2
        return (digit >= self.digits[-1] - half + 1) - (digit < self.digits[0] + half)

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        found = known(seen)
        left = len(seen) - len(found)
        odd = sum(value % 2 for value in found)
        low = sum(self._side(value) < 0 for value in found)
        high = sum(self._side(value) > 0 for value in found)
        half = len(seen) // 2
        balanced = odd <= half and len(found) - odd <= half and abs(low - high) <= left
        return distinct(found) and len(seen) % 2 == 0 and balanced

    def statement(self) -> Statement:
        def step(position: int, state: Any, digit: int) -> Any:
            parity, side = state
            return parity + (1 if digit % 2 else -1), side + self._side(digit)

        made = machine(self.at, self.digits, (0, 0), step, lambda state: state == (0, 0), (self.word,))
        return (Different(self.at), *made)

    def shapes(self) -> tuple[Shape, ...]:
        return (Outline(self.places(), "equality_cage", "="),)
