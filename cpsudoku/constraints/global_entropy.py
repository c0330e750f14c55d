"""Global entropy: low, middle and high in every square."""

from __future__ import annotations

from cpsudoku.constraints import iss
from cpsudoku.constraints.families import SquareRule, third
from cpsudoku.constraints.forms import constraint


@constraint
class GlobalEntropy(SquareRule):
    """Every 2x2 square contains a low, a middle and a high digit."""

    keys = (iss.Bare("GlobalEntropy"),)
    word = "global_entropy"

    def check(self) -> None:
        third(self.digits[0], self.digits)

    def class_of(self, digit: int) -> int:
        return third(digit, self.digits)
