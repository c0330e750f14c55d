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
from cpsudoku.solvers.answer import Unknown
from cpsudoku.solvers.engine import NO_LIMITS, Limits

if TYPE_CHECKING:
    from cpsudoku.kernels.unavoidable import Ledger
    from cpsudoku.reduction.oracle import Oracle


@dataclass(frozen=True, slots=True)
class Dug:
    """What is left: `clues`, whether every group in the order was `settled` (kept only because needed), `calls`."""

    clues: frozenset[Cell]
    settled: bool
    calls: int


class _Digging:
    """The state of one deletion."""

    def __init__(self, oracle: Oracle, clues: Iterable[Cell], ledger: Ledger | None, limits: Limits):
        self.oracle = oracle
        self.clues = set(clues)
        self.ledger = ledger
        self.limits = limits
        self.deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds
        self.core: frozenset[Cell] | None = None
        self.calls = 0
        self.gave_up = False

    def unique(self, clues: set[Cell]) -> bool:
        """Do *clues* determine the solution? An unanswered question counts as no, and is remembered."""
        if self.core is not None and self.core <= clues:
            return True
        self.calls += 1
        limits = self.limits
        if self.deadline is not None:
            left = self.deadline - time.perf_counter()
            if left <= 0:
                self.gave_up = True
                return False
            limits = Limits(left, limits.conflicts)
        answer = self.oracle.core(clues, limits)
        if isinstance(answer, Unknown):
            self.gave_up = True
            return False
        if answer is None:
            return False
        self.core = answer
        return True

    def remove(self, group: Iterable[Cell]) -> None:
        self.clues.difference_update(group)
        if self.ledger is not None:
            for cell in group:
                self.ledger.remove(cell)


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
) -> Dug:
    """Removes the groups of *order*, one after the other, where the puzzle stays unique and keeps *fewest* clues.

    *clues* (all cells by default) must determine the solution. Without *thorough* the first group that cannot go ends
    it. *limits*: conflicts a question, seconds in all; a question without an answer keeps its group.
    """
    oracle.take(solution)
    state = _Digging(oracle, range(len(solution.cells)) if clues is None else clues, None, limits)
    if ledger:
        state.ledger = _ledger_of(solution, state.clues)
    done = _prefix(state, order, fewest)
    for group in order[:done]:
        state.remove(group)
    if not thorough:
        return Dug(frozenset(state.clues), False, state.calls)
    skipped = False
    for group in order[done:]:
        if len(state.clues) - len(group) < fewest:
            skipped = True
            continue
        if state.ledger is not None and any(state.ledger.proves_needed(cell) for cell in group):
            continue
        if state.unique(state.clues.difference(group)):
            state.remove(group)
    return Dug(frozenset(state.clues), not skipped and not state.gave_up, state.calls)


def _prefix(state: _Digging, order: Sequence[Sequence[Cell]], fewest: int) -> int:
    """How many groups can go before uniqueness, or *fewest*, does: bisection below what the sets allow."""
    most, left = 0, len(state.clues)
    while most < len(order) and left - len(order[most]) >= fewest:
        left -= len(order[most])
        most += 1
    high = _before_a_set_is_empty(state.ledger, order[:most]) if state.ledger is not None else most
    low, middle = 0, high
    while low < high:
        gone = {cell for group in order[:middle] for cell in group}
        if state.unique(state.clues - gone):
            low = middle
        else:
            high = middle - 1
        middle = high - (high - low) // (4 if high - low > 3 else 2)
    return low


def _before_a_set_is_empty(ledger: Ledger, order: Sequence[Sequence[Cell]]) -> int:
    removed: list[Cell] = []
    high = 0
    whole = True
    for group in order:
        for cell in group:
            removed.append(cell)
            whole = ledger.remove(cell) and whole
        if not whole:
            break
        high += 1
    for cell in removed:
        ledger.put_back(cell)
    return high


def _ledger_of(solution: Solution, clues: set[Cell]) -> Ledger:
    from cpsudoku.kernels.unavoidable import Ledger, tables

    ledger = Ledger(solution.cells, tables(solution.geometry.side, solution.geometry.houses))
    for cell in range(len(solution.cells)):
        if cell not in clues:
            ledger.remove(cell)
    return ledger


def is_minimal(oracle: Oracle, solution: Solution, clues: Iterable[Cell], limits: Limits = NO_LIMITS) -> bool:
    """True where every clue of a unique puzzle is proven needed; stops at the first that is not."""
    oracle.take(solution)
    state = _Digging(oracle, clues, None, limits)
    ledger = _ledger_of(solution, state.clues)
    for cell in sorted(state.clues):
        if not ledger.proves_needed(cell) and (state.unique(state.clues - {cell}) or state.gave_up):
            return False
    return True
