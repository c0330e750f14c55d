"""What a backtracking engine may still spend on one puzzle."""

from __future__ import annotations

import sys
import threading
from time import perf_counter

from cpsudoku.budget import BudgetSpent, Limits

__all__ = ["Budget", "BudgetSpent", "Enough", "allow_recursion"]


class Enough(Exception):
    """As many solutions as were asked for: the way out of a recursion."""


class Budget:
    """Counts the nodes of one search against Limits.

    A backtracker has no conflicts in the sense of a SAT solver; `Limits.conflicts` bounds its nodes.
    """

    __slots__ = ("_deadline", "_limits", "nodes")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._deadline = limits.deadline()
        self.nodes = 0

    def spend(self) -> None:
        """One more node. Raises BudgetSpent where it is not allowed any more."""
        if self._limits.conflicts is not None and self.nodes >= self._limits.conflicts:
            raise BudgetSpent(f"{self._limits.conflicts} nodes searched")
        self.check()
        self.nodes += 1

    def check(self) -> None:
        """No node, but time may be up. Raises BudgetSpent."""
        if self._deadline is not None and perf_counter() > self._deadline:
            raise BudgetSpent(f"{self._limits.seconds} seconds passed")


_RAISING = threading.RLock()  # else a thread could lower what another has just raised


def allow_recursion(depth: int) -> None:
    """Let a search recurse once for each of *depth* cells. The interpreter's limit is raised, never lowered."""
    with _RAISING:
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 3 * depth + 1000))
