"""Several rules as one."""

from __future__ import annotations

from cpsudoku.constraints import iss, shapes
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import RuleList, constraint, part
from cpsudoku.constraints.primitives import Statement, nested
from cpsudoku.constraints.text import Rules


@constraint
class And(Constraint):
    """All the *rules* hold."""

    keys = (iss.Composite("And", part="rules"),)
    word = "and"
    conjunction = True
    rules: RuleList = part(Rules())

    def holds(self, values: Values) -> bool:
        return all(rule.holds(values) for rule in self.rules)

    def statement(self) -> Statement:
        return tuple(p for rule in self.rules for p in nested(rule))

    def describe(self) -> str:
        return " and ".join(rule.describe() for rule in self.rules)

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return tuple(shape for rule in self.inner for shape in rule.shapes())
