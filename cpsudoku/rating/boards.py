"""The ladder for boards other than the classic one: any box size, jigsaw regions, extra houses.

Each file of `techniques` that holds for every board has its search there twice: compiled for the classic board, and
`ON_BOARD`, plain Python over the houses of any board; on the classic board both find the same steps. What carries
over: singles, locked candidates, sets up to four, fish up to four lines, wings. Loops, BUG, aligned exclusion and
chains stay classic. The numbers are those of the ladder, but not on its scale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from cpsudoku.board.geometry import Geometry
from cpsudoku.rating.numbers import SOLVED, STOPPED, STUCK
from cpsudoku.techniques import on_board
from cpsudoku.techniques.core.board_grid import BoardGrid, Deduction

Search = Callable[[BoardGrid], Iterator[Deduction]]


ladder: Callable[[], dict[int, Search]] = cache(on_board)
"""Rung -> search, in the order of the search, of the techniques that hold for every board."""


class BoardRater:
    """What `rater.Rater` is for the classic board, step by step and in plain Python."""

    def __init__(self, geometry: Geometry) -> None:
        self.grid = BoardGrid(geometry)
        self.hint = Deduction(-1)
        self.rungs = -1
        self.max_er = 99.0
        self.early = 0
        self._reset()

    def _reset(self) -> None:
        self.er = self.ep = self.ed = 0.0
        self.taken = 0
        self.placing = False
        self.hardest = -1

    def start(self, cells: bytes, masks: list[int] | None = None) -> None:
        """Begin with these digits, and these candidates of the other cells (None: what no peer shows)."""
        self._reset()
        if masks is None:
            self.grid.set_clues(cells)
        else:
            self.grid.set_state(cells, masks)

    def advance(self) -> bool:
        """Find the next deduction (in `hint`)."""
        for rung, search in ladder().items():
            if self.rungs >> rung & 1:
                for found in search(self.grid):
                    self.hint = found
                    return True
        return False

    def accept(self) -> None:
        """Apply the deduction found."""
        self.taken += 1
        if self.hint.rating > self.er:
            self.er = self.hint.rating
            self.hardest = self.hint.technique
        if self.taken == 1:
            self.ed = self.er
        if self.hint.cell >= 0 and not self.placing:
            self.placing, self.ep = True, self.er
        for cell, mask in self.hint.removed:
            self.grid.remove(cell, mask)
        if self.hint.cell >= 0:
            self.grid.place(self.hint.cell, self.hint.digit)

    def finish(self) -> int:
        """From the present grid to the end: SOLVED, STUCK or STOPPED."""
        while self.grid.cells_left:
            if not self.advance():
                return STUCK
            self.accept()
            missed = (False, self.placing and self.er > self.ep, self.er > self.ed)[self.early]
            if self.er > self.max_er or missed:
                return STOPPED
        return SOLVED

    def every(self, rung: int) -> list[Deduction]:
        """All deductions of one rung on the present grid."""
        return list(ladder()[rung](self.grid)) if rung in ladder() else []

    def numbers(self) -> tuple[int, int, int]:
        """(er, ep, ed) so far, in tenths."""
        return int((self.er + 0.05) * 10), int((self.ep + 0.05) * 10), int((self.ed + 0.05) * 10)

    def hardest_step(self) -> int:
        """The technique that first reached ER, as `rater.describe` gives it; -1 before the first step."""
        return self.hardest
