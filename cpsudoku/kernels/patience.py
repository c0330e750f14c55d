"""How a compiled loop stays interruptible: every so many nodes it looks at the clock and for signals.

A loop that may take long gets `stop`, two doubles: its deadline (by `now`; 0: none), and why it must end: 0 not at
all, 1 the deadline passed, 2 a signal's handler raised (Ctrl-C). It calls `look(stop)` every few hundred nodes, ends
where that is not 0, and its Python side calls `settle(stop)`, which lets the exception out. Without the GIL `look`
takes it for a moment, 20 times a second at most.

This file is the interpreted form, in which Python itself delivers signals; `patience.pxd` is what compiled files see.
"""

from __future__ import annotations

from time import perf_counter as now

__all__ = ["NEVER", "look", "now", "settle"]


NEVER = None
"""In place of `stop`: no limit, and no look for signals."""


def look(stop: list[float]) -> int:
    """Why the loop must end, 0 where it need not; also left in stop[1]."""
    if stop[0] > 0 and now() >= stop[0]:
        stop[1] = 1
    return int(stop[1])


def settle(stop: list[float]) -> int:
    """After the loop: raises what a signal's handler raised meanwhile."""
    return 0
