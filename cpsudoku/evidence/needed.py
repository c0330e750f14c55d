"""Proofs that every clue and constraint of a unique puzzle is needed: another solution without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import Limits
from cpsudoku.engines.registry import quickest
from cpsudoku.evidence.stating import grid_line
from cpsudoku.subsets.assumption_solver import AssumptionSolver
from cpsudoku.subsets.oracle import Consistent, Inconsistent, SoftConstraint


def witnesses(puzzle: Puzzle, solution: Solution, limits: Limits) -> dict[str, Any]:
    """`witnesses` where no clue can go, `needed` where no constraint can; see the checker.

    *limits* are for each search; all stop at a deadline (see `budget.until`), where they may raise BudgetSpent.
    """
    constraints = None
    if puzzle.houses_only:
        clues = _of_clues(puzzle, solution, limits)
    else:
        with AssumptionSolver(puzzle, alone=True) as oracle:
            oracle.forbid(solution.cells)
            whole = oracle.check(oracle.items, limits.in_time())
            if not isinstance(whole, Inconsistent):
                return {}
            grids = _rivals(oracle, whole.core, list(oracle.clues.values()), limits)
            clues = None if grids is None else dict(zip(oracle.clues, grids))
            constraints = _rivals(oracle, whole.core, oracle.rules, limits)
    keys: dict[str, Any] = {}
    if clues is not None:
        keys["witnesses"] = {puzzle.geometry.name_of(cell): grid_line(grid) for cell, grid in clues.items()}
    if constraints:
        keys["needed"] = [grid_line(grid) for grid in constraints]
    return keys


def _of_clues(puzzle: Puzzle, solution: Solution, limits: Limits) -> dict[Cell, Solution] | None:
    """For each clue of a unique puzzle a solution of the puzzle without it that has another digit there.

    None where some clue can go, or *limits* stopped the search.
    """
    found = {}
    kept = [cell for cell, _ in puzzle.clues]
    for cell in kept:
        rest = puzzle.only([other for other in kept if other != cell])
        others = quickest(rest.geometry).search(rest.cells, 2, limits.in_time()).solutions
        rivals = [grid for grid in others if grid != solution.cells]
        if not rivals:
            return None
        found[cell] = Solution(rivals[0], puzzle.geometry)
    return found


def _rivals(
    oracle: AssumptionSolver, core: frozenset[SoftConstraint], dropped: Sequence[SoftConstraint], limits: Limits
) -> list[Solution] | None:
    """A rival without each of *dropped*; None where one of them can go, or *limits* stopped the search."""
    if not core.issuperset(dropped):  # what a proof does without can go
        return None
    found = []
    for item in dropped:
        left, others = limits.in_time(), [other for other in oracle.items if other != item]
        answer = None if left.spent else oracle.check(others, left, witness=True)
        if not isinstance(answer, Consistent) or answer.grid is None:
            return None
        found.append(Solution(answer.grid, oracle.puzzle.geometry))
    return found
