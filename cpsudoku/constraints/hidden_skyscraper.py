"""Hidden skyscrapers: the first that is not seen."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, ClassVar

from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import cells, number
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.lines import outside
from cpsudoku.constraints.primitives import Statement, machine
from cpsudoku.constraints.shapes import Shape


@dataclass(frozen=True, repr=False)
class HiddenSkyscraper(Constraint):
    """The first cell of the line that is not higher than all before it holds *value*."""

    keys: ClassVar[tuple[Key, ...]] = (iss.Sides("HiddenSkyscraper", "value"),)
    word: ClassVar[str] = "hidden_skyscraper"
    marks: ClassVar[str] = "line"
    cells: CellList = cells(2)
    value: int = number()

    def _step(self, position: int, state: Any, digit: int) -> Any:
        if state == "found":
            return state
        if digit > state:
            return digit
        return "found" if digit == self.value else None

    def holds(self, values: Values) -> bool:
        front: set[Hashable] = {-1}
        for value in self.seen(values):
            digits = self.digits if value is None else (value,)
            front = {to for state in front for d in digits if (to := self._step(0, state, d)) is not None}
        return "found" in front

    def statement(self) -> Statement:
        return machine(self.at, self.digits, -1, self._step, lambda state: state == "found", (self.word, self.value))

    def shapes(self) -> tuple[Shape, ...]:
        return (outside(self.places(), str(self.value), "hidden_skyscraper"),)
