"""Little killer: the sum along a diagonal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, can_sum
from cpsudoku.constraints.forms import cells, number
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.lines import outside
from cpsudoku.constraints.primitives import Statement, plain_sum
from cpsudoku.constraints.shapes import Outside, Shape


@dataclass(frozen=True, repr=False)
class LittleKiller(Constraint):
    """The digits along the cells, a diagonal read from the clue outside, add up to *sum*; repeats are allowed."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Diagonals("littlekillersum", "sum"),
        iss.Diagonals("LittleKiller"),
        artwork.Drawn("little_killer", r"little killer|(?=.*\bdiagonal)(?=.*(\bsum|total|\badd))", "diagonal clue"),
    )
    word: ClassVar[str] = "little_killer"
    marks: ClassVar[str] = "diagonal"
    cells: CellList = cells()
    sum: int = number()

    def holds(self, values: Values) -> bool:
        return can_sum(self.seen(values), self.sum, self.digits)

    def statement(self) -> Statement:
        return (plain_sum(self.at, [self.sum]),)

    def shapes(self) -> tuple[Shape, ...]:
        places = self.places()
        if len(places) == 1:  # a diagonal of one cell runs into the nearest corner
            r, c = places[0]
            step = (1 if r else -1, 1 if c else -1)
            return (Outside((r - step[0], c - step[1]), step, str(self.sum), "little_killer"),)
        return (outside(places, str(self.sum), "little_killer"),)
