"""Odd cells."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, shapes
from cpsudoku.constraints.families import CellRule
from cpsudoku.constraints.forms import CellList, cells, constraint


@constraint
class Odd(CellRule):
    """The cells contain odd digits."""

    keys = (
        fpuzzles.Marks("odd"),
        artwork.Drawn("odd", r"(?=.*\bodd\b)(?=.*circle)", "disc", never=r"how many|number of|surround"),
    )
    word = "odd"
    marks = "cell"
    cells: CellList = cells()

    def allows(self, digit: int) -> bool:
        return digit % 2 == 1

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return self.draw_each(shapes.Pill(), zip(self.at))
