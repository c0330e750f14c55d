"""Sum lines (ten lines): pieces that each add up to the same total."""

from __future__ import annotations

from typing import Any

from cpsudoku.constraints import artwork, forms, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Values
from cpsudoku.constraints.families import MachineRule
from cpsudoku.constraints.forms import CellList, cells, constraint, number, part
from cpsudoku.constraints.primitives import NEVER, AnyOf, Statement, machine


@constraint
class SumLine(MachineRule):
    """The line can be divided into segments that each sum to *sum*.

    A *loop* may be cut anywhere.
    """

    keys = (
        fpuzzles.Lines("sumline", value="sum"),
        iss.Loop("SumLine", "sum", usual=10),
        artwork.Drawn(
            "sum_line",
            r"(\bten|10)[- ]line|(?=.*\blines?\b)(?=.*segment)(?=.*\bsum)",
            "line",
            number=("sum", r"\b(ten|\d+)\b"),
        ),
    )
    word = "sum_line"
    figure = shapes.Line()
    cells: CellList = cells()
    sum: int = number(default=10, least=1)
    loop: bool = part(forms.Flag(), default=False)

    def step(self, position: int, state: Any, digit: int) -> Any:
        total = digit + state
        return None if total > self.sum else total % self.sum

    def _starts(self) -> range:
        """What the first segment may have before the beginning of the line, at its end."""
        return range(self.sum if self.loop else 1)

    def holds(self, values: Values) -> bool:
        return any(start in self.ends(values, start) for start in self._starts())

    def statement(self) -> Statement:
        key = (self.word, self.sum)
        found = [machine(self.at, self.digits, start, self.step, start.__eq__, key) for start in self._starts()]
        kept = tuple(statement for statement in found if statement != NEVER)
        return kept[0] if len(kept) == 1 else (AnyOf(kept),) if kept else NEVER
