"""Rules of rules."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import require
from ..parts import Either, Part
from .base import Rule, rule_lists, rules


class And(Rule):
    """All the `rules` hold."""

    kind, needs = "and", {"rules": rules}
    rules: tuple[Rule, ...]

    def holds(self, digits: Sequence[int]) -> bool:
        return all(rule.holds(digits) for rule in self.rules)

    def parts(self) -> list[Part]:
        return [part for rule in self.rules for part in rule.parts()]


class Or(Rule):
    """All rules of at least one of `options` hold."""

    kind, needs = "or", {"options": rule_lists}
    options: tuple[tuple[Rule, ...], ...]

    def holds(self, digits: Sequence[int]) -> bool:
        return any(all(rule.holds(digits) for rule in option) for option in self.options)

    def parts(self) -> list[Part]:
        return [Either(tuple(tuple(part for rule in option for part in rule.parts()) for option in self.options))]


class Not(Rule):
    """The one rule inside does not hold."""

    kind, needs = "not", {"rule": rules}
    rule: tuple[Rule, ...]

    def check(self) -> None:
        require(len(self.rule) == 1, f"not: {len(self.rule)} rules inside")

    def holds(self, digits: Sequence[int]) -> bool:
        return not self.rule[0].holds(digits)

    def parts(self) -> list[Part]:
        denied = (tuple(part.denied(self.place.digits)) for part in self.rule[0].parts())
        return [Either(tuple(denied))]
