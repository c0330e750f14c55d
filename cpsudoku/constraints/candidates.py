"""What cells may hold: a pencil mark that is a clue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import fpuzzles, iss
from cpsudoku.constraints.base import (
    Constraint,
    Values,
    known,
)
from cpsudoku.constraints.forms import (
    Numbers,
    cells,
    part,
)
from cpsudoku.constraints.given import CellList, NumberList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import (
    Clause,
    Is,
    Statement,
)
from cpsudoku.constraints.shapes import Outline, Shape


@dataclass(frozen=True, repr=False)
class Candidates(Constraint):
    """Each cell holds one of *values*: a clue that allows several digits."""

    keys: ClassVar[tuple[Key, ...]] = (fpuzzles.InCells("givenPencilMarks"), iss.Given(""))
    word: ClassVar[str] = "candidates"
    cells: CellList = cells()
    values: NumberList = part(Numbers())

    def holds(self, values: Values) -> bool:
        return all(value in self.values for value in known(self.seen(values)))

    def statement(self) -> Statement:
        kept = [value for value in dict.fromkeys(self.values) if value in self.digits]
        return tuple(Clause(tuple(Is(cell, value) for value in kept)) for cell in self.at)

    def shapes(self) -> tuple[Shape, ...]:
        return (Outline(self.places(), "candidates", "".join(map(str, self.values))),)
