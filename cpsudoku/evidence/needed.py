"""What of a puzzle with constraints is needed: for each clue and each constraint, a rival once it is gone."""

from __future__ import annotations

from types import TracebackType

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.answer import Sat
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.evidence.checker import Board, rules
from cpsudoku.evidence.checker import board_of as checker_board
from cpsudoku.evidence.checker.constraints import clauses_of

SOLVER = "cadical153"


class Needed:
    """One solver that holds the rules of a unique puzzle, each constraint under a guard, and not its solution.

    The formula is the checker's, cut rule by rule. Limits are for each of its questions; all heed a deadline (see
    `budget.until`), at which making it raises BudgetSpent. Close it, or use `with`.
    """

    def __init__(self, puzzle: Puzzle, board: dict[str, object], solution: Solution):
        self._puzzle = puzzle
        stated = checker_board(board)
        plain = Board(stated.side, stated.boxes, stated.extra, layout=stated.layout)
        last, clauses = rules(plain)
        self._solver = Incremental(SOLVER, [list(clause) for clause in clauses])
        n = puzzle.geometry.side
        self._clues = {cell: cell * n + digit for cell, digit in puzzle.clues}
        self._guards: list[int] = []
        for rule in stated.constraints:
            guard = last + 1
            last, more = clauses_of((rule,), stated.digits, guard)
            for clause in more:
                self._solver.add([-guard, *clause])
            self._guards.append(guard)
        self._solver.add([-(cell * n + digit) for cell, digit in enumerate(solution.cells)])
        self._core: frozenset[int] | None = None

    def clues(self, limits: Limits = NO_LIMITS) -> dict[Cell, Solution] | None:
        """A rival for each clue; None where some clue can go, or *limits* stopped the search."""
        grids = self._rivals(list(self._clues.values()), limits)
        return None if grids is None else dict(zip(self._clues, grids))

    def constraints(self, limits: Limits = NO_LIMITS) -> list[Solution] | None:
        """A rival for each constraint; None where some constraint can go, or *limits* stopped the search."""
        return self._rivals(self._guards, limits)

    def _rivals(self, dropped: list[int], limits: Limits) -> list[Solution] | None:
        every = [*self._clues.values(), *self._guards]
        if self._core is None:
            core = self._solver.core(every, limits.in_time())
            if not isinstance(core, (list, tuple)):
                return None
            self._core = frozenset(core)
        if not self._core.issuperset(dropped):  # what a proof does without can go
            return None
        found = []
        geometry = self._puzzle.geometry
        for literal in dropped:
            left = limits.in_time()
            if left.spent:
                return None
            answer = self._solver.solve([other for other in every if other != literal], left)
            if not isinstance(answer, Sat):
                return None
            n = geometry.side
            true = [x for x in answer.model[: geometry.size * n] if x > 0]
            found.append(Solution(bytes((x - 1) % n + 1 for x in true), geometry))
        return found

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.close()

    def __enter__(self) -> Needed:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
