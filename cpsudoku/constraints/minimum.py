"""Cells lower than their neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles
from cpsudoku.constraints.base import Constraint, Values, outward
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Statement, relation
from cpsudoku.constraints.shapes import Shade, Shape


@dataclass(frozen=True, repr=False)
class Minimum(Constraint):
    """Each cell is lower than every neighbour at its sides that is not itself one of the cells."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Marks("minimum"),
        artwork.Drawn("minimum", r"\bminim|(lower|smaller|less) than"),
    )
    word: ClassVar[str] = "minimum"
    cells: CellList = cells()

    @property
    def scope(self) -> tuple[int, ...]:
        return tuple(sorted({*self.at, *(b for _, b in outward(self.board, self.at))}))

    def holds(self, values: Values) -> bool:
        pairs = ((values[x], values[y]) for x, y in outward(self.board, self.at))
        return all(a is None or b is None or a < b for a, b in pairs)

    def statement(self) -> Statement:
        return tuple(relation(a, b, self.digits, lambda x, y: x < y) for a, b in outward(self.board, self.at))

    def shapes(self) -> tuple[Shape, ...]:
        return tuple(Shade((place,), "minimum") for place in self.places())
