"""A deadline for long work that is no search: building a formula of millions of clauses, feeding it to a solver.

    with until(perf_counter() + 5):
        ...                          # whatever calls `check_deadline` meanwhile raises BudgetSpent 5 s from now

It holds for one thread. What is yielded inside keeps it for the caller too: do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter

_DEADLINE: ContextVar[float | None] = ContextVar("deadline", default=None)


class BudgetSpent(Exception):
    """Raised inside a search, or before it, when its limits are reached; the message says which."""

    def __init__(self, reached: str = "the limits were reached") -> None:
        super().__init__(reached)


@contextmanager
def until(moment: float | None) -> Iterator[None]:
    """Until this moment (by `perf_counter`; None: as before), or that of an outer `until` where that is sooner."""
    outer = _DEADLINE.get()
    token = _DEADLINE.set(moment if outer is None else outer if moment is None else min(outer, moment))
    try:
        yield
    finally:
        _DEADLINE.reset(token)


def check_deadline(before: str = "the formula was ready") -> None:
    """Raises BudgetSpent where the deadline has passed, *before* whatever it was."""
    moment = _DEADLINE.get()
    if moment is not None and perf_counter() >= moment:
        raise BudgetSpent(f"the time was up before {before}")


def seconds_left() -> float | None:
    """Until the deadline; None where there is none. Not above 0 where it has passed."""
    moment = _DEADLINE.get()
    return None if moment is None else moment - perf_counter()
