"""A puzzle ready to be explained: propagation with reasons, and SAT where propagation finds nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import Limits, check_deadline
from cpsudoku.engines.answer import Answer, Unknown
from cpsudoku.kernels.general.reasons import Reasoner
from cpsudoku.questions.explanation.reasons import sorted_clauses
from cpsudoku.techniques.reasons.reason import Reason

if TYPE_CHECKING:
    from cpsudoku.engines.sat.pysat_solvers import Incremental

Literal = int
"""cell * n + digit byte, negative for "does not hold"."""
Set = tuple[int, ...]
"""Numbers of reasons, ascending."""
SOLVER = "minisat22"
"""Quick at thousands of small questions, and it takes preferred phases."""
CONFLICTS = 20_000
"""Where SAT gives up on the question whether a candidate can be refuted at all."""
SHRINKING = 100
"""Conflicts after which a smaller set of reasons is not pursued."""
MOST_QUESTIONS = 150
"""Questions to SAT for making one set smaller; what has some twenty reasons takes fewer."""


class Model:
    """Clauses under reasons, and facts; only ever more facts. One walk at a time, in one thread."""

    def __init__(self, puzzle: Puzzle, clues: bool = False) -> None:
        self.puzzle = puzzle
        self.formula = sorted_clauses(puzzle, clues)
        self.reasons: Sequence[Reason] = self.formula.reasons
        self.weights = [reason.weight for reason in self.reasons]
        geometry = puzzle.geometry
        self.n = geometry.side
        self.shown = geometry.size * self.n
        formula = self.formula
        self.kernel = Reasoner(
            formula.variables, self.shown, formula.literals, formula.starts, formula.groups, formula.sets, self.weights
        )
        self.guards = range(formula.variables + 1, formula.variables + 1 + len(self.reasons))
        """The variables that guard the reasons in `guarded_clauses`."""
        self.facts: list[Literal] = []
        self._solver: InformedSolver | None = None

    def weight(self, reasons: Iterable[int]) -> int:
        """The size of a set of reasons."""
        return sum(self.weights[reason] for reason in reasons)

    def take(self, facts: Sequence[Literal]) -> list[tuple[Literal, Set]]:
        """Add facts; what single reasons, or none, then give. Raises ValueError where that conflicts."""
        self.facts += facts
        derived: list[tuple[Literal, Set]]
        derived, conflict = self.kernel.settle(facts)
        if conflict is not None:
            raise ValueError(f"the facts break {[self.reasons[reason].name for reason in conflict]}")
        return derived

    def searched(self, literal: Literal, reasons: Sequence[int], conflicts: int = CONFLICTS) -> Set | None:
        """Those of *reasons* with which SAT refutes *literal*; None where they do not, or it takes more conflicts."""
        check_deadline()
        core = self.solver.core(self._assumed(literal, reasons), Limits(conflicts=conflicts))
        if core is None or isinstance(core, Unknown):
            return None
        return tuple(sorted(self.guards.index(x) for x in core if x in self.guards))

    def answered(self, literal: Literal, reasons: Sequence[int], conflicts: int) -> Answer:
        """What SAT says of *literal* under *reasons*: a model, that there is none, or unknown after these conflicts."""
        return self.solver.solve(self._assumed(literal, reasons), Limits(conflicts=conflicts))

    def _assumed(self, literal: Literal, reasons: Sequence[int]) -> list[int]:
        return [literal, *map(self.guards.__getitem__, reasons)]

    @property
    def solver(self) -> Incremental:
        """A SAT solver with the guarded clauses and the facts."""
        if self._solver is None:
            self._solver = InformedSolver(self, self.guarded_clauses())
        return self._solver.informed()

    def guarded_clauses(self) -> list[list[int]]:
        """The clauses, each under a guard for every reason it rests on."""
        guards = [[-self.guards[reason] for reason in chosen] for chosen in self.formula.sets]
        return [clause + guards[group] for clause, group in zip(self.clauses(), self.formula.groups.tolist())]

    def clauses(self) -> list[list[int]]:
        """The clauses alone."""
        starts, literals = self.formula.starts.tolist(), self.formula.literals.tolist()
        return [literals[begin:end] for begin, end in pairwise(starts)]

    def refuted(self, literals: Sequence[Literal], reasons: Sequence[int]) -> list[Literal]:
        """Those of *literals* that propagation refutes by *reasons*, each by itself."""
        return [x for x, _ in self.kernel.refuted(literals, reasons)]

    def cell(self, literal: Literal) -> Cell:
        """The cell that a literal is about."""
        return (abs(literal) - 1) // self.n

    @property
    def finished(self) -> bool:
        """Whether the facts settle every candidate."""
        return not any(map(self.kernel.open, range(1, self.shown + 1)))

    def shrunk(self, literal: Literal, reasons: Set) -> Set:
        """A part of *reasons*, which refute *literal* by search, that still does; large parts are tried first.

        It puts at most `MOST_QUESTIONS` to SAT, each of `SHRINKING` conflicts: where these are enough, no needless
        reason is left but those whose absence takes longer to prove.
        """
        kept, size, left = reasons, max(1, len(reasons) // 4), MOST_QUESTIONS
        while True:
            at = 0
            while at < len(kept):
                rest = kept[:at] + kept[at + size :]
                found = self.kernel.refuted((literal,), rest)
                if not found and not left:
                    return kept
                left -= not found
                less = found[0][1] if found else self.searched(literal, rest, SHRINKING)
                if less is None:
                    at += size
                else:
                    # what stood before `at` was needed, and still is
                    at = sum(1 for reason in kept[:at] if reason in less)
                    kept = less
            if size == 1:
                return kept
            size = max(1, min(size, len(kept)) // 3)

    def close(self) -> None:
        """Free the solver's memory."""
        if self._solver is not None:
            self._solver.close()
            self._solver = None


class InformedSolver:
    """A SAT solver over clauses of a model, which learns the model's facts before each question."""

    def __init__(self, model: Model, clauses: list[list[int]]) -> None:
        from cpsudoku.engines.sat.pysat_solvers import Incremental

        self._model, self._solver, self._added = model, Incremental(SOLVER, clauses), 0

    def informed(self) -> Incremental:
        """The solver, once it has the facts."""
        facts = self._model.facts
        for fact in facts[self._added :]:
            self._solver.add([fact])
        self._added = len(facts)
        return self._solver

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.close()
