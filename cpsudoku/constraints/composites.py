"""Rules made of other rules: all, one or none of them."""

from __future__ import annotations

from cpsudoku.constraints import iss
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import RuleList, RuleLists, constraint, part
from cpsudoku.constraints.primitives import AnyOf, Statement, negation, nested
from cpsudoku.constraints.text import Rules
from cpsudoku.errors import ConstraintError


@constraint
class And(Constraint):
    """All the *rules* hold."""

    keys = (iss.Composite("And", written_only=True, part="rules"),)
    word = "and"
    conjunction = True
    rules: RuleList = part(Rules())

    def holds(self, values: Values) -> bool:
        return all(rule.holds(values) for rule in self.rules)

    def statement(self) -> Statement:
        return tuple(p for rule in self.rules for p in nested(rule))

    def describe(self) -> str:
        return " and ".join(rule.describe() for rule in self.rules)


@constraint
class Or(Constraint):
    """At least one of the *options* holds. An option is a list of rules that all hold."""

    keys = (iss.Composite("Or", written_only=True, part="options"),)
    word = "or"
    options: RuleLists = part(Rules(lists=True))

    def holds(self, values: Values) -> bool:
        return any(all(rule.holds(values) for rule in option) for option in self.options)

    def statement(self) -> Statement:
        return (AnyOf(tuple(tuple(p for rule in option for p in nested(rule)) for option in self.options)),)

    def describe(self) -> str:
        return "one of: " + " | ".join(" and ".join(rule.describe() for rule in option) for option in self.options)


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
