"""Sandwich sums: what lies between the lowest and the highest digit."""

from __future__ import annotations

from collections.abc import Hashable
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
class Sandwich(Constraint):
    """The cells strictly between the first lowest and the first highest digit of the line add up to *sum*."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Outside("sandwichsum", "sum"),
        iss.Row("Sandwich", "sum"),
        artwork.Drawn(
            "sandwich",
            r"sandwich|between the 1 and|\bsums? of (the |all )*(digits|numbers) (\w+ )?between 1 and 9",
            "outside",
            never=r"\beven\b|\bodd\b|\bnot\b.*given",
        ),
    )
    word: ClassVar[str] = "sandwich"
    marks: ClassVar[str] = "line either way"
    cells: CellList = cells(2)
    sum: int = number()

    def _step(self, position: int, state: Any, digit: int) -> Any:
        lo, hi = self.digits[0], self.digits[-1]
        if state == "after":
            return state
        if state == "before":
            return (hi, 0) if digit == lo else (lo, 0) if digit == hi else state
        end, total = state
        if digit == end:
            return "after" if total == self.sum else None
        return (end, total + digit) if total + digit <= self.sum else None

    def holds(self, values: Values) -> bool:
        front: set[Hashable] = {"before"}
        for value in self.seen(values):
            digits = self.digits if value is None else (value,)
            front = {to for state in front for d in digits if (to := self._step(0, state, d)) is not None}
        return "after" in front

    def statement(self) -> Statement:
        return machine(
            self.at, self.digits, "before", self._step, lambda state: state == "after", (self.word, self.sum)
        )

    def native(self, program: Any) -> bool:
        return bool(program.between(self.at, self.sum))

    def shapes(self) -> tuple[Shape, ...]:
        return (outside(self.places(), str(self.sum), "sandwich"),)
