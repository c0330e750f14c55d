"""Nabner lines: no two digits equal or consecutive."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from cpsudoku.constraints import artwork, fpuzzles, shapes
from cpsudoku.constraints.families import PairRule
from cpsudoku.constraints.forms import CellList, cells, constraint


@constraint
class Nabner(PairRule):
    """No two digits on the line are equal or consecutive, wherever they are on the line."""

    keys = (
        fpuzzles.Lines("nabner"),
        artwork.Drawn(
            "nabner",
            r"\bnabner|(?=.*\blines?\b)(?=.*(no two|not be|cannot be|never be).{0,40}consecutive)",
            "line",
            "yellow",
        ),
    )
    word = "nabner"
    figure = shapes.Line()
    cells: CellList = cells(2)

    def pairs(self) -> Iterable[tuple[int, int]]:
        return combinations(self.at, 2)

    def allows(self, a: int, b: int) -> bool:
        return abs(a - b) > 1
