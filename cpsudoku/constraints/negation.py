"""A rule that is broken."""

from __future__ import annotations

from cpsudoku.constraints import shapes
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import RuleList, constraint, part
from cpsudoku.constraints.primitives import Statement, negation
from cpsudoku.constraints.text import Rules
from cpsudoku.errors import ConstraintError


@constraint
class Not(Constraint):
    """The *rule* does not hold: a liar's clue."""

    word = "not"
    rule: RuleList = part(Rules(least=1, most=1))

    def check(self) -> None:
        todo = [*self.rule]
        while todo:
            rule = todo.pop()
            if not rule.determined:
                raise ConstraintError(f"{rule.name} cannot be negated: it says that something exists")
            todo += rule.inner

    def holds(self, values: Values) -> bool:
        if any(values[cell] is None for cell in self.scope):
            return True
        return not self.rule[0].holds(values)

    def statement(self) -> Statement:
        return negation(self.rule[0].statement(), tuple(self.digits))

    def describe(self) -> str:
        return f"not: {self.rule[0].describe()}"

    def shapes(self) -> tuple[shapes.Shape, ...]:
        shown: tuple[shapes.Shape, ...] = self.rule[0].shapes()
        return shown
