"""One of several lists of rules holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import part
from cpsudoku.constraints.given import RuleLists
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.nested import Rules
from cpsudoku.constraints.primitives import AnyOf, Statement, nested
from cpsudoku.constraints.shapes import Shape


@dataclass(frozen=True, repr=False)
class Or(Constraint):
    """At least one of *options*, each a list of rules, holds entirely."""

    keys: ClassVar[tuple[Key, ...]] = (iss.Composite("Or", part="options"),)
    word: ClassVar[str] = "or"
    options: RuleLists = part(Rules(lists=True))

    def holds(self, values: Values) -> bool:
        return any(all(rule.holds(values) for rule in option) for option in self.options)

    def statement(self) -> Statement:
        return (AnyOf(tuple(tuple(p for rule in option for p in nested(rule)) for option in self.options)),)

    def describe(self, board: Geometry | None = None) -> str:
        return "one of: " + " | ".join(" and ".join(rule.describe() for rule in option) for option in self.options)

    def shapes(self) -> tuple[Shape, ...]:
        return tuple(shape for rule in self.inner for shape in rule.shapes())
