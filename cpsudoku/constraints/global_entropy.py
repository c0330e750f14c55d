"""Global entropy: low, middle and high in every square."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values, known, squares
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Clause, Is, Statement
from cpsudoku.errors import ConstraintError


@dataclass(frozen=True, repr=False)
class GlobalEntropy(Constraint):
    """Every 2x2 square holds a digit of each third of the range: low, middle and high."""

    keys: ClassVar[tuple[Key, ...]] = (iss.Bare("GlobalEntropy"),)
    word: ClassVar[str] = "global_entropy"

    def check(self) -> None:
        if len(self.digits) % 3:
            raise ConstraintError(f"{len(self.digits)} digits cannot be cut into low, middle and high")

    def holds(self, values: Values) -> bool:
        third = len(self.digits) // 3
        for square in squares(self.board):
            found = known(values[cell] for cell in square)
            groups = {(value - self.digits[0]) // third for value in found}
            if 3 - len(groups) > 4 - len(found):
                return False
        return True

    def statement(self) -> Statement:
        third = len(self.digits) // 3
        thirds = [self.digits[k * third : k * third + third] for k in range(3)]
        return tuple(
            Clause(tuple(Is(cell, digit) for cell in square for digit in group))
            for square in squares(self.board)
            for group in thirds
        )
