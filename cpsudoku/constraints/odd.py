"""Odd cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles
from cpsudoku.constraints.base import Constraint, Values, known
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Clause, Is, Statement
from cpsudoku.constraints.shapes import Pill, Shape


@dataclass(frozen=True, repr=False)
class Odd(Constraint):
    """Each cell holds an odd digit."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Marks("odd"),
        artwork.Drawn("odd", r"(?=.*\bodd\b)(?=.*circle)", "disc", never=r"how many|number of|surround"),
    )
    word: ClassVar[str] = "odd"
    marks: ClassVar[str] = "cell"
    cells: CellList = cells()

    def holds(self, values: Values) -> bool:
        return all(value % 2 for value in known(self.seen(values)))

    def statement(self) -> Statement:
        return tuple(Clause(tuple(Is(cell, d) for d in self.digits if d % 2)) for cell in self.at)

    def shapes(self) -> tuple[Shape, ...]:
        return tuple(Pill((place,), "odd") for place in self.places())
