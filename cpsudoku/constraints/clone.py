"""Clones: cells that repeat others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import artwork, fpuzzles
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import Cells, cells, part
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Statement, relation
from cpsudoku.constraints.shapes import Shade, Shape
from cpsudoku.errors import ConstraintError


@dataclass(frozen=True, repr=False)
class Clone(Constraint):
    """Each of the cells equals the one at the same position of *clone_cells*."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Clones("clone"),
        artwork.Drawn("clone", r"\bclones?\b"),
    )
    word: ClassVar[str] = "clone"
    cells: CellList = cells()
    clone_cells: CellList = part(Cells())

    def check(self) -> None:
        if len(self.at) != len(self.numbers("clone_cells")):
            raise ConstraintError("it takes as many clones as cells")

    def _pairs(self) -> list[tuple[int, int]]:
        return [(a, b) for a, b in zip(self.at, self.numbers("clone_cells")) if a != b]

    def holds(self, values: Values) -> bool:
        return all(a is None or b is None or a == b for a, b in ((values[x], values[y]) for x, y in self._pairs()))

    def statement(self) -> Statement:
        return tuple(relation(a, b, self.digits, lambda x, y: x == y) for a, b in self._pairs())

    def shapes(self) -> tuple[Shape, ...]:
        return (Shade(self.places(), "clone"), Shade(self.places("clone_cells"), "clone"))
