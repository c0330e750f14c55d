"""Deletion in a given order: the algorithm every engine shares (its loop: `kernels.general.deleting`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Solution
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits, check_deadline
from cpsudoku.subsets.oracle import core_of, limits_left

if TYPE_CHECKING:
    from cpsudoku.kernels.general.deleting import Deleting
    from cpsudoku.subsets.clue_oracles import Oracle


@dataclass(frozen=True, slots=True)
class Deletion:
    """What is left: `clues`, whether every group in the order was `settled` (kept only because needed).

    `calls`: questions to the engine; `by_witnesses`: those that a kernel's second solution answered before.
    With no question of their own `by_sets` groups stay (each holds the last clue of an unavoidable set), and `by_cores`
    groups go (a core does without them).
    """

    clues: frozenset[Cell]
    settled: bool
    calls: int
    by_witnesses: int = 0
    by_sets: int = 0
    by_cores: int = 0


class _Within:
    """Questions to *oracle* within *limits*. An open one counts as no, and `gave_up` says so."""

    def __init__(self, oracle: Oracle, limits: Limits):
        self._oracle, self.limits = oracle, limits
        self._deadline = limits.deadline()
        self.gave_up = False

    def __call__(self, clues: list[Cell]) -> frozenset[Cell] | None:
        try:
            check_deadline()
            return core_of(self._oracle.check(clues, limits_left(self._deadline, self.limits).in_time()))
        except BudgetSpent:
            self.gave_up = True
            return None


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
    there = set(range(len(solution.cells)) if clues is None else clues)
    deleting, within = _begun(oracle, solution, there, order, limits, ledger)
    deleting.run(fewest, thorough, bold=not limits)
    settled = thorough and not deleting.skipped and not within.gave_up
    counts = deleting.questions, deleting.by_witnesses, deleting.by_sets, deleting.by_cores
    return Deletion(frozenset(deleting.left()), settled, *counts)


def is_minimal(oracle: Oracle, solution: Solution, clues: Iterable[Cell], limits: Limits = NO_LIMITS) -> bool:
    """True where every clue of a unique puzzle is proven needed; stops at the first that is not."""
    cells = sorted(clues)
    deleting, within = _begun(oracle, solution, set(cells), [(cell,) for cell in cells], limits)
    return not any(deleting.settle_next() or within.gave_up for _ in cells)


def _begun(
    oracle: Oracle,
    solution: Solution,
    clues: set[Cell],
    order: Sequence[Sequence[Cell]],
    limits: Limits,
    ledger: bool = True,
) -> tuple[Deleting, _Within]:
    """A deletion of the groups of *order* from *clues*, and its questions."""
    from cpsudoku.kernels.general.deleting import Deleting
    from cpsudoku.kernels.general.unavoidable import Ledger, tables

    oracle.take(solution)
    within, sets, size = _Within(oracle, limits), None, len(solution.cells)
    if ledger and oracle.uses_sets:
        sets = Ledger(solution.cells, tables(solution.geometry.side, solution.geometry.houses))
        for cell in range(size):
            if cell not in clues:
                sets.remove(cell)
    stay = sorted(clues.difference(*order))
    assuming = None if limits else oracle.assuming()
    return Deleting(size, stay, order, sets, within, assuming, oracle.witnesses()), within
