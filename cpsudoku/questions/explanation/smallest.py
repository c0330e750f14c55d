"""Proving that no smaller set of reasons will do: implicit hitting sets.

Every assignment that keeps the facts and denies the conclusion breaks some reasons; a set that forces the conclusion
has one of those. A smallest set that has one of each found so far is asked; where it forces, nothing smaller does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cpsudoku.deadline import look
from cpsudoku.engines.answer import Sat, Unsat
from cpsudoku.engines.sat.optimise import smallest as meeting
from cpsudoku.questions.explanation.model import Literal, Model, Set

ROUNDS = 200
"""Hitting sets asked before the question is left open; sets of more than some twelve reasons mostly are."""
SHARE = 200
"""Conflicts that a broken set may take to become smaller."""


class Smallest(NamedTuple):
    """A set of reasons that refutes, whether it is proven smallest, and sets every one of which it must meet."""

    reasons: Set
    proven: bool
    met: tuple[Set, ...]


class _Open(Exception):
    """A question that SAT left open."""


def smallest(model: Model, literal: Literal, reasons: Set, rounds: int = ROUNDS) -> Smallest:
    """A smallest set of reasons that refutes *literal*; *reasons* is one that does, kept where nothing is proven."""
    if len(reasons) == 1:
        return Smallest(reasons, True, ())

    def broken(asked: Sequence[int]) -> Iterable[Sequence[int]]:
        look()
        if model.kernel.refuted((literal,), asked):
            return ()
        answer = model.ask(literal, asked)
        if isinstance(answer, Unsat):
            return ()
        if not isinstance(answer, Sat):
            raise _Open
        return _apart(model, literal, asked, answer)

    try:
        found = meeting(broken, most=len(reasons) - 1, rounds=rounds)
    except _Open:
        return Smallest(reasons, False, ())
    if found.elements is not None:
        return Smallest(found.elements, True, found.sets)
    return Smallest(reasons, found.at_least >= len(reasons), found.sets)


def _apart(model: Model, literal: Literal, asked: Sequence[int], answer: Sat) -> list[Set]:
    """Small sets of reasons with nothing in common, one of which fails wherever *asked* holds."""
    found: list[Set] = []
    held = list(asked)
    while True:
        broken = _small(model, literal, held, answer)
        found.append(broken)
        held += broken
        again = model.ask(literal, held, SHARE)
        if not isinstance(again, Sat):
            return found
        answer = again


def _small(model: Model, literal: Literal, held: Sequence[int], answer: Sat) -> Set:
    """The reasons an assignment breaks, made fewer: what can hold besides *held* is made to."""
    last = model.made.variables
    true = {x for x in answer.model if x > last}
    every = range(len(model.reasons))
    kept = list(dict.fromkeys([*held, *(reason for reason in every if last + 1 + reason in true)]))
    waiting = [reason for reason in every if last + 1 + reason not in true]
    left: list[int] = []
    while waiting:
        reason = waiting.pop(0)
        again = model.ask(literal, [*kept, reason], SHARE)
        if isinstance(again, Sat):
            true = {x for x in again.model if x > last}
            kept += [reason, *(other for other in waiting if last + 1 + other in true)]
            waiting = [other for other in waiting if last + 1 + other not in true]
        else:
            left.append(reason)
    return tuple(left)
