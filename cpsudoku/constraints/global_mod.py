"""Every remainder in every square."""

from __future__ import annotations

from cpsudoku.constraints import iss
from cpsudoku.constraints.families import SquareRule
from cpsudoku.constraints.forms import constraint


@constraint
class GlobalMod(SquareRule):
    """Every 2x2 square contains a digit of each of the sets {1,4,7}, {2,5,8} and {3,6,9}.

    On other boards: a digit of each remainder modulo 3.
    """

    keys = (iss.Bare("GlobalMod"),)
    word = "global_mod"

    def class_of(self, digit: int) -> int:
        return digit % 3
