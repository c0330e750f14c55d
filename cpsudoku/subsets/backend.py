"""The oracle for a puzzle, by what its rules are."""

from __future__ import annotations

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import Limits
from cpsudoku.subsets.budgeted_oracle import BudgetedOracle
from cpsudoku.subsets.direct_oracle import DirectOracle
from cpsudoku.subsets.soft_puzzle import SoftPuzzle

PuzzleOracle = DirectOracle | BudgetedOracle
"""An oracle over a `SoftPuzzle`, `soft`, with a budget over all its questions."""


def puzzle_oracle(puzzle: Puzzle, limits: Limits) -> PuzzleOracle:
    """The quickest for *puzzle*, under *limits*: seconds over all questions, conflicts for each. Close its `soft`."""
    if puzzle.houses_only:
        return DirectOracle(SoftPuzzle(puzzle), limits)
    from cpsudoku.subsets.assumption_solver import AssumptionSolver  # imports PySAT

    return BudgetedOracle(AssumptionSolver(puzzle), limits)
