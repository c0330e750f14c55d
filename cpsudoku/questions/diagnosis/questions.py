"""The questions a diagnosis asks about subsets of the clues, with one deadline over all of them."""

from __future__ import annotations

import time
from collections.abc import Iterable

from cpsudoku.board.geometry import Cell, Digit
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import BudgetSpent, Limits
from cpsudoku.engines.direct import count, search
from cpsudoku.engines.engine import Outcome


class Questions:
    """Searches for one puzzle with some clues left out or put in. `seconds` and `conflicts` bound the whole."""

    def __init__(self, puzzle: Puzzle, limits: Limits):
        self.puzzle = puzzle
        self._conflicts = limits.conflicts
        self.deadline = limits.deadline()

    def search(self, cells: bytes, limit: int = 2) -> Outcome:
        """Up to *limit* solutions of these clues. Raises BudgetSpent where that stays open."""
        outcome = search(Puzzle.trusted(cells, self.puzzle.geometry), limit, self._left())
        if outcome.why:
            raise BudgetSpent
        return outcome

    def count(self, cap: int) -> tuple[int, bool]:
        """(solutions of the puzzle up to *cap*, whether there are no others)."""
        return count(self.puzzle, cap, self._left())

    def _left(self) -> Limits:
        if self.deadline is None:
            return Limits(None, self._conflicts)
        seconds = self.deadline - time.perf_counter()
        if seconds <= 0:
            raise BudgetSpent
        return Limits(seconds, self._conflicts)

    def kept(self, cells: Iterable[Cell]) -> bytes:
        """Only the clues of *cells*."""
        return self.puzzle.only(tuple(cells)).cells

    def changed(self, clues: Iterable[tuple[Cell, Digit]]) -> bytes:
        """The clues with these besides, or instead."""
        made = bytearray(self.puzzle.cells)
        for cell, digit in clues:
            made[cell] = digit
        return bytes(made)

    def model(self, cells: Iterable[Cell]) -> bytes | None:
        """A solution of the clues of *cells* alone, if there is one."""
        found = self.search(self.kept(cells), 1).solutions
        return found[0] if found else None
