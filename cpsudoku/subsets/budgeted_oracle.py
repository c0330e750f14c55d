"""Oracles over a puzzle under one budget.

`BudgetedOracle` takes the kernel first, then the live SAT solver, then an engine with its propagation; where the solver
is `alone`, it answers every question. On boards without constraints compiled backtracking answers each question from
its clues alone: `DirectOracle`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits, until
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.registry import engine_for, quickest
from cpsudoku.subsets.oracle import Answer, Inconsistent, SoftConstraint, SoftPuzzle, Unknown, answer_of, limits_left

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint
    from cpsudoku.subsets.assumption_solver import AssumptionSolver
    from cpsudoku.subsets.kernel_oracle import LayeredOracle

EASY = 300
"""Conflicts of the live solver, after which a fresh engine with all its propagation takes the question."""


class BudgetedOracle:
    """An `Oracle` over a `SoftPuzzle` under *limits*: seconds over all questions, conflicts for each.

    *deadline*: when the seconds end, where they began before.
    """

    def __init__(self, solver: AssumptionSolver, limits: Limits, deadline: float | None = None):
        from cpsudoku.subsets.kernel_oracle import KernelOracle

        self.soft, self._each = solver, Limits(conflicts=limits.conflicts)
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
        """See `Oracle`. *witness*: a Consistent of the SAT solver has its grid. *after_layers*: `layers` left
        the question open.
        """
        if self._kernel is not None:
            answer = self._kernel.check(subset, limits, after_layers=after_layers)
            if not isinstance(answer, Unknown):
                self.count(kernel=True)
                return answer
        answer = self.solve(subset, limits, witness=witness)
        if self._kernel is not None and isinstance(answer, Inconsistent):
            self._kernel.know(answer.core)
        return answer

    def solve(self, subset: Sequence[SoftConstraint], limits: Limits = NO_LIMITS, *, witness: bool = True) -> Answer:
        """`check` without the kernel: a grid by SAT tends to be near the one that is preferred.

        What the live solver leaves open goes to the engine, unless *limits* bound the conflicts.
        """
        self.count()
        easy = limits if self.soft.alone or limits.conflicts is not None else Limits(limits.seconds, EASY)
        try:
            within = limits_left(self.deadline, self._each, easy)
            with until(self.deadline):  # the formula is built for the first question
                answer = self.soft.check(subset, within, witness=witness)
            if not isinstance(answer, Unknown):
                self.sat_questions += 1
            elif limits.conflicts is None and not self.soft.alone:
                return self._by_engine(subset, limits)
            return answer
        except BudgetSpent as problem:
            return Unknown(str(problem))

    def layers(self) -> LayeredOracle:
        """For many questions that have much in common; one user at a time."""
        from cpsudoku.subsets.kernel_oracle import LayeredOracle

        return LayeredOracle(self._kernel)

    def count(self, *, kernel: bool = False) -> None:
        """Count a question, which a *kernel* answered."""
        self.calls += 1
        self.by_kernel += kernel

    def solutions(self, puzzle: Puzzle) -> Sequence[bytes]:
        """Up to two solutions of *puzzle*, by the kernel or an engine. Raises BudgetSpent."""
        kernel = self._kernel if puzzle is self.soft.puzzle else None
        if kernel is not None:
            found = kernel.only_solution()
            if found is not None:
                kernel.know(self.soft.items)
                return [found]
        outcome = self._engine_of(puzzle).search(puzzle.cells, 2, limits_left(self.deadline, self._each))
        if outcome.why:
            raise BudgetSpent
        if kernel is not None and len(outcome.solutions) < 2:
            kernel.know(self.soft.items)
        return outcome.solutions

    def counted(self, puzzle: Puzzle, most: int, effort: int) -> tuple[Sequence[bytes], bool]:
        """(up to *most* solutions of *puzzle*, whether these are all), within *effort* branches and conflicts."""
        bounds = limits_left(self.deadline, self._each, Limits(conflicts=effort))
        outcome = self._engine_of(puzzle).search(puzzle.cells, most, bounds)
        return outcome.solutions, outcome.complete

    def _engine_of(self, puzzle: Puzzle) -> Engine:
        """The engine for its rules; the last one is kept, for many questions differ in clues alone."""
        if self._engine is None or self._engine[0] != puzzle.constraints:
            self._engine = (puzzle.constraints, engine_for(puzzle, "sat"))
        return self._engine[1]

    def _by_engine(self, subset: Sequence[SoftConstraint], limits: Limits) -> Answer:
        if self._each.conflicts is not None and self._each.conflicts <= EASY:
            raise BudgetSpent
        part, forbidden = self.soft.part(subset), self.soft.forbidden
        bounds = limits_left(self.deadline, self._each, limits)
        outcome = self._engine_of(part).search(part.cells, len(forbidden) + 1, bounds)
        return answer_of(outcome, forbidden, subset)


class DirectOracle:
    """An `Oracle` over a `SoftPuzzle` under *limits*: seconds over all questions, conflicts for each.

    Its cores are whole subsets.
    """

    def __init__(self, soft: SoftPuzzle, limits: Limits) -> None:
        self.soft, self._limits = soft, limits
        self.deadline = limits.deadline()
        self._size = soft.puzzle.geometry.size
        self._place = {item: (cell, soft.puzzle.cells[cell]) for cell, item in soft.clues.items()}

    def check(self, subset: Sequence[SoftConstraint], limits: Limits = NO_LIMITS) -> Answer:
        """See `Oracle`; a Consistent has its grid."""
        cells, place, forbidden = bytearray(self._size), self._place, self.soft.forbidden
        for item in subset:
            cell, digit = place[item]
            cells[cell] = digit
        try:
            outcome = self.search(bytes(cells), len(forbidden) + 1, limits)
        except BudgetSpent as problem:
            return Unknown(str(problem))
        return answer_of(outcome, forbidden, subset)

    solve = check

    def search(self, cells: bytes, most: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """Up to *most* solutions of these clues. Raises BudgetSpent where that stays open."""
        limits = limits_left(self.deadline, self._limits, limits) if limits or self._limits else NO_LIMITS
        outcome = quickest(self.soft.puzzle.geometry).search(cells, most, limits)
        if outcome.why:
            raise BudgetSpent(outcome.why)
        return outcome

    def solutions(self, puzzle: Puzzle) -> Sequence[bytes]:
        """Up to two solutions of *puzzle*, on the same board. Raises BudgetSpent where that stays open."""
        return self.search(puzzle.cells).solutions

    def count(self, most: int) -> tuple[int, bool]:
        """(solutions of the puzzle up to *most*, whether there are no others), without the grids."""
        puzzle = self.soft.puzzle
        found, why = quickest(puzzle.geometry).count(puzzle.cells, most + 1, limits_left(self.deadline, self._limits))
        return min(found, most), not why and found <= most

    def counted(self, puzzle: Puzzle, most: int, effort: int) -> tuple[Sequence[bytes], bool]:
        """(up to *most* solutions of *puzzle*, whether these are all). The effort is not bounded."""
        outcome = self.search(puzzle.cells, most)
        return outcome.solutions, outcome.complete


PuzzleOracle = DirectOracle | BudgetedOracle
"""An oracle over a `SoftPuzzle`, `soft`, with a budget over all its questions."""


def puzzle_oracle(puzzle: Puzzle, limits: Limits) -> PuzzleOracle:
    """The quickest for *puzzle*, under *limits*: seconds over all questions, conflicts for each. Close its `soft`."""
    if puzzle.houses_only:
        return DirectOracle(SoftPuzzle(puzzle), limits)
    from cpsudoku.subsets.assumption_solver import AssumptionSolver  # imports PySAT

    return BudgetedOracle(AssumptionSolver(puzzle), limits)
