"""Clones: cells that repeat others."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.constraints import artwork, forms, fpuzzles, shapes
from cpsudoku.constraints.families import PairRule
from cpsudoku.constraints.forms import CellList, cells, constraint, part
from cpsudoku.errors import ConstraintError


@constraint
class Clone(PairRule):
    """Clones contain the same digits in the same positions.

    Each of the cells equals the cell at the same position of *clone_cells*.
    """

    keys = (
        fpuzzles.Clones("clone"),
        artwork.Drawn("clone", r"\bclones?\b"),
    )
    word = "clone"
    cells: CellList = cells()
    clone_cells: CellList = part(forms.Cells())

    def check(self) -> None:
        if len(self.at) != len(self.numbers("clone_cells")):
            raise ConstraintError("it takes as many clones as cells")

    def pairs(self) -> Iterable[tuple[int, int]]:
        return [(a, b) for a, b in zip(self.at, self.numbers("clone_cells")) if a != b]

    def allows(self, a: int, b: int) -> bool:
        return a == b

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return self.draw_each(shapes.Shade(), (self.at, self.numbers("clone_cells")))
