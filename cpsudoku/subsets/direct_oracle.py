"""The oracle of boards without constraints: compiled backtracking answers each question from its clues alone."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits
from cpsudoku.engines.engine import Outcome
from cpsudoku.engines.registry import quickest
from cpsudoku.subsets.oracle import Answer, Sat, SoftConstraint, Unknown, Unsat, limits_left
from cpsudoku.subsets.soft_puzzle import SoftPuzzle


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
        """See `Oracle`; a Sat has its grid."""
        cells, place, forbidden = bytearray(self._size), self._place, self.soft.forbidden
        for item in subset:
            cell, digit = place[item]
            cells[cell] = digit
        try:
            outcome = self.search(bytes(cells), len(forbidden) + 1, limits)
        except BudgetSpent as problem:
            return Unknown(str(problem))
        for grid in outcome.solutions:
            if grid not in forbidden:
                return Sat(grid)
        return Unsat(frozenset(subset))

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
