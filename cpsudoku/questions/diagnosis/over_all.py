"""The fewest clues that leave one solution of a puzzle, whichever it be, where all solutions are listed.

A clue is the set of solutions that have it, a bit each; clues will do when exactly one bit is common to all of them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from cpsudoku.questions.diagnosis.answer import Clue


class Overview:
    """All solutions of a puzzle side by side. *deadline* is a `time.perf_counter()`."""

    def __init__(self, grids: Sequence[bytes], deadline: float | None = None):
        self._grids = grids
        self._deadline = deadline
        self._all = (1 << len(grids)) - 1
        self._having: dict[Clue, int] = {}
        for k, grid in enumerate(grids):
            for clue in enumerate(grid):
                self._having[clue] = self._having.get(clue, 0) | 1 << k
        self._open = [cell for cell in range(len(grids[0])) if self._having[cell, grids[0][cell]] != self._all]

    def singles(self) -> list[Clue]:
        """The clues that only one solution has."""
        return sorted(clue for clue, having in self._having.items() if having.bit_count() == 1)

    def fewest(self, most: int) -> tuple[bytes | None, tuple[Clue, ...], bool]:
        """(solution, clues, proven): fewer than *most* clues that leave a solution, as few as possible.

        (None, (), True) where it takes *most*; not proven where time ran out.
        """
        singles = self.singles()
        if singles and most > 1:
            clue = singles[0]
            return self._grids[self._having[clue].bit_length() - 1], (clue,), True
        for size in range(2, most):
            for k, grid in enumerate(self._grids):
                if self._deadline is not None and time.perf_counter() >= self._deadline:
                    return None, (), False
                cells = self._leaving(k, self._all, size)
                if cells is not None:
                    return grid, tuple(sorted((cell, grid[cell]) for cell in cells)), True
        return None, (), True

    def _leaving(self, k: int, alive: int, size: int) -> list[int] | None:
        """Cells, *size* at most, whose digits in solution k no other of the solutions *alive* has."""
        rivals = alive & ~(1 << k)
        if not rivals:
            return []
        grid = self._grids[k]
        if size == 1:
            return next(([c] for c in self._open if not rivals & self._having[c, grid[c]]), None)
        rival = self._grids[(rivals & -rivals).bit_length() - 1]
        for cell in self._open:
            if grid[cell] != rival[cell]:
                rest = self._leaving(k, alive & self._having[cell, grid[cell]], size - 1)
                if rest is not None:
                    return [cell, *rest]
        return None
