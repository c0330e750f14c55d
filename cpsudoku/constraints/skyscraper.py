"""Skyscrapers: how many are seen."""

from __future__ import annotations

from typing import Any

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.families import MachineRule
from cpsudoku.constraints.forms import CellList, cells, constraint, number


@constraint
class Skyscraper(MachineRule):
    """Digits are skyscrapers of that height. A clue is the number of skyscrapers seen from it: higher ones hide lower
    ones.

    *count* is the clue; a 0 is never seen.
    """

    keys = (
        fpuzzles.Outside("skyscraper", "count"),
        iss.Sides("Skyscraper", "count"),
        artwork.Drawn("skyscraper", r"(skyscraper|buildings?\b)", "outside", never=r"hidden"),
    )
    word = "skyscraper"
    marks = "line"
    figure = shapes.Outside()
    cells: CellList = cells()
    count: int = number()
    start = (0, 0)

    def step(self, position: int, state: Any, digit: int) -> Any:
        most, count = state
        if digit <= most:
            return state
        return (digit, count + 1) if count < self.count else None

    def accepts(self, state: Any) -> bool:
        return bool(state[1] == self.count)
