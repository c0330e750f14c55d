"""What an answer may cost: limits of time and conflicts, deadlines, and the one exception when they are spent.

Searches take `Limits`. Long work that is no search (building a formula of millions of clauses, loading it into a
solver, reading a file) calls `check_deadline`, which raises BudgetSpent once the caller's deadline has passed:

    with until(perf_counter() + 5):
        ...                          # `check_deadline` raises BudgetSpent 5 s from now

A deadline holds for one thread. Do not yield inside `until`: the caller would keep the deadline.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from numbers import Integral, Real
from time import perf_counter

from cpsudoku.errors import EnginesDisagree, UsageError, WrongInput

_DEADLINE: ContextVar[float | None] = ContextVar("deadline", default=None)


READING = "the input was read"
"""What readers look `before`."""


class BudgetSpent(Exception):
    """Limits are reached, inside a search or before it; the message says which."""

    def __init__(self, reached: str = "the limits were reached") -> None:
        super().__init__(reached)


@contextmanager
def until(moment: float | None) -> Iterator[None]:
    """Set the deadline to *moment* (by `perf_counter`; None: no change). An outer deadline that is sooner stays."""
    outer = _DEADLINE.get()
    token = _DEADLINE.set(moment if outer is None else outer if moment is None else min(outer, moment))
    try:
        yield
    finally:
        _DEADLINE.reset(token)


def check_deadline(before: str = "the formula was ready") -> None:
    """Raise BudgetSpent if the deadline has passed; *before* completes "the time was up before ..."."""
    moment = _DEADLINE.get()
    if moment is not None and perf_counter() >= moment:
        raise BudgetSpent(f"the time was up before {before}")


def seconds_left() -> float | None:
    """Seconds until the deadline, 0 or less once it has passed; None without one."""
    moment = _DEADLINE.get()
    return None if moment is None else moment - perf_counter()


@dataclass(frozen=True, slots=True)
class Limits:
    """When to give up on one puzzle; None is no limit. Only *conflicts* gives the same answer every time.

    Raises WrongInput for what is no number, UsageError for one below 0.
    """

    seconds: float | None = None
    conflicts: int | None = None

    def __post_init__(self) -> None:
        for name, value, kind, words in (
            ("seconds", self.seconds, Real, "a number"),
            ("conflicts", self.conflicts, Integral, "a whole number"),
        ):
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, kind):
                raise WrongInput(f"Limits: {name} {value!r}: {words} from 0, or None for no limit")
            if not value >= 0:
                raise UsageError(f"Limits: {name} {value!r}: {words} from 0, or None for no limit")

    @staticmethod
    def of(given: object) -> Limits:
        """*given*, where it is a Limits. Raises WrongInput."""
        if not isinstance(given, Limits):
            raise WrongInput(f"limits {given!r}: give a Limits, such as Limits(seconds=5) or Limits(conflicts=1000)")
        return given

    def __bool__(self) -> bool:
        return self.seconds is not None or self.conflicts is not None

    def after(self, seconds: float, conflicts: float = 0) -> Limits:
        """What is left after so many seconds and conflicts, never below 0."""
        if not self:
            return self
        return Limits(
            None if self.seconds is None else max(0.0, self.seconds - seconds),
            None if self.conflicts is None else max(0, self.conflicts - int(conflicts)),
        )

    def deadline(self, started: float | None = None) -> float | None:
        """When the seconds end that began at *started* (by `perf_counter`; None: now); None without such a limit."""
        return None if self.seconds is None else (perf_counter() if started is None else started) + self.seconds

    def in_time(self) -> Limits:
        """These limits, with no more seconds than are left until the deadline (see `until`), if there is one."""
        left = seconds_left()
        if left is None or (self.seconds is not None and self.seconds <= left):
            return self
        return Limits(max(0.0, left), self.conflicts)

    @property
    def spent(self) -> bool:
        """Whether one of the limits is 0."""
        return self.seconds == 0 or self.conflicts == 0

    @property
    def reached(self) -> str:
        """The sentence for an answer that these limits ended."""
        parts = [] if self.conflicts is None else [f"{self.conflicts} conflicts"]
        return "gave up after " + " or ".join(parts if self.seconds is None else [*parts, f"{self.seconds:g} s"])


NO_LIMITS = Limits()


def reason_of(limits: Limits) -> str:
    """Why a solver under *limits* gave up. Raises EnginesDisagree without limits: then none may."""
    if not limits:
        raise EnginesDisagree("a solver gave up though no limit was set")
    return limits.reached


class Budget:
    """What one search may still spend of *limits*, counted from now; `spent` is its conflicts, or nodes, so far."""

    __slots__ = ("_started", "deadline", "limits", "spent")

    def __init__(self, limits: Limits, spent: int = 0) -> None:
        self.limits, self.spent = limits, spent
        self._started = 0.0 if limits.seconds is None else perf_counter()
        self.deadline = limits.deadline(self._started)

    @property
    def is_late(self) -> bool:
        """Whether the seconds have passed."""
        return self.deadline is not None and perf_counter() >= self.deadline

    def left(self, most: int | None = None) -> Limits:
        """What is left now; *most*: no more conflicts than these."""
        left = self.limits.after(0.0 if self.deadline is None else perf_counter() - self._started, self.spent)
        if most is None:
            return left
        return Limits(left.seconds, most if left.conflicts is None else min(most, left.conflicts))

    @contextmanager
    def preparing(self) -> Iterator[None]:
        """The work before the search: it ends with BudgetSpent where it calls `check_deadline` too late."""
        try:
            with until(self.deadline):
                yield
        except BudgetSpent:
            if not self.limits:
                raise
            raise BudgetSpent(self.limits.reached) from None

    def check_left(self) -> None:
        """Raise BudgetSpent where nothing is left."""
        if self.limits and self.left().spent:
            raise BudgetSpent(self.limits.reached)

    def check_time(self) -> None:
        """Raise BudgetSpent where the seconds have passed."""
        if self.is_late:
            raise BudgetSpent(self.limits.reached)

    def spend(self) -> None:
        """Count one more node. Raises BudgetSpent where the limits do not allow it."""
        if self.limits.conflicts is not None and self.spent >= self.limits.conflicts:
            raise BudgetSpent(self.limits.reached)
        self.check_time()
        self.spent += 1
