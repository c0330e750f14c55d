"""Rules that are not houses: what each kind means (`holds`) and what it is made of (`parts`), a few kinds a file.

Both are written from the same definition, each without the other: a grid is held to the first, a formula is made
of the second, and tests compare them with each other on every filling of small boards.

A board of format 2 may state `"constraints": [{"type": ..., ...}, ...]`. A kind that is not in `KINDS` is refused by
its name, and so is a key that the kind does not have: nothing that a certificate states goes unread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import work
from ..errors import Rejected, shown
from ..parts import Clause, Sheet
from . import board_wide, existing, expressions, lines, neighbours, outside, sets, sums, within
from .base import Place, Rule

MODULES = (board_wide, existing, expressions, lines, neighbours, outside, sets, sums, within)
KINDS: dict[str, Callable[[Any, Place], Rule]] = {
    rule.kind: rule
    for module in MODULES
    for rule in vars(module).values()
    if isinstance(rule, type) and issubclass(rule, Rule) and "kind" in vars(rule)
}
"""Kind -> its class, which takes what the rule is read from and the board: the classes of these files with a `kind`."""


def constraints_of(stated: object, place: Place) -> tuple[Rule, ...]:
    """The constraints of a board."""
    if not isinstance(stated, list):
        raise Rejected(f"constraints are {shown(stated)}: no list")
    return tuple(rule_of(one, place) for one in stated)


def rule_of(stated: object, place: Place) -> Rule:
    """A rule, from `{"type": kind, ...}`."""
    kind = stated.get("type") if isinstance(stated, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise Rejected(f"constraint of kind {shown(kind)}, which is not known here")
    return KINDS[kind](stated, place)


def clauses_of(rules: tuple[Rule, ...], digits: range, last: int) -> tuple[int, list[Clause]]:
    """(the last variable used, what the rules add to the formula); their variables begin behind *last*."""
    sheet = Sheet(digits, last)
    for rule in rules:
        before = sheet.held
        with work.released():
            rule.write(sheet)
            sheet.count()
        work.spend(0, held=sheet.held - before)
    return sheet.last, sheet.clauses
