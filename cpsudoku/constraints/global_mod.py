"""Every remainder in every square."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values, known, squares
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Clause, Is, Statement


@dataclass(frozen=True, repr=False)
class GlobalMod(Constraint):
    """Every 2x2 square holds a digit of each remainder modulo 3: {1,4,7}, {2,5,8} and {3,6,9}."""

    keys: ClassVar[tuple[Key, ...]] = (iss.Bare("GlobalMod"),)
    word: ClassVar[str] = "global_mod"

    def holds(self, values: Values) -> bool:
        for square in squares(self.board):
            found = known(values[cell] for cell in square)
            if 3 - len({value % 3 for value in found}) > 4 - len(found):
                return False
        return True

    def statement(self) -> Statement:
        return tuple(
            Clause(tuple(Is(cell, digit) for cell in square for digit in self.digits if digit % 3 == rest))
            for square in squares(self.board)
            for rest in range(3)
        )
