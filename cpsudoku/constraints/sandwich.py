"""Sandwich sums: what lies between the lowest and the highest digit."""

from __future__ import annotations

from typing import Any

from cpsudoku.constraints import artwork, fpuzzles, iss, shapes
from cpsudoku.constraints.families import MachineRule
from cpsudoku.constraints.forms import CellList, cells, constraint, number


@constraint
class Sandwich(MachineRule):
    """A clue outside the grid is the sum of the digits between the lowest and the highest digit in that row or column.

    These are the digits of the board (1 and 9); if one repeats, the first counts. *sum* is the clue.
    """

    keys = (
        fpuzzles.Outside("sandwichsum", "sum"),
        iss.Row("Sandwich", "sum"),
        artwork.Drawn(
            "sandwich",
            r"sandwich|between the 1 and|\bsums? of (the |all )*(digits|numbers) (\w+ )?between 1 and 9",
            "outside",
            never=r"\beven\b|\bodd\b|\bnot\b.*given",
        ),
    )
    word = "sandwich"
    marks = "line either way"
    figure = shapes.Outside()
    cells: CellList = cells(2)
    sum: int = number()
    start = "before"

    def step(self, position: int, state: Any, digit: int) -> Any:
        lo, hi = self.digits[0], self.digits[-1]
        if state == "after":
            return state
        if state == "before":
            return (hi, 0) if digit == lo else (lo, 0) if digit == hi else state
        end, total = state
        if digit == end:
            return "after" if total == self.sum else None
        return (end, total + digit) if total + digit <= self.sum else None

    def accepts(self, state: Any) -> bool:
        return bool(state == "after")

    def native(self, program: Any) -> bool:
        return bool(program.between(self.at, self.sum))
