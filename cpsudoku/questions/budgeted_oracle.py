"""Questions to a guarded puzzle under limits: what forces the answer?

The kernel is asked first (see `quick` and `layers`), then the live SAT solver, then an engine with all its propagation;
where the guarded puzzle is `alone`, the live SAT solver answers every question.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import BudgetSpent, Limits, until
from cpsudoku.engines.answer import Unknown
from cpsudoku.engines.engine import Engine
from cpsudoku.questions.assumption_solver import AssumptionSolver, Item
from cpsudoku.questions.kernel_oracle import KernelOracle
from cpsudoku.questions.layered_oracle import LayeredOracle

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

T = TypeVar("T")
EASY = 300
"""Conflicts of the live solver, after which a fresh engine with all its propagation takes the question."""


class BudgetedOracle:
    """Questions to one guarded puzzle under *limits*: seconds over all of them, conflicts for each.

    *deadline*: when the seconds end, where they began before.
    """

    def __init__(self, guarded: AssumptionSolver, limits: Limits, deadline: float | None = None):
        self.guarded, self._conflicts = guarded, limits.conflicts
        self.deadline = limits.deadline() if deadline is None else deadline
        self.calls = self.sat_questions = self.by_kernel = self.by_cores = 0
        """Questions; those that the live SAT solver answered; those that a kernel answered; groups of clues and
        constraints known to be spare without a question, as a core did without them."""
        self.rival: bytes | None = None
        """The grid that answered the last question to `forces`, where SAT was asked for it."""
        self._engine: tuple[tuple[Constraint, ...], Engine] | None = None
        bounded = limits.conflicts is not None and limits.conflicts < EASY
        self._quick = KernelOracle(guarded) if guarded.is_plain and not bounded else None

    def grid(self, items: Sequence[Item], most: int | None = None) -> bytes | frozenset[Item]:
        """A grid that keeps *items*, or those that force. Raises BudgetSpent, at the latest after *most* conflicts."""
        limits = self._easy(most)
        found = self._solved(self.guarded.ask, items, limits)
        if not isinstance(found, Unknown):
            return found
        if most is not None:
            raise BudgetSpent
        return self._by_engine(items)

    def layers(self) -> LayeredOracle:
        """For many questions that have much in common; one user at a time."""
        return LayeredOracle(self.guarded, self._quick, self.deadline)

    def forces(self, items: Sequence[Item], *, anew: bool = False, rival: bool = False) -> frozenset[Item] | None:
        """Those of *items* that force; None where they do not. *anew*: `layers` left it open. Raises BudgetSpent.

        *rival*: where they do not, the grid that SAT found is kept in `rival`.
        """
        self.rival = None
        if self._quick is not None:
            answer = self._quick.forces(items, self.deadline, anew=anew)
            if answer is not None:
                self.count(kernel=True)
                return answer.by if answer.forces else None
        found: bytes | frozenset[Item] | Unknown | None
        found = self._solved(self.guarded.ask if rival else self.guarded.core, items, self._easy(None))
        if isinstance(found, bytes):
            self.rival, found = found, None
        if isinstance(found, Unknown):
            other = self._by_engine(items)
            found = None if isinstance(other, bytes) else other
        if self._quick is not None and found is not None:
            self._quick.know(found)
        return found

    def _solved(self, ask: Callable[[Sequence[Item], Limits], T], items: Sequence[Item], limits: Limits) -> T:
        """What the live solver says; its formula is built where this is the first question."""
        with until(self.deadline):
            found = ask(items, limits)
        self.sat_questions += not isinstance(found, Unknown)
        return found

    def count(self, *, kernel: bool = False) -> None:
        """Count a question, which a *kernel* answered."""
        self.calls += 1
        self.by_kernel += kernel

    def solutions(self, puzzle: Puzzle) -> Sequence[bytes]:
        """Up to two solutions of *puzzle*, by the kernel of all questions or an engine. Raises BudgetSpent."""
        if self._quick is not None and puzzle is self.guarded.puzzle:
            found = self._quick.only(self.deadline)
            if found is not None:
                self._quick.know(self.guarded.items)
                return [found]
        outcome = self._engine_of(puzzle).search(puzzle.cells, 2, Limits(self._left(), self._conflicts))
        if outcome.why:
            raise BudgetSpent
        if self._quick is not None and puzzle is self.guarded.puzzle and len(outcome.solutions) < 2:
            self._quick.know(self.guarded.items)
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

    def _easy(self, most: int | None) -> Limits:
        self.count()
        easy = None if self.guarded.alone else EASY
        bounds = [bound for bound in (self._conflicts, most or easy) if bound is not None]
        return Limits(self._left(), min(bounds, default=None))

    def _left(self) -> float | None:
        seconds = None if self.deadline is None else self.deadline - time.perf_counter()
        if seconds is not None and seconds <= 0:
            raise BudgetSpent
        return seconds

    def _by_engine(self, items: Sequence[Item]) -> bytes | frozenset[Item]:
        if self.guarded.alone or (self._conflicts is not None and self._conflicts <= EASY):
            raise BudgetSpent
        part, forbidden = self.guarded.part(items), self.guarded.forbidden
        outcome = self._engine_of(part).search(part.cells, len(forbidden) + 1, Limits(self._left(), self._conflicts))
        others = [grid for grid in outcome.solutions if grid not in forbidden]
        if others:
            return others[0]
        if not outcome.complete:
            raise BudgetSpent
        return frozenset(items)
