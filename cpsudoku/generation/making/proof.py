"""A variant puzzle is confirmed: SAT proves it unique and, where it is called minimal, all that it holds needed."""

from __future__ import annotations

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import EnginesDisagree
from cpsudoku.subsets.assumption_solver import AssumptionSolver
from cpsudoku.subsets.mus import without_each
from cpsudoku.subsets.oracle import Sat


def prove(puzzle: Puzzle, solution: bytes, minimal: bool) -> None:
    """Raises EnginesDisagree where SAT finds another solution, or (*minimal*) that something can go."""
    name = f"{puzzle.line()} with {'; '.join(rule.text for rule in puzzle.constraints)}"
    with AssumptionSolver(puzzle) as solver:
        items = list(solver.items)
        if solver.check(items, witness=True) != Sat(solution):
            raise EnginesDisagree(f"{name} was made as a unique puzzle; SAT finds another solution")
        solver.forbid(solution)
        solver.prefer(solution)
        if isinstance(solver.check(items), Sat):
            raise EnginesDisagree(f"{name} was made as a unique puzzle; SAT finds a second solution")
        if not minimal:
            return
        for item, answer in without_each(solver, items):
            if not isinstance(answer, Sat):
                rules = ", ".join(rule.text for rule in solver.constraints([item]))
                what = rules or f"the clue in {', '.join(map(puzzle.geometry.name_of, solver.cells([item])))}"
                raise EnginesDisagree(f"{name} was made as a minimal puzzle; SAT proves that it needs no {what}")
