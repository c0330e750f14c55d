"""Depth-first search on bit masks, compiled: the fastest engine on boards up to 16x16.

The classic board has a kernel of its own (`kernels.search`); every other board, and searches for
many solutions, or on against the clock after the first slice, use `kernels.backtrack`.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.errors import UsageError
from cpsudoku.kernels import search
from cpsudoku.kernels.backtrack import MAX_SIDE, Backtracker
from cpsudoku.lending import Lender
from cpsudoku.solvers.engine import NO_LIMITS, Limits, Outcome
from cpsudoku.solvers.options import without_encoding

SLICE = 5_000
"""Branches between two looks at the clock."""
FEW = 1_000
"""Up to so many solutions are kept in one block of memory by the classic kernel."""


def _made(geometry: Geometry) -> Backtracker:
    return Backtracker(geometry.side, [house.cells for house in geometry.houses])


backtracker_of: Lender[Backtracker] = Lender(_made)
"""A search on a board, for one user at a time."""


class BitmaskEngine:
    """Compiled backtracking, any geometry of side up to 64. Threads may share one, and work side by side."""

    name = "bitmask"

    def __init__(self, geometry: Geometry, argument: str | None = None, **options: Any) -> None:
        without_encoding(self.name, argument, **options)
        if geometry.side > MAX_SIDE:
            raise UsageError(f"engine 'bitmask' takes boards of side up to {MAX_SIDE}; this one has {geometry.side}")
        self.geometry = geometry
        self._classic = geometry.is_classic

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats` counts nodes (branches); `Limits.conflicts` bounds them."""
        if self._classic and 0 < limit <= FEW and limits.conflicts != 0:
            timed = limits.seconds is not None
            most = min(limits.conflicts or SLICE, SLICE) if timed else limits.conflicts or 0
            grids, _, complete, nodes = search.search(cells, limit, most)
            if complete or len(grids) == limit:
                return Outcome(tuple(grids), complete, "", {"nodes": nodes})
            if most == limits.conflicts:
                return Outcome(tuple(grids), False, f"{limits.conflicts} nodes searched", {"nodes": nodes})
        return self._resume(cells, limit, limits)

    def count(self, cells: bytes, limit: int = 0) -> int:
        """Number of solutions, counted up to *limit* (0: all), none of them kept."""
        if self._classic:
            return search.count(cells, limit)
        with backtracker_of(self.geometry) as board:
            board.start(cells)
            return board.count(limit)

    def _resume(self, cells: bytes, limit: int, limits: Limits) -> Outcome:
        with backtracker_of(self.geometry) as board:
            return _resumed(board, cells, limit, limits)


def _resumed(board: Backtracker, cells: bytes, limit: int, limits: Limits) -> Outcome:
    board.start(cells)
    deadline = None if limits.seconds is None else perf_counter() + limits.seconds
    solutions: list[bytes] = []
    complete, why = False, ""
    while not (complete or why or (limit and len(solutions) >= limit)):
        left = SLICE if limits.conflicts is None else min(SLICE, limits.conflicts - board.branches())
        found = board.resume(left)
        if found == 1:
            solutions.append(board.grid())
        elif found == 0:
            complete = True
        elif board.branches() == limits.conflicts:
            why = f"{limits.conflicts} nodes searched"
        if deadline is not None and perf_counter() > deadline and not (complete or len(solutions) == limit):
            why = why or f"{limits.seconds} seconds passed"
    return Outcome(tuple(solutions), complete, why, {"nodes": board.branches()})
