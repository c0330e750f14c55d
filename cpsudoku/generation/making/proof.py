"""A variant puzzle is confirmed: SAT proves it unique and, where it is called minimal, all that it holds needed."""

from __future__ import annotations

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import EnginesDisagree
from cpsudoku.questions.assumption_solver import AssumptionSolver


def prove(puzzle: Puzzle, solution: bytes, minimal: bool) -> None:
    """Raises EnginesDisagree where SAT finds another solution, or (*minimal*) that something can go."""
    made = f"{puzzle.line()} with {'; '.join(rule.text for rule in puzzle.constraints)}"
    with AssumptionSolver(puzzle) as guarded:
        items = list(guarded.items)
        if guarded.ask(items) != solution:
            raise EnginesDisagree(f"{made} was made as a unique puzzle; SAT finds another solution")
        guarded.forbid(solution)
        guarded.prefer(solution)
        if guarded.core(items) is None:
            raise EnginesDisagree(f"{made} was made as a unique puzzle; SAT finds a second solution")
        if not minimal:
            return
        for k, item in enumerate(items):
            if guarded.core([*items[:k], *items[k + 1 :]]) is not None:
                rules = ", ".join(rule.text for rule in guarded.constraints([item]))
                what = rules or f"the clue in {', '.join(map(puzzle.geometry.name_of, guarded.cells([item])))}"
                raise EnginesDisagree(f"{made} was made as a minimal puzzle; SAT proves that it needs no {what}")
