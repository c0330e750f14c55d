"""What of a puzzle with constraints is needed: for each clue and each constraint, a rival once it is gone."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines import answer as sat
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.evidence.checker import Board, rules
from cpsudoku.evidence.checker import board_of as checker_board
from cpsudoku.evidence.checker.constraints import clauses_of
from cpsudoku.subsets.oracle import Answer, Sat, Unknown, Unsat

SOLVER = "cadical153"


class Needed:
    """An `Oracle`: one solver with the rules of a unique puzzle, each constraint under a guard, without its solution.

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
        self.items = (*self._clues.values(), *self._guards)
        self._core: frozenset[int] | None = None

    def check(self, subset: Sequence[int], limits: Limits = NO_LIMITS) -> Answer:
        """See `subsets.oracle`: a soft constraint is the literal of a clue, or a guard. A Sat has its grid."""
        left, board = limits.in_time(), self._puzzle.geometry
        answer = Unknown(left.reached) if left.spent else self._solver.solve(list(subset), left)
        if isinstance(answer, sat.Sat):
            true = [x for x in answer.model[: board.size * board.side] if x > 0]
            return Sat(bytes((x - 1) % board.side + 1 for x in true))
        return answer if isinstance(answer, Unknown) else Unsat(frozenset(answer.core))

    def clues(self, limits: Limits = NO_LIMITS) -> dict[Cell, Solution] | None:
        """A rival for each clue; None where some clue can go, or *limits* stopped the search."""
        grids = self._rivals(list(self._clues.values()), limits)
        return None if grids is None else dict(zip(self._clues, grids))

    def constraints(self, limits: Limits = NO_LIMITS) -> list[Solution] | None:
        """A rival for each constraint; None where some constraint can go, or *limits* stopped the search."""
        return self._rivals(self._guards, limits)

    def _rivals(self, dropped: list[int], limits: Limits) -> list[Solution] | None:
        if self._core is None:
            whole = self.check(self.items, limits)
            if not isinstance(whole, Unsat):
                return None
            self._core = whole.core
        if not self._core.issuperset(dropped):  # what a proof does without can go
            return None
        found = []
        for literal in dropped:
            answer = self.check([other for other in self.items if other != literal], limits)
            if not isinstance(answer, Sat) or answer.grid is None:
                return None
            found.append(Solution(answer.grid, self._puzzle.geometry))
        return found

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.close()

    def __enter__(self) -> Needed:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
