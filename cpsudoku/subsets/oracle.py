"""The one question about subsets: does any grid keep these clues and constraints?

A solution that is forbidden does not count. With the solution of a puzzle forbidden, "no grid" says that the subset
forces the solution; with nothing forbidden it says that the subset conflicts. Every oracle answers it the same way; the
loops in `deletion` and `mus` work with any of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits
from cpsudoku.engines.answer import Unknown

__all__ = ["Answer", "Oracle", "Sat", "SoftConstraint", "Unknown", "Unsat", "core_of", "limits_left"]

SoftConstraint = int
"""A number that stands for a clue or a constraint, which may be left out. Oracles of a `Puzzle` number a clue by the
literal of its digit, cell * n + digit, and the constraints after all of those; oracles of a grid number a clue by its
cell."""


@dataclass(frozen=True, slots=True)
class Sat:
    """A grid keeps the subset: `grid`, or None where it was not requested."""

    grid: bytes | None = None


@dataclass(frozen=True, slots=True)
class Unsat:
    """No grid keeps the subset, nor even `core`, a part of it."""

    core: frozenset[SoftConstraint]


Answer = Sat | Unsat | Unknown


class Oracle(Protocol):
    """One user at a time. Some oracles also `push` and `pop` soft constraints that hold in every question between."""

    def check(self, subset: Sequence[SoftConstraint], limits: Limits = NO_LIMITS) -> Answer:
        """Whether any grid keeps *subset*; Unknown where *limits*, or the oracle's own, are reached."""
        ...


def limits_left(deadline: float | None, *limits: Limits) -> Limits:
    """What a question may take: the least of *limits*, and the seconds until *deadline*.

    Raises BudgetSpent at the deadline.
    """
    if deadline is None and len(limits) == 1:
        return limits[0]
    seconds = [one.seconds for one in limits if one.seconds is not None]
    conflicts = [one.conflicts for one in limits if one.conflicts is not None]
    if deadline is not None:
        seconds.append(deadline - perf_counter())
        if seconds[-1] <= 0:
            raise BudgetSpent
    return Limits(min(seconds, default=None), min(conflicts, default=None))


def core_of(answer: Answer) -> frozenset[SoftConstraint] | None:
    """The core of an Unsat, None for a Sat. Raises BudgetSpent for an Unknown."""
    if isinstance(answer, Unknown):
        raise BudgetSpent(answer.why)
    return answer.core if isinstance(answer, Unsat) else None
