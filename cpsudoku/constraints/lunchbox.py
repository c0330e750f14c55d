"""Lunchboxes: what lies between the lowest and the highest digit of the box."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from cpsudoku.constraints import iss, shapes
from cpsudoku.constraints.base import Values, distinct, known
from cpsudoku.constraints.families import DifferentCells
from cpsudoku.constraints.forms import CellList, cells, constraint, number
from cpsudoku.constraints.primitives import NEVER, AnyOf, Different, Statement, machine


@constraint
class Lunchbox(DifferentCells):
    """Digits do not repeat on the line. Digits between the lowest and the highest of them sum to the clue."""

    keys = (iss.Cells("Lunchbox", "sum"),)
    word = "lunchbox"
    figure = shapes.Outline()
    cells: CellList = cells(2)
    sum: int = number()

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        if not distinct(seen):
            return False
        found = known(seen)
        if len(found) < len(seen):
            return True
        a, b = sorted((found.index(min(found)), found.index(max(found))))
        return bool(sum(found[a + 1 : b]) == self.sum)

    def statement(self) -> Statement:
        found = []
        for lo, hi in combinations(self.digits, 2):
            inside = range(lo, hi + 1)
            if len(inside) >= len(self.at):
                step = _Step(lo, hi, self.sum)
                found.append(machine(self.at, inside, "before", step, lambda s: s == "after", (self.word, step)))
        kept = tuple(statement for statement in found if statement != NEVER)
        return (Different(self.at), AnyOf(kept)) if kept else NEVER


@dataclass(frozen=True)
class _Step:
    """The machine that adds up what lies between *lo* and *hi*, the lowest and highest digit."""

    lo: int
    hi: int
    sum: int

    def __call__(self, position: int, state: Any, digit: int) -> Any:
        crust = digit in (self.lo, self.hi)
        if state == "after":
            return None if crust else state
        if state == "before":
            return (self.lo + self.hi - digit, 0) if crust else state
        end, total = state
        if crust:
            return "after" if digit == end and total == self.sum else None
        return (end, total + digit) if total + digit <= self.sum else None
