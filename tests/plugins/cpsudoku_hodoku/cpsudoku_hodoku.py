"""HoDoKu's levels and scores, by the package hodoku-py, as the rating scale `hodoku` of cpsudoku."""

from __future__ import annotations

from functools import cache

from hodoku import Solver

from cpsudoku import Puzzle
from cpsudoku.errors import UsageError
from cpsudoku.rating.added import Score


@cache
def solver() -> Solver:
    """HoDoKu's solver with its default settings; it keeps no state between puzzles."""
    return Solver()


def scale(puzzle: Puzzle) -> Score:
    """The level, the score and the techniques of HoDoKu's solution path. Raises UsageError for other boards."""
    if not (puzzle.geometry.is_classic and puzzle.houses_only):
        raise UsageError("HoDoKu rates 9x9 puzzles without other rules")
    found = solver().solve(puzzle.line())
    steps = tuple(step.type.name.lower().replace("_", "-") for step in found.steps)
    return Score(found.level.name.lower(), found.score, steps, found.solved)
