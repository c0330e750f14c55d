"""Between lines: the ends enclose what lies between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from cpsudoku.constraints import artwork, fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, known
from cpsudoku.constraints.forms import cells
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Primitive, Statement, machine
from cpsudoku.constraints.shapes import Line, Shape


@dataclass(frozen=True, repr=False)
class Between(Constraint):
    """The cells between the two ends of the line hold digits strictly between those of the ends."""

    keys: ClassVar[tuple[Key, ...]] = (
        fpuzzles.Lines("betweenline"),
        iss.Cells("Between"),
        artwork.Drawn(
            "between",
            r"\bbetween lines?\b|(?=.*\bline)(?=.*\b(between|inside)\b)(?=.*(circle|bulb|\bends?\b))",
            "ended line",
            never=r"differ",
        ),
    )
    word: ClassVar[str] = "between"
    cells: CellList = cells(2)

    def holds(self, values: Values) -> bool:
        seen = self.seen(values)
        first, *inner, last = seen
        if first is None or last is None or not inner:
            return True
        low, high = min(first, last), max(first, last)
        return high - low > 1 and all(low < value < high for value in known(inner))

    def statement(self) -> Statement:
        first, *inner, last = self.at
        found: list[Primitive] = []
        for cell in inner:
            found += machine((first, cell, last), self.digits, None, _step, lambda state: state == "yes", (self.word,))
        return tuple(found)

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "between", start="circle", end="circle"),)


def _step(position: int, state: Any, digit: int) -> Any:
    if position == 0:
        return digit
    if position == 1:
        return (state, digit) if state != digit else None
    end, inner = state
    return "yes" if min(end, digit) < inner < max(end, digit) else None
