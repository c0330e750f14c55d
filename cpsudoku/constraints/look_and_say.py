"""Look-and-say cages: how often which digit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import Pairs, cells, part
from cpsudoku.constraints.given import CellList, PairList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Clause, Is, Statement, counted
from cpsudoku.constraints.shapes import Outline, Shape


@dataclass(frozen=True, repr=False)
class LookAndSay(Constraint):
    """Each (count, digit) of *pairs*: the digit is in exactly so many of the cells."""

    keys: ClassVar[tuple[Key, ...]] = (iss.Spoken("LookAndSay"),)
    word: ClassVar[str] = "look_and_say"
    cells: CellList = cells()
    pairs: PairList = part(Pairs())

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

    def shapes(self) -> tuple[Shape, ...]:
        return (Outline(self.places(), "look_and_say", "".join(f"{count}{digit}" for count, digit in self.pairs)),)
