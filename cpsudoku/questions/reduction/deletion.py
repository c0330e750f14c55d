"""Deletion in a given order: the algorithm every engine shares (its loop: `kernels.general.deleting`)."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Solution
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.answer import Unknown

if TYPE_CHECKING:
    from cpsudoku.kernels.general.deleting import Deleting
    from cpsudoku.kernels.general.unavoidable import Ledger
    from cpsudoku.questions.reduction.oracle import Oracle


@dataclass(frozen=True, slots=True)
class Deletion:
    """What is left: `clues`, whether every group in the order was `settled` (kept only because needed).

    `calls`: questions the engine was asked; `by_witnesses`: those that a kernel's second solution answered before.
    With no question of their own `by_sets` groups stay (each holds the last clue of an unavoidable set), `by_rivals`
    stay (an earlier model shows it), and `by_cores` groups go (a core does without them).
    """

    clues: frozenset[Cell]
    settled: bool
    calls: int
    by_witnesses: int = 0
    by_sets: int = 0
    by_cores: int = 0
    by_rivals: int = 0


class _Asking:
    """Questions to *oracle* within *limits*. An unanswered one counts as no, and is remembered."""

    def __init__(self, oracle: Oracle, limits: Limits):
        self._oracle = oracle
        self._limits = limits
        self._deadline = limits.deadline()
        self.gave_up = False

    @property
    def limited(self) -> bool:
        return bool(self._limits)

    def __call__(self, clues: list[Cell]) -> Collection[Cell] | None:
        limits = self._limits
        if self._deadline is not None:
            left = self._deadline - time.perf_counter()
            if left <= 0:
                self.gave_up = True
                return None
            limits = Limits(left, limits.conflicts)
        core = self._oracle.core(clues, limits)
        if isinstance(core, Unknown):
            self.gave_up = True
            return None
        return core


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
    it. *limits*: conflicts a question, seconds in all; a question without an answer keeps its group. *ledger*:
    unavoidable sets spare questions, where the oracle uses any.
    """
    oracle.take(solution)
    there = set(range(len(solution.cells)) if clues is None else clues)
    asking = _Asking(oracle, limits)
    sets = _ledger_of(solution, there) if ledger and oracle.uses_sets else None
    deleting = _deleting(oracle, solution, sorted(there.difference(*order)), order, sets, asking)
    deleting.run(fewest, thorough, bold=not asking.limited)
    return Deletion(
        frozenset(deleting.left()),
        thorough and not deleting.skipped and not asking.gave_up,
        deleting.questions,
        deleting.by_witnesses,
        deleting.by_sets,
        deleting.by_cores,
        deleting.by_rivals,
    )


def is_minimal(oracle: Oracle, solution: Solution, clues: Iterable[Cell], limits: Limits = NO_LIMITS) -> bool:
    """True where every clue of a unique puzzle is proven needed; stops at the first that is not."""
    oracle.take(solution)
    cells = sorted(clues)
    asking = _Asking(oracle, limits)
    order = [(cell,) for cell in cells]
    sets = _ledger_of(solution, set(cells)) if oracle.uses_sets else None
    deleting = _deleting(oracle, solution, [], order, sets, asking)
    return not any(deleting.settle_next() or asking.gave_up for _ in cells)


def _deleting(
    oracle: Oracle,
    solution: Solution,
    stay: list[Cell],
    order: Sequence[Sequence[Cell]],
    sets: Ledger | None,
    asking: _Asking,
) -> Deleting:
    from cpsudoku.kernels.general.deleting import Deleting

    asked = None if asking.limited else oracle.assuming()
    return Deleting(len(solution.cells), stay, order, sets, asking, asked, oracle.witnesses())


def _ledger_of(solution: Solution, clues: set[Cell]) -> Ledger:
    from cpsudoku.kernels.general.unavoidable import Ledger, tables

    ledger = Ledger(solution.cells, tables(solution.geometry.side, solution.geometry.houses))
    if len(clues) < len(solution.cells):
        for cell in range(len(solution.cells)):
            if cell not in clues:
                ledger.remove(cell)
    return ledger
