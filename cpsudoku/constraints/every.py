"""Several rules as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import part
from cpsudoku.constraints.given import RuleList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.nested import Rules
from cpsudoku.constraints.primitives import Statement, nested
from cpsudoku.constraints.shapes import Shape


@dataclass(frozen=True, repr=False)
class And(Constraint):
    """All the *rules* hold."""

    keys: ClassVar[tuple[Key, ...]] = (iss.Composite("And", part="rules"),)
    word: ClassVar[str] = "and"
    conjunction: ClassVar[bool] = True
    rules: RuleList = part(Rules())

    def holds(self, values: Values) -> bool:
        return all(rule.holds(values) for rule in self.rules)

    def statement(self) -> Statement:
        return tuple(p for rule in self.rules for p in nested(rule))

    def describe(self, board: Geometry | None = None) -> str:
        return " and ".join(rule.describe() for rule in self.rules)

    def shapes(self) -> tuple[Shape, ...]:
        return tuple(shape for rule in self.inner for shape in rule.shapes())
