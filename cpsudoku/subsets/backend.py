"""The oracle for a puzzle, by what its rules are."""

from __future__ import annotations

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import Limits
from cpsudoku.subsets.soft_puzzle import PuzzleOracle, SoftPuzzle


def puzzle_oracle(puzzle: Puzzle, limits: Limits) -> PuzzleOracle:
    """The quickest for *puzzle*, under *limits*: seconds over all questions, conflicts for each. Close its `soft`."""
    from cpsudoku.subsets.direct_oracle import DirectOracle

    if puzzle.houses_only:
        return DirectOracle(SoftPuzzle(puzzle), limits)
    from cpsudoku.subsets.assumption_solver import AssumptionSolver  # imports PySAT
    from cpsudoku.subsets.budgeted_oracle import BudgetedOracle

    return BudgetedOracle(AssumptionSolver(puzzle), limits)
