"""How threads in compiled loops share what is to be done: marks that one of them takes, marks that say "done", locks.

A mark is a word of an array that holds the number of the last *turn*, a round of common work, in which somebody took
it, and whether it is set. What a thread wrote before it set one with `mark` is seen by whoever finds it set by
`marked`. Other words are changed by `exchanged` and `swapped`, with the same promise.

This file is the interpreted form; `turns.pxd` is what compiled files see.
"""

from __future__ import annotations

import os
import threading
import time

from cpsudoku.board.given import described
from cpsudoku.errors import UsageError, WrongInput

__all__ = [
    "PATIENCE",
    "acquire",
    "cores",
    "exchanged",
    "free_lock",
    "lock",
    "mark",
    "marked",
    "pause",
    "release",
    "seen",
    "swapped",
    "take",
    "threads_of",
    "wait",
]

PATIENCE = 20
"""Calls of `pause` that whoever waits spends awake: some 100 us when compiled (4,000 calls), which falling asleep and
being woken takes, too. Nobody else is let go first meanwhile: on a busy machine that would take longer than sleep."""
_taking = threading.Lock()


def cores() -> int:
    """How many threads of this process can be at work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def threads_of(jobs: int, most: int) -> int:
    """How many threads *jobs* stands for (-1: one a core), no more than there are cores, and than *most*.

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
    """Take what the mark stands for in this turn; False where somebody has."""
    with _taking:
        if marks[at] >> 1 == turn:
            return False
        marks[at] = turn << 1
        return True


def mark(marks: list[int], at: int, turn: int) -> None:
    """Set the mark in this turn."""
    marks[at] = turn << 1 | 1


def marked(marks: list[int], at: int, turn: int) -> bool:
    """Is the mark set in this turn?"""
    return marks[at] == turn << 1 | 1


def seen(words: list[int], at: int) -> int:
    """The word as it is now."""
    return words[at]


def exchanged(words: list[int], at: int, before: int, after: int) -> bool:
    """Put *after* where the word is *before*; False where it is not."""
    with _taking:
        if words[at] != before:
            return False
        words[at] = after
        return True


def swapped(words: list[int], at: int, value: int) -> int:
    """Put the value there; what was there."""
    with _taking:
        before = words[at]
        words[at] = value
        return before


def pause() -> None:
    """The shortest moment."""
    time.sleep(0)


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
