"""Completions of a puzzle: is there one with these cells, which cells agree with some, which one is nearest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import Limits
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.registry import engine_for
from cpsudoku.kernels.search import search, solve_batch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EFFORT = Limits(conflicts=20_000)
"""What one search may take by default: branches or conflicts."""
LISTED = 50_000
"""Up to so many solutions of the classic board are listed, to find the nearest among them; of others `FEW`."""
FEW = 1_000
SMALL = 12
"""Side up to which backtracking finds the next solution sooner than SAT."""
ROUNDS = 10
"""Sets of cells that are tried as the disagreement of the nearest completion."""
DISAGREEING = 12
"""More cells than these, and the nearest completion is not searched for beyond the solutions listed."""
SECONDS = 0.5
"""After so many seconds that search ends, whatever *limits* say."""


class Nearest(NamedTuple):
    """`agreeing` cells of the nearest completion (None: not known), and of each filled cell whether some completion
    agrees: `right`, `wrong`; the others are not known."""

    agreeing: int | None
    right: frozenset[Cell]
    wrong: frozenset[Cell]


@dataclass(slots=True)
class Completions:
    """The solutions of a puzzle, by the fastest engine for its rules; every search keeps to *limits*."""

    puzzle: Puzzle
    limits: Limits = EFFORT
    _engine: Engine | None = None

    @property
    def _classic(self) -> bool:
        return self.puzzle.geometry.is_classic and not self.puzzle.constraints

    def find(self, cells: bytes, limit: int = 1) -> Outcome:
        """Up to *limit* solutions with these cells."""
        if self._classic:
            grids, _, complete, _ = search(cells, limit, self.limits.conflicts or 0, 0, self.limits.seconds or 0)
            enough = complete or len(grids) == limit
            return Outcome(tuple(grids), complete, "" if enough else self.limits.reached)
        if self._engine is None:
            native = self.puzzle.houses_only and self.puzzle.geometry.side <= SMALL
            self._engine = engine_for(self.puzzle, "bitmask" if native else "sat")
        return self._engine.search(cells, limit, self.limits)

    def exists(self, cells: bytes) -> bool | None:
        """Whether there is a solution with these cells; None where the limits leave it open."""
        found = self.find(cells)
        return True if found.solutions else False if found.complete else None

    def _listed(self) -> tuple[NDArray[np.uint8], bool]:
        """Solutions of the puzzle, a row each, and whether these are all."""
        import numpy as np

        size = self.puzzle.geometry.size
        if self._classic:
            numbers, room, _ = solve_batch(self.puzzle.cells, LISTED, LISTED, 2 * LISTED)
            number, complete = (numbers[0], numbers[0] < LISTED) if numbers[0] >= 0 else (-1 - numbers[0], False)
            return np.frombuffer(room, dtype=np.uint8, count=81 * number).reshape(-1, 81), complete
        found = self.find(self.puzzle.cells, FEW)
        return np.frombuffer(b"".join(found.solutions), dtype=np.uint8).reshape(-1, size), found.complete

    def nearest(self, filled: Sequence[Cell], cells: bytes) -> Nearest:
        """The completion that agrees with most of the cells *filled*, which together have none."""
        grids, complete = self._listed()
        agree = grids[:, list(filled)] == [cells[cell] for cell in filled]
        right = {cell for cell, some in zip(filled, agree.any(axis=0)) if some}
        if complete:
            most = int(agree.sum(axis=1).max(initial=0))
            return Nearest(most, frozenset(right), frozenset(filled) - right)
        wrong = set()
        for cell in filled:
            if cell not in right:
                found = self.find(self._with([cell], cells))
                if found.solutions:
                    right |= {other for other in filled if found.solutions[0][other] == cells[other]}
                elif found.complete:
                    wrong.add(cell)
        sure = [cell for cell in filled if cell not in wrong]
        decided = len(right) + len(wrong) == len(filled)
        return Nearest(self._most(sure, cells) if decided else None, frozenset(right), frozenset(wrong))

    def _with(self, kept: Iterable[Cell], cells: bytes) -> bytes:
        """The puzzle with these of the cells filled."""
        found = bytearray(self.puzzle.cells)
        for cell in kept:
            found[cell] = cells[cell]
        return bytes(found)

    def _most(self, filled: Sequence[Cell], cells: bytes) -> int | None:
        """How many of the cells a completion can have at once; None where the search does not end in time.

        The others are a smallest set that meets every set of cells that have no completion together.
        """
        from cpsudoku.engines.sat.optimise import smallest

        open_ = False

        def unmet(dropped: Sequence[Cell]) -> list[tuple[Cell, ...]]:
            nonlocal open_
            gone = set(dropped)
            found: list[tuple[Cell, ...]] = []
            left = [cell for cell in filled if cell not in gone]
            while True:  # disjoint conflicts: the next guess meets them all
                answer = self.exists(self._with(left, cells))
                open_ = open_ or answer is None
                if answer is not False:
                    return [] if open_ else found
                found.append(self._conflict(left, cells))
                left = [cell for cell in left if cell not in found[-1]]

        best = smallest(unmet, deadline=perf_counter() + SECONDS, most=DISAGREEING, rounds=ROUNDS).elements
        return None if best is None or open_ else len(filled) - len(best)

    def _conflict(self, kept: list[Cell], cells: bytes) -> tuple[Cell, ...]:
        """Some of the cells *kept* that have no completion together; none can be left out, as far as known."""
        needed: list[Cell] = []
        left = list(kept)
        while left:
            size = max(1, len(left) // 2)
            while size:  # drop as many of the last as can go at once
                if self.exists(self._with([*needed, *left[:-size]], cells)) is False:
                    left = left[:-size]
                    break
                size //= 2
            else:
                needed.append(left.pop())
        return tuple(needed)
