"""A variant puzzle is confirmed: SAT proves it unique and, where it is called minimal, all that it holds needed."""

from __future__ import annotations

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import EnginesDisagree
from cpsudoku.questions.guarded import Guarded


def prove(puzzle: Puzzle, solution: bytes, minimal: bool) -> None:
    """Raises EnginesDisagree where SAT finds another solution, or (*minimal*) that something can go."""
    with Guarded(puzzle) as guarded:
        items = list(guarded.items)
        first = guarded.ask(items)
        if first != solution:
            raise EnginesDisagree(f"{puzzle!r} was made with the solution {solution.hex()}; SAT finds {first!r}")
        guarded.forbid(solution)
        guarded.prefer(solution)
        core = guarded.core(items)
        if core is None:
            raise EnginesDisagree(f"{puzzle!r} was made as a unique puzzle; SAT finds another solution")
        if not minimal:
            return
        for k, item in enumerate(items):
            if guarded.core([*items[:k], *items[k + 1 :]]) is not None:
                what = ", ".join(map(str, guarded.constraints([item]))) or f"the clue of cell {guarded.cells([item])}"
                raise EnginesDisagree(f"{puzzle!r} was made as a minimal puzzle; SAT proves that {what} can go")
