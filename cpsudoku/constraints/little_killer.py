"""Little killer: the sum along a diagonal."""

from __future__ import annotations

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.families import SumRule
from cpsudoku.constraints.forms import CellList, cells, constraint, number


@constraint
class LittleKiller(SumRule):
    """Digits along the indicated diagonal sum to the number outside the grid and may repeat."""

    keys = (
        fpuzzles.Diagonals("littlekillersum", "sum"),
        iss.Diagonals("LittleKiller"),
        artwork.Drawn("little_killer", r"little killer|(?=.*\bdiagonal)(?=.*(\bsum|total|\badd))", "diagonal clue"),
    )
    word = "little_killer"
    marks = "diagonal"
    figure = shapes.Outside()
    cells: CellList = cells()
    sum: int = number()

    def terms(self) -> list[tuple[int, int]]:
        return [(cell, 1) for cell in self.at]

    def total(self) -> int:
        return self.sum

    def shapes(self) -> tuple[shapes.Shape, ...]:
        if len(self.at) > 1:
            return super().shapes()
        # a diagonal of one cell runs into the nearest corner
        ((r, c),) = self.places()
        step = (1 if r else -1, 1 if c else -1)
        return (shapes.Outside((r - step[0], c - step[1]), step, str(self.sum), self.word),)
