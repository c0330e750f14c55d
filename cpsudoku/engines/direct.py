"""The quickest search for each board, for questions that are asked of one puzzle many times over."""

from __future__ import annotations

from functools import lru_cache

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.registry import engine

LARGEST = 16
"""Side up to which compiled backtracking is quicker than SAT."""


def search(puzzle: Puzzle, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
    """Up to *limit* solutions (0 = all), as `Engine.search`."""
    return _engine(puzzle.geometry).search(puzzle.cells, limit, limits)


def count(puzzle: Puzzle, limit: int, limits: Limits = NO_LIMITS) -> tuple[int, bool]:
    """(solutions counted up to *limit*, whether there are no others)."""
    found, why = _engine(puzzle.geometry).count(puzzle.cells, limit + 1, limits)
    return min(found, limit), not why and found <= limit


@lru_cache(maxsize=16)
def _engine(geometry: Geometry) -> Engine:
    return engine("bitmask" if geometry.side <= LARGEST else "sat", geometry)
