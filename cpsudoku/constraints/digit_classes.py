"""Kinds that sort the digits into classes: thirds, remainders."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, LineRule, Values, distinct, known
from cpsudoku.constraints.forms import constraint, number
from cpsudoku.constraints.patterns import squares
from cpsudoku.constraints.primitives import Clause, Is, Pair, Statement, pairs_allowed
from cpsudoku.errors import ConstraintError


class ThirdsRule(Constraint):
    """The classes of digits are low, middle and high ones."""

    def check(self) -> None:
        if len(self.digits) % 3:
            raise ConstraintError(f"{len(self.digits)} digits cannot be cut into low, middle and high")

    def class_of(self, digit: int) -> int:
        """The class of a digit: 0 low, 1 middle, 2 high."""
        return (digit - self.digits[0]) // (len(self.digits) // 3)


class PeriodicRule(Constraint):
    """On the line, digits of one class are exactly *mod* cells apart, or a multiple of it. There are *mod* classes."""

    mod = 3

    def class_of(self, digit: int) -> int:
        """The class of a digit."""
        raise NotImplementedError

    def holds(self, values: Values) -> bool:
        classes = [None if value is None else self.class_of(value) for value in self.seen(values)]
        return all(distinct(classes[k : k + self.mod]) for k in range(len(classes)))

    def statement(self) -> Statement:
        found = []
        for apart in range(1, self.mod + 1):
            test = self._equal if apart == self.mod else self._unequal
            allowed = pairs_allowed(self.digits, test, self.word, self.parameters())
            found += [Pair(a, b, allowed) for a, b in zip(self.at, self.at[apart:])]
        return tuple(found)

    def _equal(self, a: int, b: int) -> bool:
        return self.class_of(a) == self.class_of(b)

    def _unequal(self, a: int, b: int) -> bool:
        return not self._equal(a, b)


class SquareRule(Constraint):
    """Every 2x2 square holds a digit of each of three classes."""

    def class_of(self, digit: int) -> int:
        """The class of a digit: 0, 1 or 2."""
        raise NotImplementedError

    def holds(self, values: Values) -> bool:
        for square in squares(self.board):
            digits = known(values[cell] for cell in square)
            if 3 - len(set(map(self.class_of, digits))) > 4 - len(digits):
                return False
        return True

    def statement(self) -> Statement:
        classes = [[digit for digit in self.digits if self.class_of(digit) == number] for number in range(3)]
        return tuple(
            Clause(tuple(Is(cell, digit) for cell in square for digit in digits))
            for square in squares(self.board)
            for digits in classes
        )


@constraint
class Entropic(LineRule, ThirdsRule, PeriodicRule):
    """Any three consecutive cells on the line contain a low, a middle and a high digit.

    On a line of two cells the two digits are of different thirds.
    """

    keys = (
        fpuzzles.Lines("entropicline"),
        iss.Cells("Entropic"),
        artwork.Drawn(
            "entropic", r"\bentrop|(?=.*\blines?\b)(?=.*\blow)(?=.*\b(mid|medium))(?=.*\bhigh)", "line", "orange"
        ),
    )


@constraint
class Modular(LineRule, PeriodicRule):
    """Any three consecutive digits on the line have different remainders when divided by 3.

    *mod* states another number than 3.
    """

    keys = (
        fpuzzles.Lines("modularline", value="mod"),
        iss.Cells("Modular", "mod", usual=3),
        artwork.Drawn(
            "modular",
            r"\bmodular|(?=.*\blines?\b)(?=.*(modulo|\bmod ?3|remainder|147|1, ?4,? (and|or)? ?7))",
            "line",
            "blue",
        ),
    )
    mod: int = number(default=3, least=2)

    def class_of(self, digit: int) -> int:
        return digit % self.mod


@constraint
class GlobalEntropy(ThirdsRule, SquareRule):
    """Every 2x2 square contains a low, a middle and a high digit."""

    keys = (iss.Bare("GlobalEntropy"),)


@constraint
class GlobalMod(SquareRule):
    """Every 2x2 square contains a digit of each of the sets {1,4,7}, {2,5,8} and {3,6,9}.

    On other boards: a digit of each remainder modulo 3.
    """

    keys = (iss.Bare("GlobalMod"),)

    def class_of(self, digit: int) -> int:
        return digit % 3
