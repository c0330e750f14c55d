"""Equality cages: as many odd as even, as many low as high."""

from __future__ import annotations

from typing import Any

from cpsudoku.constraints import iss, shapes
from cpsudoku.constraints.base import Values, distinct, known
from cpsudoku.constraints.families import DifferentCells
from cpsudoku.constraints.forms import constraint
from cpsudoku.constraints.primitives import Different, Statement, machine


@constraint
class EqualityCage(DifferentCells):
    """Digits in the cage do not repeat. It contains as many odd digits as even digits, and as many low as high ones."""

    keys = (iss.Cells("EqualityCage"),)
    word = "equality_cage"
    figure = shapes.Outline()

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

        balanced_sums = machine(self.at, self.digits, (0, 0), step, lambda state: state == (0, 0), (self.word,))
        return (Different(self.at), *balanced_sums)

    def label(self) -> str:
        return "="
