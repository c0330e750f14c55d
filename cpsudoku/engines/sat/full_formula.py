"""The full formula of an encoding: in one incremental solver for one puzzle after the other, or in a fresh one each.

In the incremental solver clues are assumptions, and each puzzle's blocking clauses hang on an activation literal that
only its own questions assume. Afterwards a unit clause retires it: without it later answers would be right too, but the
solver would carry the blocking clauses of all puzzles before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cpsudoku.budget import Budget, BudgetSpent, Limits, reason_of
from cpsudoku.engines.answer import Sat, Unknown
from cpsudoku.engines.engine import Outcome, collect
from cpsudoku.engines.sat.propagation import board_of
from cpsudoku.engines.sat.pysat_solvers import LARGE_SOLVER, Incremental, enumerated

if TYPE_CHECKING:
    from cpsudoku.formula.clauses import Formula
    from cpsudoku.formula.primitives.to_clauses import Lowering

SLOW_PROPAGATE = ("cadical195", "cadical300")
"""Solvers whose `propagate` costs more than the search it may save."""
REBUILD_EVERY = 300
"""Puzzles after which the solver is made anew: old learnt clauses slow Glucose and MiniSat."""

LARGE = 36
"""The side from which on LARGE_SOLVER is the default: CaDiCaL then simplifies for seconds within one conflict, where
nothing ends it."""


class FullFormula:
    """The full formula in one incremental solver, serving one puzzle after the other. For one thread."""

    def __init__(self, formula: Formula, solver: str | None):
        self.formula = formula
        self.solver_name = solver or default_solver(formula)
        self._live: Incremental | None = None
        self._served = 0
        self._next = 0

    def _solver(self, anew: bool) -> Incremental:
        if anew or self._served >= REBUILD_EVERY:
            self.close()
        if self._live is None:
            self._live = Incremental(self.solver_name, self.formula.clauses, self.formula.atmosts)
            self._served, self._next = 0, self.formula.variables
        self._served += 1
        return self._live

    def close(self) -> None:
        """Give the solver back."""
        if self._live is not None:
            self._live.close()
            self._live = None

    def search(self, cells: bytes, limit: int, limits: Limits) -> Outcome:
        """See `Engine.search`. `stats`: what the solver counts for this puzzle."""
        # what a budget of conflicts suffices for must not depend on the puzzles before
        solver = self._solver(anew=limits.conflicts is not None)
        before, budget = solver.counters(), Budget(limits)
        assumptions = self.formula.assumptions(cells)
        if limit != 1 and solver.name not in SLOW_PROPAGATE:
            settled = self._by_propagation(solver, assumptions, cells)
            if settled is not None:
                return settled
        self._next += 1
        stats: dict[str, float] = {}
        outcome = collect(self._grids(solver, [*assumptions, self._next], budget), limit, stats)
        solver.add([-self._next])  # retires this puzzle's blocking clauses
        stats.update({name: count - before.get(name, 0) for name, count in solver.counters().items()})
        return outcome

    def _grids(self, solver: Incremental, assumptions: list[int], budget: Budget) -> Iterator[bytes]:
        """The solutions under *assumptions*, the last of which activates the blocking clauses."""
        before = solver.conflicts()
        while True:
            answer = solver.solve(assumptions, budget.left().in_time() if budget.limits else budget.limits)
            budget.spent = solver.conflicts() - before
            if isinstance(answer, Unknown):
                raise BudgetSpent(reason_of(budget.limits))
            if not isinstance(answer, Sat):
                return
            grid = self.formula.decode(answer.model)
            yield grid
            budget.check_time()
            solver.add([-assumptions[-1], *self.formula.blocking_clause(grid)])

    def _by_propagation(self, solver: Incremental, assumptions: list[int], cells: bytes) -> Outcome | None:
        """Where unit propagation alone fixes every cell, existence and uniqueness are proven at once."""
        try:
            ok, literals = solver.propagate(assumptions)
        except NotImplementedError:
            return None
        if not ok:
            return Outcome((), True)
        last = self.formula.cell_variables
        of_cells = [x for x in literals if -last <= x <= last]
        if len(of_cells) < last:
            return None
        grid = self.formula.decode(of_cells)
        with board_of(self.formula.geometry) as board:
            return Outcome((grid,) if board.is_solution(grid, cells) else (), True)


class FreshSolvers:
    """A fresh solver for each puzzle: of constraints, or where the givens reduce the formula."""

    def __init__(self, formula_for: Callable[[bytes], Formula | Lowering], solver: str | None) -> None:
        self._formula_for, self._solver = formula_for, solver

    def loaded(
        self, cells: bytes, budget: Budget, stats: dict[str, float] | None = None
    ) -> tuple[Formula | Lowering, Incremental]:
        """The formula, and a solver with it and these clues. Raises BudgetSpent.

        *stats*: variables and clauses, and the CPU seconds of building and loading them.
        """
        stats = {} if stats is None else stats
        cpu = time.process_time()
        with budget.preparing():
            formula = self._formula_for(cells)
            clauses = len(formula.clauses) + len(formula.atmosts)
            stats.update(variables=formula.variables, clauses=clauses, encode_seconds=time.process_time() - cpu)
            cpu = time.process_time()
            solver = Incremental(self._solver or default_solver(formula), formula.clauses, formula.atmosts)
            for literal in formula.assumptions(cells):
                solver.add([literal])
            stats["load_seconds"] = time.process_time() - cpu
        return formula, solver

    def grids(self, cells: bytes, limits: Limits, stats: dict[str, float] | None = None) -> Iterator[bytes]:
        """See `Engine.iterate`. *stats*: see `loaded`, and what the solver counts."""
        budget = Budget(limits)
        formula, solver = self.loaded(cells, budget, stats)
        for model in enumerated(solver, formula.cell_variables, budget, stats=stats):
            yield formula.decode(model)


def default_solver(formula: Formula | Lowering) -> str:
    """The solver of a full formula where none was named."""
    if formula.atmosts:
        return "minicard"
    return LARGE_SOLVER if formula.geometry.side >= LARGE else "cadical153"
