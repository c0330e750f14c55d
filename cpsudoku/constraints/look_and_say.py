"""Look-and-say cages: how often some digits are in the cage."""

from __future__ import annotations

from cpsudoku.constraints import forms, iss, shapes
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import CellList, PairList, cells, constraint, part
from cpsudoku.constraints.primitives import Clause, Is, Statement, counted


@constraint
class LookAndSay(Constraint):
    """The clue lists, as a count and a digit each, how often some digits are in the cage.

    Each of *pairs* is such a count and digit.
    """

    keys = (iss.Spoken("LookAndSay"),)
    word = "look_and_say"
    figure = shapes.Outline()
    cells: CellList = cells()
    pairs: PairList = part(forms.Pairs())

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        unknown = seen.count(None)
        found = [(count, seen.count(digit)) for count, digit in self.pairs]
        return all(have <= count for count, have in found) and sum(count - have for count, have in found) <= unknown

    def statement(self) -> Statement:
        return tuple(
            counted(self.at, digit, (count,))
            if digit in self.digits
            else Clause(() if count else (Is(self.at[0], self.digits[0]), Is(self.at[0], self.digits[0], False)))
            for count, digit in self.pairs
        )

    def label(self) -> str:
        return "".join(f"{count}{digit}" for count, digit in self.pairs)
