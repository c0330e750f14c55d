"""Even cells."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, shapes
from cpsudoku.constraints.families import CellRule
from cpsudoku.constraints.forms import CellList, cells, constraint


@constraint
class Even(CellRule):
    """The cells contain even digits."""

    keys = (
        fpuzzles.Marks("even"),
        artwork.Drawn("even", r"(?=.*\beven\b)(?=.*square)", "square", never=r"how many|number of|surround"),
    )
    word = "even"
    marks = "cell"
    figure = shapes.Shade()
    cells: CellList = cells()

    def allows(self, digit: int) -> bool:
        return digit % 2 == 0
