"""Deletion in a given order: the algorithm every engine shares.

Uniqueness is only ever lost when clues go, so what can go before the first ambiguity is found by bisection. After it
each group is asked for by itself, unless a core without it shows that it can go, or an unavoidable set whose last
clue it holds shows that it cannot. None of the short cuts changes the result: it is that of asking group by group.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Solution
from cpsudoku.engines.answer import Unknown
from cpsudoku.engines.engine import NO_LIMITS, Limits

if TYPE_CHECKING:
    from cpsudoku.kernels.general.unavoidable import Ledger
    from cpsudoku.questions.reduction.oracle import Oracle


@dataclass(frozen=True, slots=True)
class Deletion:
    """What is left: `clues`, whether every group in the order was `settled` (kept only because needed), `calls`."""

    clues: frozenset[Cell]
    settled: bool
    calls: int


class _Digging:
    """The state of one deletion.

    Clues are asked about in an order: those that stay first, then the others, last to be tried first. A SAT solver
    takes assumptions one by one, so its cores then tend to do without the clues that are tried next.
    """

    def __init__(
        self,
        oracle: Oracle,
        stay: Iterable[Cell],
        order: Sequence[Sequence[Cell]],
        ledger: Ledger | None,
        limits: Limits,
    ):
        self.oracle = oracle
        self.order = order
        self.ledger = ledger
        self.limits = limits
        self.deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds
        self.kept = list(stay)
        self.waiting = [cell for group in reversed(order) for cell in group]
        self.core: frozenset[Cell] | None = None
        self.calls = 0
        self.gave_up = False

    @property
    def clues(self) -> list[Cell]:
        return self.kept + self.waiting

    def unique(self, clues: list[Cell]) -> bool:
        """Do *clues* determine the solution? An unanswered question counts as no, and is remembered."""
        limits = self.limits
        if self.deadline is not None:
            left = self.deadline - time.perf_counter()
            if left <= 0:
                self.gave_up = True
                return False
            limits = Limits(left, limits.conflicts)
        self.calls += 1
        answer = self.oracle.core(clues, limits)
        if isinstance(answer, Unknown):
            self.gave_up = True
            return False
        if answer is None:
            return False
        self.core = answer
        return True

    def can_go(self, group: Sequence[Cell]) -> bool:
        """Are the clues without *group*, which has just been taken, enough? If so it is gone for good."""
        if self.ledger is not None and self.ledger.proves_any(group):
            return False
        # the last core is among the clues, so it is enough where it has none of the group
        enough = (self.core is not None and self.core.isdisjoint(group)) or self.unique(self.clues)
        if enough and self.ledger is not None:
            self.ledger.remove_all(group)
        return enough

    def take(self, count: int) -> None:
        """The next *count* cells leave the waiting ones."""
        del self.waiting[len(self.waiting) - count :]


def dig(
    oracle: Oracle,
    solution: Solution,
    order: Sequence[Sequence[Cell]],
    *,
    clues: Iterable[Cell] | None = None,
    fewest: int = 0,
    thorough: bool = True,
    limits: Limits = NO_LIMITS,
    ledger: bool = True,
) -> Deletion:
    """Removes the groups of *order*, one after the other, where the puzzle stays unique and keeps *fewest* clues.

    *clues* (all cells by default) must determine the solution. Without *thorough* the first group that cannot go ends
    it. *limits*: conflicts a question, seconds in all; a question without an answer keeps its group.
    """
    oracle.take(solution)
    size = len(solution.cells)
    there = set(range(size) if clues is None else clues)
    sets = _ledger_of(solution, there) if ledger else None
    state = _Digging(oracle, sorted(there.difference(*order)), order, sets, limits)
    done = _prefix(state, fewest)
    gone = [cell for group in order[:done] for cell in group]
    state.take(len(gone))
    if sets is not None:
        sets.remove_all(gone)
    if not thorough:
        return Deletion(frozenset(state.clues), False, state.calls)
    skipped = False
    for group in order[done:]:
        state.take(len(group))
        if len(state.kept) + len(state.waiting) < fewest:
            skipped = True
        elif state.can_go(group):
            continue
        state.kept.extend(group)
    return Deletion(frozenset(state.kept), not skipped and not state.gave_up, state.calls)


def _prefix(state: _Digging, fewest: int) -> int:
    """How many groups can go before uniqueness, or *fewest*, does: bisection below what the sets allow."""
    order = state.order
    most, left = 0, len(state.kept) + len(state.waiting)
    while most < len(order) and left - len(order[most]) >= fewest:
        left -= len(order[most])
        most += 1
    high = state.ledger.room(list(order[:most])) if state.ledger is not None else most
    low, middle = 0, high
    while low < high:
        gone = sum([len(group) for group in order[:middle]])
        if state.unique(state.kept + state.waiting[: len(state.waiting) - gone]):
            low = middle
        else:
            high = middle - 1
        middle = high - (high - low) // (4 if high - low > 3 else 2)
    return low


def _ledger_of(solution: Solution, clues: set[Cell]) -> Ledger:
    from cpsudoku.kernels.general.unavoidable import Ledger, tables

    ledger = Ledger(solution.cells, tables(solution.geometry.side, solution.geometry.houses))
    if len(clues) < len(solution.cells):
        for cell in range(len(solution.cells)):
            if cell not in clues:
                ledger.remove(cell)
    return ledger


def is_minimal(oracle: Oracle, solution: Solution, clues: Iterable[Cell], limits: Limits = NO_LIMITS) -> bool:
    """True where every clue of a unique puzzle is proven needed; stops at the first that is not."""
    oracle.take(solution)
    cells = sorted(clues)
    ledger = _ledger_of(solution, set(cells))
    state = _Digging(oracle, cells, (), ledger, limits)
    for cell in cells:
        if ledger.proves_needed(cell):
            continue
        if state.unique([other for other in cells if other != cell]) or state.gave_up:
            return False
    return True
