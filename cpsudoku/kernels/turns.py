"""How threads in compiled loops share what is to be done: marks that one of them takes, marks that say "done", locks.

A mark is a word of an array that holds the number of the last *turn*, a round of common work, in which it was set. What
a thread wrote before it set one with `mark` is seen by whoever finds it set by `marked`.

This file is the interpreted form; `turns.pxd` is what compiled files see.
"""

from __future__ import annotations

import os
import threading
import time

__all__ = ["acquire", "cores", "free_lock", "lock", "mark", "marked", "release", "take", "wait"]

_taking = threading.Lock()


def cores() -> int:
    """How many threads of this process can be at work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def take(marks: list[int], at: int, turn: int) -> bool:
    """Set the mark of this turn; False where somebody has."""
    with _taking:
        if marks[at] == turn:
            return False
        marks[at] = turn
        return True


def mark(marks: list[int], at: int, turn: int) -> None:
    """Set the mark of this turn."""
    marks[at] = turn


def marked(marks: list[int], at: int, turn: int) -> bool:
    """Is the mark of this turn set?"""
    return marks[at] == turn


def wait(rounds: int) -> None:
    """A moment, after so many; what is waited for is short."""
    time.sleep(0)


def lock() -> threading.Lock:
    """An open lock (None without memory, when compiled), which any thread may release."""
    return threading.Lock()


def free_lock(lock: threading.Lock) -> None:
    """Give it back (only the compiled form has something to do)."""


def acquire(lock: threading.Lock) -> None:
    """Wait until the lock is open, and shut it."""
    lock.acquire()


def release(lock: threading.Lock) -> None:
    """Open it."""
    lock.release()
