"""Assignment and completion of work that threads share in compiled loops: atomic marks and locks.

A mark is a word of an array. It holds the number of the last *turn* (a round of shared work) in which a thread took
the mark, and whether the mark is set. `mark` releases and `marked` acquires: a thread that finds a mark set sees
everything that was written before it was set. `exchanged` and `swapped` order memory in the same way.

This file is the interpreted form. Compiled files use `work_sharing.pxd`.
"""

from __future__ import annotations

import os
import threading
import time

from cpsudoku.board.coerce import described
from cpsudoku.errors import UsageError, WrongInput

PATIENCE = 20
"""Calls of `pause` before a waiting thread sleeps: some 100 us when compiled (4,000 calls), as long as falling asleep
and being woken take. The thread does not yield meanwhile: on a busy machine that would take longer than sleep."""
_taking = threading.Lock()


def cores() -> int:
    """The number of threads of this process that can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def threads_of(jobs: int, most: int) -> int:
    """The number of threads for *jobs* (-1: one a core), at most the number of cores and at most *most*.

    Raises UsageError, WrongInput.
    """
    if not hasattr(jobs, "__index__"):
        raise WrongInput(f"jobs={described(jobs)}; accepted: a whole number")
    if jobs == 0 or jobs < -1:
        raise UsageError(f"jobs {jobs}: a number of threads, or -1 for every core")
    if jobs == 1:
        return 1
    most = min(cores(), most)
    return most if jobs < 0 else min(jobs, most)


def take(marks: list[int], at: int, turn: int) -> bool:
    """Take the mark in this turn; False where a thread has taken it."""
    with _taking:
        if marks[at] >> 1 == turn:
            return False
        marks[at] = turn << 1
        return True


def mark(marks: list[int], at: int, turn: int) -> None:
    """Set the mark in this turn."""
    marks[at] = turn << 1 | 1


def marked(marks: list[int], at: int, turn: int) -> bool:
    """True where the mark is set in this turn."""
    return marks[at] == turn << 1 | 1


def seen(words: list[int], at: int) -> int:
    """The current value of the word."""
    return words[at]


def exchanged(words: list[int], at: int, before: int, after: int) -> bool:
    """Compare and exchange: store *after* where the word is *before*; False where it is not."""
    with _taking:
        if words[at] != before:
            return False
        words[at] = after
        return True


def swapped(words: list[int], at: int, value: int) -> int:
    """Exchange: store the value and return the old one."""
    with _taking:
        before = words[at]
        words[at] = value
        return before


def pause() -> None:
    """A spin-wait hint to the processor."""
    time.sleep(0)


def wait(rounds: int) -> None:
    """Wait a moment, after *rounds* earlier waits: the first ones spin, later ones yield."""
    time.sleep(0)


def lock() -> threading.Lock:
    """A new open lock, which any thread may release (compiled: NULL where there is no memory)."""
    return threading.Lock()


def free_lock(lock: threading.Lock) -> None:
    """Free the lock (nothing to do when interpreted)."""


def acquire(lock: threading.Lock) -> None:
    """Acquire the lock."""
    lock.acquire()


def release(lock: threading.Lock) -> None:
    """Release the lock."""
    lock.release()
