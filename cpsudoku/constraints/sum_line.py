"""Sum lines (ten lines): pieces that each add up to the same total."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import Flag, cells, number, part
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import NEVER, AnyOf, Statement, machine
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class SumLine(Constraint):
    """The line can be cut into consecutive pieces that each add up to *sum*; a *loop* may be cut anywhere."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Lines("sumline", value="sum"),
        iss.Loop("SumLine", "sum", usual=10),
        artwork.Drawn(
            "sum_line",
            r"(\bten|10)[- ]line|(?=.*\blines?\b)(?=.*segment)(?=.*\bsum)",
            "line",
            number=("sum", r"\b(ten|\d+)\b"),
        ),
    )
    word: ClassVar[str] = "sum_line"
    cells: CellList = cells()
    sum: int = number(default=10, least=1)
    loop: bool = part(Flag(), default=False)

    def _step(self, position: int, state: Any, digit: int) -> Any:
        total = digit + state
        return None if total > self.sum else total % self.sum

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        return any(self._cut(seen, start) for start in (range(self.sum) if self.loop else (0,)))

    def _cut(self, seen: list[int | None], start: int) -> bool:
        """Whether pieces fit where *start* of the first one lies before the line's beginning (at its end)."""
        front: set[Any] = {start}
        for value in seen:
            digits = self.digits if value is None else (value,)
            front = {to for total in front for d in digits if (to := self._step(0, total, d)) is not None}
        return start in front

    def statement(self) -> Statement:
        starts = range(self.sum) if self.loop else (0,)
        key = (self.word, self.sum)
        found = [machine(self.at, self.digits, start, self._step, start.__eq__, key) for start in starts]
        kept = tuple(statement for statement in found if statement != NEVER)
        return kept[0] if len(kept) == 1 else (AnyOf(kept),) if kept else NEVER

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "sum_line"),)
