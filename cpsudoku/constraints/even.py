"""Even cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles
from cpsudoku.constraints.base import Constraint, Values, known
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Clause, Is, Statement
from cpsudoku.constraints.shapes import Shade, Shape


@dataclass(frozen=True, repr=False)
class Even(Constraint):
    """Each cell holds an even digit."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Marks("even"),
        artwork.Drawn("even", r"(?=.*\beven\b)(?=.*square)", "square", never=r"how many|number of|surround"),
    )
    word: ClassVar[str] = "even"
    marks: ClassVar[str] = "cell"
    cells: CellList = cells()

    def holds(self, values: Values) -> bool:
        return all(value % 2 == 0 for value in known(self.seen(values)))

    def statement(self) -> Statement:
        return tuple(Clause(tuple(Is(cell, d) for d in self.digits if d % 2 == 0)) for cell in self.at)

    def shapes(self) -> tuple[Shape, ...]:
        return tuple(Shade((place,), "even") for place in self.places())
