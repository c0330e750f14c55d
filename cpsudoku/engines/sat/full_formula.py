"""The full formula of an encoding in one incremental solver, serving one puzzle after the other.

Clues are assumptions, and each puzzle's blocking clauses hang on an activation literal that only its own questions
assume. Afterwards a unit clause retires it: without it later answers would be right too, but the solver would carry
the blocking clauses of all puzzles before.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from cpsudoku.budget import Limits
from cpsudoku.engines.answer import Unknown, Unsat
from cpsudoku.engines.engine import Outcome
from cpsudoku.engines.sat.propagation import board_of
from cpsudoku.engines.sat.pysat_solvers import LARGE_SOLVER, Incremental, is_late, reason_of

if TYPE_CHECKING:
    from cpsudoku.formula.clauses import Formula

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
        # what a budget of conflicts suffices for must not depend on the puzzles before
        solver, formula = self._solver(anew=limits.conflicts is not None), self.formula
        before = solver.counters()
        assumptions = formula.assumptions(cells)
        started = time.perf_counter()
        if limit != 1 and solver.name not in SLOW_PROPAGATE:
            settled = self._by_propagation(solver, assumptions, cells)
            if settled is not None:
                return settled
        self._next += 1
        active = self._next
        assumptions.append(active)
        found: list[bytes] = []
        spent = 0.0
        complete, why = True, ""
        while True:
            left = limits
            if limits:
                seconds = None if limits.seconds is None else max(0.0, limits.seconds - (time.perf_counter() - started))
                conflicts = None if limits.conflicts is None else max(0, limits.conflicts - int(spent))
                left = Limits(seconds, conflicts) if seconds is None else Limits(seconds, conflicts).in_time()
            answer = solver.solve(assumptions, left)
            spent = solver.counters().get("conflicts", 0) - before.get("conflicts", 0)
            if isinstance(answer, Unknown):
                complete, why = False, reason_of(limits)
                break
            if isinstance(answer, Unsat):
                break
            grid = formula.decode(answer.model)
            found.append(grid)
            if len(found) == limit:
                complete = False
                break
            if is_late(limits, started):
                complete, why = False, reason_of(limits)
                break
            solver.add([-active, *formula.blocking_clause(grid)])
        solver.add([-active])  # retires this puzzle's blocking clauses
        after = solver.counters()
        return Outcome(tuple(found), complete, why, {name: after[name] - before.get(name, 0) for name in after})

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


def default_solver(formula: Formula) -> str:
    """The solver of a full formula where none was named."""
    if formula.atmosts:
        return "minicard"
    return LARGE_SOLVER if formula.geometry.side >= LARGE else "cadical153"
