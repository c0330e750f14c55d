"""Regular expressions over digits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.expression import Expression
from cpsudoku.constraints.forms import Text, cells, part
from cpsudoku.constraints.given import CellList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Statement, machine
from cpsudoku.constraints.shapes import Line, Shape
from cpsudoku.errors import ConstraintError


@dataclass(frozen=True, repr=False)
class Regex(Constraint):
    """The digits along the line, written as characters (A for 10, B for 11, ...), match the expression *pattern*.

    It may use characters, `.`, classes `[1-3]` and `[^5]`, groups, `|`, `*`, `+`, `?` and `{m,n}`.
    """

    keys: ClassVar[tuple[Key, ...]] = (iss.Pattern("Regex"),)
    word: ClassVar[str] = "regex"
    cells: CellList = cells()
    pattern: str = part(Text())

    def check(self) -> None:
        if self.digits[-1] > 35:
            raise ConstraintError("regular expressions know digits up to 35 (Z)")
        self._machine()

    def _machine(self) -> Expression:
        return Expression.parse(self.pattern)

    def holds(self, values: Values) -> bool:
        made = self._machine()
        front = made.start
        for value in self.seen(values):
            digits = self.digits if value is None else (value,)
            front = frozenset(to for d in digits for to in made.step(front, d))
        return made.accepts(front)

    def statement(self) -> Statement:
        made = self._machine()

        def step(position: int, state: Any, digit: int) -> Any:
            return made.step(state, digit) or None

        def accepts(state: Any) -> bool:
            return made.accepts(state)

        return machine(self.at, self.digits, made.start, step, accepts)

    def shapes(self) -> tuple[Shape, ...]:
        return (Line(self.places(), "regex"),)
