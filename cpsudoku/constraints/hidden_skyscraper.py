"""Hidden skyscrapers: the first that is not seen."""

from __future__ import annotations

from typing import Any

from cpsudoku.constraints import iss, shapes
from cpsudoku.constraints.families import MachineRule
from cpsudoku.constraints.forms import CellList, cells, constraint, number


@constraint
class HiddenSkyscraper(MachineRule):
    """Digits are skyscrapers of that height. A clue is the first skyscraper, seen from it, that an earlier one hides.

    *value* is the clue.
    """

    keys = (iss.Sides("HiddenSkyscraper", "value"),)
    word = "hidden_skyscraper"
    marks = "line"
    figure = shapes.Outside()
    cells: CellList = cells(2)
    value: int = number()
    start = -1

    def step(self, position: int, state: Any, digit: int) -> Any:
        if state == "found":
            return state
        if digit > state:
            return digit
        return "found" if digit == self.value else None

    def accepts(self, state: Any) -> bool:
        return bool(state == "found")
