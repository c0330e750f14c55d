"""Any cells that are all different."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.constraints import fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, distinct
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Different, Statement
from cpsudoku.constraints.shapes import Outline, Shape
from cpsudoku.errors import ConstraintError


@dataclass(frozen=True, repr=False)
class AllDifferent(Constraint):
    """No two of the cells are equal."""

    keys: ClassVar[tuple[Key, ...]] = (fpuzzles.Cells("extraregion", written_only=True), iss.Cells("AllDifferent"))
    word: ClassVar[str] = "all_different"
    cells: CellList = cells()

    def check(self) -> None:
        if len(self.at) > len(self.digits):
            raise ConstraintError(f"{len(self.at)} cells cannot be all different with {len(self.digits)} digits")

    def holds(self, values: Values) -> bool:
        return distinct(self.seen(values))

    def statement(self) -> Statement:
        return (Different(self.at),)

    def shapes(self) -> tuple[Shape, ...]:
        return (Outline(self.places(), "all_different"),)
