"""How much time and memory checking a certificate may take: a bound on both, proportional to its size.

Reading a certificate takes time in proportion to its length. Whatever can take more than that calls `spend` before it
does it: with the steps it is about to take, and the bytes it is about to hold. Where the sum exceeds the bound checking
ends with `TooCostly`: nothing is then known of the claim. Steps and bytes are counted, not measured, so the answer is
the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

STEPS_PER_SECOND = 2_000_000
"""A step is half a microsecond of CPython 3.11 on a processor of 2020, or less."""
SECONDS, LEAST_SECONDS = 60, 10
"""For each MB of a certificate, and for a small one."""
BYTES, LEAST_BYTES = 10**9, 256 * 10**6
"""Likewise. The sizes that `spend` is given are those of CPython's objects on 64 bits, rounded up."""


class TooCostly(Exception):
    """Checking this certificate would take more time or memory than its size allows: nothing is known of it."""


class Work:
    """What is left of the bound for a certificate of *size* bytes."""

    def __init__(self, size: int):
        self.size = size
        self.seconds = max(LEAST_SECONDS, SECONDS * size / 10**6)
        self.most_bytes = int(max(LEAST_BYTES, BYTES * size / 10**6))
        self.most_steps = int(self.seconds * STEPS_PER_SECOND)
        self.steps = self.held = 0

    def spend(self, steps: int, held: int = 0) -> None:
        """Count *steps* and the bytes *held* from now on. Raises TooCostly where either is more than the bound."""
        self.steps += steps
        self.held += held
        if self.steps > self.most_steps or self.held > self.most_bytes:
            most = f"{self.seconds:,.0f} s" if self.steps > self.most_steps else f"{self.most_bytes // 10**6:,} MB"
            raise TooCostly(f"too costly to check: it takes more than the {most} allowed for {self.size:,} bytes")


_current: ContextVar[Work | None] = ContextVar("work", default=None)


def spend(steps: int, held: int = 0) -> None:
    """As `Work.spend`, of the certificate that is being checked; without one nothing is counted."""
    work = _current.get()
    if work is not None:
        work.spend(steps, held)


@contextmanager
def bounded(work: Work) -> Iterator[None]:
    """Count what is done inside."""
    token = _current.set(work)
    try:
        yield
    finally:
        _current.reset(token)


@contextmanager
def released() -> Iterator[None]:
    """What is held inside is let go at its end."""
    work = _current.get()
    before = 0 if work is None else work.held
    yield
    if work is not None:
        work.held = before
