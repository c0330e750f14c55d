"""Models of rows of which exactly one holds, by Minicard, which takes such rows as they are: small open puzzles.

The solver starts warm: from a model to the next it keeps its assignment, as far as the clause against the model
allows, instead of making its way from the beginning again (0.85 to 0.93 of the time of loading and both solves).

PySAT's C functions, called directly: its classes cost as much again as the calls on formulas this small. Where the
solver itself can be asked (`bulk`), the first slice of each question does without them, too. The slices are the same
either way, and so are the models.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator, Sequence

import pysat
import pysolvers

from cpsudoku.budget import Budget, BudgetSpent, Limits, reason_of
from cpsudoku.engines.sat.bulk import minicard_asker
from cpsudoku.engines.sat.pysat_solvers import FIRST_SLICE, next_slice
from cpsudoku.kernels.clauses.clause_template import lists
from cpsudoku.kernels.clauses.solver_methods import GIVEN_UP, NOT_MIXED, SATISFIABLE, UNSATISFIABLE, Rows

UNLIMITED_SLICE = 10_000
"""Conflicts of the first slice where no limit is set: some tenths of a second."""
COUNTED = ("restarts", "conflicts", "decisions", "propagations")
"""What PySAT counts of a solver's work."""


def minicard_models(
    rows: array[int],
    variables: int,
    limits: Limits,
    stats: dict[str, float] | None = None,
    mixed: Sequence[int] = NOT_MIXED,
    paired: int = 0,
) -> Iterator[list[int]]:
    """The literals that distinguish each model from the others; it is blocked before the next. Raises BudgetSpent.

    Exactly one of each of the *rows* holds (a 0 after each), over variables 1 .. *variables*. The literals are the
    variables that are true and, with a minus, the *mixed* ones (a byte each, from 0 on) that are false. Rows of up to
    *paired* are stated by clauses of two: dearer to load, quicker in a long search. *stats*, where given, gets the CPU
    seconds of loading, and with each model the counts of `COUNTED` so far.
    """
    budget = Budget(limits)
    cpu = 0.0 if stats is None else time.process_time()
    formula: Rows | _Plain
    solver = pysolvers.minicard_new()
    try:
        pysolvers.minicard_set_start(solver, 1)
        asker = minicard_asker(pysolvers, pysat.__version__)
        if asker is None:
            formula = _Plain(solver, rows, mixed, paired)
        else:
            formula = asker(solver)
            formula.load(rows, variables, mixed, paired)
        if stats is not None:
            stats["load_seconds"] = time.process_time() - cpu
        answer = _answer(solver, formula, budget)
        while answer == SATISFIABLE:
            model = formula.model()
            if stats is not None:
                _count(solver, stats)
            yield model
            budget.check_time()
            formula.block(model)
            answer = _answer(solver, formula, budget)
        if stats is not None:
            _count(solver, stats)
        if answer == GIVEN_UP:
            raise BudgetSpent(reason_of(limits))
    finally:
        pysolvers.minicard_del(solver)


class _Plain:
    """Rows in a Minicard by PySAT's C functions alone, asked as `kernels.clauses.solver_methods.Rows` is."""

    def __init__(self, solver: object, rows: array[int], mixed: Sequence[int], paired: int = 0):
        self._solver, self._mixed = solver, mixed
        for row in lists(rows, len(rows)):
            pysolvers.minicard_add_cl(solver, row)
            if len(row) > paired:
                pysolvers.minicard_add_am(solver, row, 1)
                continue
            for k, one in enumerate(row):
                for other in row[:k]:
                    pysolvers.minicard_add_cl(solver, [-other, -one])

    def solve(self) -> int:
        """See `Rows.solve`."""
        answer = pysolvers.minicard_solve_lim(self._solver, [], 0, 1)  # no taking over of Ctrl-C: see `Incremental`
        return GIVEN_UP if answer is None else SATISFIABLE if answer else UNSATISFIABLE

    def model(self) -> list[int]:
        """See `Rows.model`."""
        found: list[int] = pysolvers.minicard_model(self._solver) or []
        return [v for v in found if v > 0 or (self._mixed and self._mixed[-v])]

    def block(self, model: list[int]) -> None:
        """See `Rows.block`."""
        pysolvers.minicard_add_cl(self._solver, [-v for v in model])


def _count(solver: object, stats: dict[str, float]) -> None:
    counted = pysolvers.minicard_acc_stats(solver)
    for name in COUNTED:
        stats[name] = counted[name]


def _answer(solver: object, formula: Rows | _Plain, budget: Budget) -> int:
    """The answer, in slices between which Ctrl-C takes effect; GIVEN_UP where the limits are reached."""
    limits = budget.limits
    slice_ = 2 * FIRST_SLICE if limits else UNLIMITED_SLICE
    while True:
        conflicts = slice_
        if limits.conflicts is not None:
            conflicts = min(conflicts, limits.conflicts - pysolvers.minicard_acc_stats(solver)["conflicts"])
        if conflicts <= 0:
            return GIVEN_UP
        began = 0.0 if budget.deadline is None else time.perf_counter()
        pysolvers.minicard_cbudget(solver, conflicts)
        answer = formula.solve()
        if answer != GIVEN_UP:
            return answer
        if not limits:
            slice_ += UNLIMITED_SLICE  # ever longer: what forgets its clauses when it begins anew must end, too
            continue
        if budget.deadline is None:  # the slices must not depend on the clock: same limits, same answer
            slice_ = 2 * conflicts
            continue
        now = time.perf_counter()
        if now >= budget.deadline:
            return GIVEN_UP
        slice_ = next_slice(conflicts, now - began, budget.deadline - now)
