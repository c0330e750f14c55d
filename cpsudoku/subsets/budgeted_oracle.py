"""Several oracles under one budget: the kernel first, then the live SAT solver, then an engine with its propagation.

Where the solver is `alone`, it answers every question.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits, until
from cpsudoku.engines.engine import Engine
from cpsudoku.subsets.assumption_solver import AssumptionSolver
from cpsudoku.subsets.kernel_oracle import KernelOracle
from cpsudoku.subsets.layered_oracle import LayeredOracle
from cpsudoku.subsets.oracle import Answer, Sat, SoftConstraint, Unknown, Unsat

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

EASY = 300
"""Conflicts of the live solver, after which a fresh engine with all its propagation takes the question."""


class BudgetedOracle:
    """An `Oracle` over one puzzle under *limits*: seconds over all questions, conflicts for each.

    *deadline*: when the seconds end, where they began before.
    """

    def __init__(self, solver: AssumptionSolver, limits: Limits, deadline: float | None = None):
        self.solver, self._conflicts = solver, limits.conflicts
        self.deadline = limits.deadline() if deadline is None else deadline
        self.calls = self.sat_questions = self.by_kernel = self.by_cores = 0
        """Questions; those that the live SAT solver answered; those that a kernel answered; groups of soft constraints
        that went without a question, as a core did without them."""
        self._engine: tuple[tuple[Constraint, ...], Engine] | None = None
        bounded = limits.conflicts is not None and limits.conflicts < EASY
        self._kernel = KernelOracle(solver, self.deadline) if solver.is_plain and not bounded else None

    def check(
        self,
        subset: Sequence[SoftConstraint],
        limits: Limits = NO_LIMITS,
        *,
        witness: bool = False,
        after_layers: bool = False,
    ) -> Answer:
        """See `Oracle`. *witness*: a Sat of the SAT solver has its grid. *after_layers*: `layers` left it open."""
        if self._kernel is not None:
            answer = self._kernel.check(subset, limits, after_layers=after_layers)
            if not isinstance(answer, Unknown):
                self.count(kernel=True)
                return answer
        answer = self.solve(subset, limits, witness=witness)
        if self._kernel is not None and isinstance(answer, Unsat):
            self._kernel.know(answer.core)
        return answer

    def solve(self, subset: Sequence[SoftConstraint], limits: Limits = NO_LIMITS, *, witness: bool = True) -> Answer:
        """`check` without the kernel: a grid by SAT tends to be near the one that is preferred.

        What the live solver leaves open goes to the engine, unless *limits* bound the conflicts.
        """
        self.count()
        easy = None if self.solver.alone else EASY
        bounds = (self._conflicts, easy if limits.conflicts is None else limits.conflicts)
        try:
            within = Limits(self._left(limits.seconds), min([one for one in bounds if one is not None], default=None))
            with until(self.deadline):  # the formula is built for the first question
                answer = self.solver.check(subset, within, witness=witness)
            if not isinstance(answer, Unknown):
                self.sat_questions += 1
            elif limits.conflicts is None and not self.solver.alone:
                return self._by_engine(subset)
            return answer
        except BudgetSpent as problem:
            return Unknown(str(problem))

    def layers(self) -> LayeredOracle:
        """For many questions that have much in common; one user at a time."""
        return LayeredOracle(self.solver, self._kernel, self.deadline)

    def count(self, *, kernel: bool = False) -> None:
        """Count a question, which a *kernel* answered."""
        self.calls += 1
        self.by_kernel += kernel

    def solutions(self, puzzle: Puzzle) -> Sequence[bytes]:
        """Up to two solutions of *puzzle*, by the kernel or an engine. Raises BudgetSpent."""
        kernel = self._kernel if puzzle is self.solver.puzzle else None
        if kernel is not None:
            found = kernel.only_solution()
            if found is not None:
                kernel.know(self.solver.items)
                return [found]
        outcome = self._engine_of(puzzle).search(puzzle.cells, 2, Limits(self._left(), self._conflicts))
        if outcome.why:
            raise BudgetSpent
        if kernel is not None and len(outcome.solutions) < 2:
            kernel.know(self.solver.items)
        return outcome.solutions

    def counted(self, puzzle: Puzzle, most: int, effort: int) -> tuple[Sequence[bytes], bool]:
        """(up to *most* solutions of *puzzle*, whether these are all), within *effort* branches and conflicts."""
        bounds = [bound for bound in (self._conflicts, effort) if bound is not None]
        outcome = self._engine_of(puzzle).search(puzzle.cells, most, Limits(self._left(), min(bounds)))
        return outcome.solutions, outcome.complete

    def _engine_of(self, puzzle: Puzzle) -> Engine:
        """The engine for its rules; the last one is kept, for many questions differ in clues alone."""
        from cpsudoku.engines.registry import engine_for

        if self._engine is None or self._engine[0] != puzzle.constraints:
            self._engine = (puzzle.constraints, engine_for(puzzle, "sat"))
        return self._engine[1]

    def _left(self, seconds: float | None = None) -> float | None:
        """The seconds left, *seconds* at most. Raises BudgetSpent where there are none."""
        left = None if self.deadline is None else self.deadline - time.perf_counter()
        if left is not None and left <= 0:
            raise BudgetSpent
        return min((one for one in (left, seconds) if one is not None), default=None)

    def _by_engine(self, subset: Sequence[SoftConstraint]) -> Answer:
        if self._conflicts is not None and self._conflicts <= EASY:
            raise BudgetSpent
        part, forbidden = self.solver.part(subset), self.solver.forbidden
        outcome = self._engine_of(part).search(part.cells, len(forbidden) + 1, Limits(self._left(), self._conflicts))
        others = [grid for grid in outcome.solutions if grid not in forbidden]
        if others:
            return Sat(others[0])
        return Unsat(frozenset(subset)) if outcome.complete else Unknown(outcome.why)
