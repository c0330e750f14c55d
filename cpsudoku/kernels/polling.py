"""Deadlines and signals in compiled loops, polled every few hundred nodes.

A long loop has an array `stop` of two doubles: its deadline (by `now`; 0: none), and the reason to end: 0 none, 1 the
deadline has passed, 2 a signal handler raised an exception (Ctrl-C). The loop calls `look(stop)` every few hundred
nodes and ends where the result is not 0. Its Python caller then calls `settle(stop)`, which raises the exception.
A loop without the GIL acquires it in `look` at most 20 times a second.

This file is the interpreted form, in which Python itself delivers signals. Compiled files use `polling.pxd`.
"""

from __future__ import annotations

from time import perf_counter as now

__all__ = ["NEVER", "look", "now", "settle"]


NEVER = None
"""In place of `stop`: no deadline, and signals are not polled."""


def look(stop: list[float]) -> int:
    """The reason to end, 0 for none; it is also stored in stop[1]."""
    if stop[0] > 0 and now() >= stop[0]:
        stop[1] = 1
    return int(stop[1])


def settle(stop: list[float]) -> int:
    """Call it after the loop: raises the exception of a signal handler."""
    return 0
