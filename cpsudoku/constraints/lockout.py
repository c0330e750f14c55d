"""Lockout lines: the ends keep their range to themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, known
from cpsudoku.constraints.forms import Number, cells, part
from cpsudoku.constraints.given import CellList, NumberOrUsual
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Primitive, Statement, machine, relation
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class Lockout(Constraint):
    """The two ends differ by at least *difference*; no cell between them holds a digit from the one to the other."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Lines("lockout", value="difference"),
        iss.Cells("Lockout", "difference"),
        artwork.Drawn(
            "lockout",
            r"\block(ed|ing)?[ -]?out|(?=.*diamond)(?=.*(differ|outside|not be between|higher|lower))",
            "ended line",
            number=("difference", r"at least (\w+)"),
        ),
    )
    word: ClassVar[str] = "lockout"
    cells: CellList = cells(2)
    difference: NumberOrUsual = part(Number(0, optional=True), default=None)

    def settle(self, siblings: tuple[Constraint, ...]) -> None:
        if self.difference is None:
            self.fill("difference", len(self.digits) // 2)

    def holds(self, values: Values) -> bool:
        first, *inner, last = self.seen(values)
        if first is None or last is None:
            return True
        low, high = min(first, last), max(first, last)
        return high - low >= self.difference and not any(low <= value <= high for value in known(inner))

    def statement(self) -> Statement:
        def step(position: int, state: Any, digit: int) -> Any:
            if position == 0:
                return digit
            if position == 1:
                return (state, digit) if state != digit else None
            end, inner = state
            low, high = min(end, digit), max(end, digit)
            return "yes" if not low <= inner <= high else None

        first, *inner, last = self.at
        apart = relation(first, last, self.digits, lambda x, y: abs(x - y) >= self.difference, self.difference)
        found: list[Primitive] = [apart]
        for cell in inner:
            found += machine((first, cell, last), self.digits, None, step, lambda state: state == "yes", (self.word,))
        return tuple(found)

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "lockout", start="circle", end="circle"),)
