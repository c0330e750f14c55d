"""Skyscrapers: how many are seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import cells, number
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.lines import outside
from cpsudoku.constraints.primitives import Statement, machine
from cpsudoku.constraints.shapes import Shape


@dataclass(frozen=True, repr=False)
class Skyscraper(Constraint):
    """*count* cells of the line are higher than all before them; a 0 is never seen."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Outside("skyscraper", "count"),
        iss.Sides("Skyscraper", "count"),
        artwork.Drawn("skyscraper", r"(skyscraper|buildings?\b)", "outside", never=r"hidden"),
    )
    word: ClassVar[str] = "skyscraper"
    marks: ClassVar[str] = "line"
    cells: CellList = cells()
    count: int = number()

    def holds(self, values: Values) -> bool:
        front: set[Any] = {(0, 0)}
        for value in self.seen(values):
            digits = self.digits if value is None else (value,)
            front = {to for state in front for d in digits if (to := self._step(0, state, d)) is not None}
        return any(count == self.count for _, count in front)

    def _step(self, position: int, state: Any, digit: int) -> Any:
        most, count = state
        if digit <= most:
            return state
        return (digit, count + 1) if count < self.count else None

    def statement(self) -> Statement:
        def accepts(state: Any) -> bool:
            return bool(state[1] == self.count)

        return machine(self.at, self.digits, (0, 0), self._step, accepts, (self.word, self.count))

    def shapes(self) -> tuple[Shape, ...]:
        return (outside(self.places(), str(self.count), "skyscraper"),)
