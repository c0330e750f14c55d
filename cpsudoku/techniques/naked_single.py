# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Naked single.

A cell has one candidate left. The cell needs a digit, so it is that one.

Rating 2.3. Order: row by row.
Source: the basic technique of every solver; numbers of Sudoku Explainer 1.2.1.
"""

from collections.abc import Iterator

import cython
from cython.cimports.cpsudoku.techniques.core.grid import *
from cython.cimports.cpsudoku.techniques.core.search import Grid, Hint, Search

from cpsudoku.techniques.core.board_grid import BoardGrid, Deduction
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

NAKED_SINGLE = cython.declare(cython.int, row("naked-single"))


class NakedSingles(Search):
    """Rung of the naked singles."""

    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first cell with one candidate."""
        for third in range(3):
            cells: cython.uint = grid.naked[third]
            if cells == 0:
                continue
            for k in range(BAND):
                if cells >> k & 1:
                    cell: cython.int = BAND * third + k
                    hint.put(NAKED_SINGLE, cell, LOWEST[grid.cand[cell]] + 1)
                    if hint.emit():
                        return True
        return False


def on_board(board: BoardGrid) -> Iterator[Deduction]:
    """The cells of any board with one candidate, row by row."""
    for cell, mask in enumerate(board.cand):
        if mask.bit_count() == 1:
            yield Deduction(NAKED_SINGLE, cell, mask.bit_length())


ON_BOARD = {"naked-single": on_board}
"""Technique -> the search of its rung on any board."""


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {"naked-single": NakedSingles()}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    words = step.words
    cell, digit = step.placement
    return f"{words.cell(cell)} has no candidate but {digit}"
