"""A puzzle whose clues and constraints may each be left out: one live SAT solver with a literal for each of them.

A constraint is switched on by a guard literal, a clue by the literal of its digit; assumed literals hold, all others
are free. An unsatisfiable answer has a core: the clues and constraints that it needs. The formula is built at the first
question, because for most puzzles the kernel answers all questions (see `budgeted_oracle`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, Limits, check_deadline
from cpsudoku.engines.answer import Sat
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.errors import EnginesDisagree
from cpsudoku.formula.primitives.to_clauses import Lowering
from cpsudoku.kernels.clauses.literals import digits_of_model, literals_of_digits
from cpsudoku.subsets.oracle import Answer, Consistent, Inconsistent, SoftConstraint, SoftPuzzle, Unknown

if TYPE_CHECKING:
    from cpsudoku.formula.definition import EncodingLike

SOLVER = "cadical153"


class AssumptionSolver(SoftPuzzle):
    """An `Oracle` over a puzzle.

    The first question may raise BudgetSpent at a deadline (see `budget.until`); so may the constructor where it is
    *alone*, or has an encoding. *alone*: this solver answers every question, no kernel and no other engine does.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        solver: str = SOLVER,
        encoding: EncodingLike | None = None,
        alone: bool = False,
    ) -> None:
        super().__init__(puzzle)
        self._preferred: bytes | None = None
        self._name, self._encoding = solver, encoding
        self.alone = alone
        self._live: Incremental | None = None
        self._guard: dict[SoftConstraint, int] = {}
        self._guarded: dict[int, SoftConstraint] = {}
        if not self.is_plain:
            _ = self._solver  # raises for an unknown name

    @property
    def is_plain(self) -> bool:
        """Whether kernels may answer, too: it is not alone, and neither a solver nor an encoding was named."""
        return not self.alone and self._name == SOLVER and self._encoding is None

    @property
    def _solver(self) -> Incremental:
        if self._live is None:
            from cpsudoku.formula import catalog

            formula = Lowering(self.puzzle.geometry, None if self._encoding is None else catalog.load(self._encoding))
            for item, rule in self._rule_of.items():
                check_deadline()
                self._guard[item] = formula.guarded(rule)
            self._guarded = {guard: item for item, guard in self._guard.items()}
            self._live = Incremental("minicard" if formula.atmosts else self._name, formula.clauses, formula.atmosts)
            for grid in self.forbidden:
                self._forbid(grid)
            if self._preferred is not None:
                self._prefer(self._preferred)
        return self._live

    def check(self, subset: Sequence[SoftConstraint], limits: Limits = NO_LIMITS, *, witness: bool = False) -> Answer:
        """See `Oracle`; the houses always hold. *witness*: a Consistent has its grid, which is checked.

        Raises EnginesDisagree where the solver's grid breaks the subset.
        """
        solver, guard = self._solver, self._guard
        assumed = [guard.get(item, item) for item in subset]
        if not witness:
            core = solver.core(assumed, limits)
            return core if isinstance(core, Unknown) else Consistent() if core is None else self._unsat(core)
        answer = solver.solve(assumed, limits)
        if isinstance(answer, Unknown):
            return answer
        if not isinstance(answer, Sat):
            return self._unsat(answer.core)
        grid = digits_of_model(answer.model, self.puzzle.geometry.size, self._n)
        held = self.part(subset)
        if not held.is_solved_by(grid):
            raise EnginesDisagree(f"sat gave a wrong grid for {held!r}")
        return Consistent(grid)

    def _unsat(self, core: Iterable[int]) -> Inconsistent:
        item = self._guarded
        return Inconsistent(frozenset([item.get(x, x) for x in core]))

    def prefer(self, grid: bytes) -> None:
        """See `SoftPuzzle`."""
        self._preferred = grid
        if self._live is not None:
            self._prefer(grid)

    def _prefer(self, grid: bytes) -> None:
        self._solver.prefer([*literals_of_digits(grid, self._n, 1), *self._guard.values()])

    def forbid(self, grid: bytes) -> None:
        """See `SoftPuzzle`."""
        super().forbid(grid)
        if self._live is not None:
            self._forbid(grid)

    def _forbid(self, grid: bytes) -> None:
        self._solver.add(literals_of_digits(grid, self._n, -1))

    def close(self) -> None:
        """Free the solver's memory."""
        if self._live is not None:
            self._live.close()


class LiteralOracle:
    """An `Oracle` over the clauses of a live solver: a soft constraint is a literal that is assumed."""

    def __init__(self, solver: Incremental) -> None:
        self._solver = solver

    def check(self, subset: Sequence[SoftConstraint], limits: Limits = NO_LIMITS) -> Answer:
        """See `Oracle`; a Consistent has no grid."""
        core = self._solver.core(subset, limits)
        if core is None or isinstance(core, Unknown):
            return Consistent() if core is None else core
        return Inconsistent(frozenset(core))
