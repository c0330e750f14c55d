"""One of several lists of rules holds."""

from __future__ import annotations

from cpsudoku.constraints import iss, shapes
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import RuleLists, constraint, part
from cpsudoku.constraints.primitives import AnyOf, Statement, nested
from cpsudoku.constraints.text import Rules


@constraint
class Or(Constraint):
    """At least one of the *options* holds. An option is a list of rules that all hold."""

    keys = (iss.Composite("Or", part="options"),)
    word = "or"
    options: RuleLists = part(Rules(lists=True))

    def holds(self, values: Values) -> bool:
        return any(all(rule.holds(values) for rule in option) for option in self.options)

    def statement(self) -> Statement:
        return (AnyOf(tuple(tuple(p for rule in option for p in nested(rule)) for option in self.options)),)

    def describe(self) -> str:
        return "one of: " + " | ".join(" and ".join(rule.describe() for rule in option) for option in self.options)

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return tuple(shape for rule in self.inner for shape in rule.shapes())
