# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Naked pair, triplet and quad.

In a house k cells have k candidates between them. These digits are used up by these cells, so no other
cell of the house can hold them. A set that lies in a box and a line is found once in each.

The house must have at least 2k empty cells, each cell of the set at least two candidates.
Ratings: pair 3.0, triplet 3.6, quad 5.0.
Order: boxes, columns, rows; subsets of positions by increasing mask.
Source: numbers and order of Sudoku Explainer 1.2.1.
"""

from collections.abc import Iterator
from functools import partial

import cython

from cpsudoku.techniques.core.board_grid import BoardGrid, Deduction, by_mask, choices
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

if not cython.compiled:  # compiled, see the .pxd
    from cpsudoku.techniques.core.grid import *
    from cpsudoku.techniques.core.search import Grid, SetSearch

NAKED_PAIR = cython.declare(cython.int, row("naked-pair"))
NAKED_QUAD = cython.declare(cython.int, row("naked-quad"))
NAKED_TRIPLET = cython.declare(cython.int, row("naked-triplet"))


class NakedSets(SetSearch):
    """Rung of the naked sets of one size: cells by their digits."""

    def __init__(self, size: cython.int) -> None:
        SetSearch.__init__(self, size, 2 * size)

    @cython.locals(position=cython.int)
    def gather(self, grid: Grid, house: cython.int) -> cython.void:
        """See `SetSearch`."""
        for position in range(SIDE):
            self.masks[position] = grid.cand[HOUSE_CELL[SIDE * house + position]]

    @cython.locals(position=cython.int)
    def conclude(self, grid, hint, house, members, union_) -> cython.bint:
        """See `SetSearch`."""
        hint.begin(NAKED_PAIR if self.size == 2 else (NAKED_TRIPLET if self.size == 3 else NAKED_QUAD))
        for position in range(SIDE):
            if members >> position & 1:
                hint.member(HOUSE_CELL[SIDE * house + position])
            else:
                hint.drop(grid, HOUSE_CELL[SIDE * house + position], union_)
        if hint.touched_count == 0:
            return False
        hint.house(house)
        hint.digits = union_
        return hint.emit()


def on_board(board: BoardGrid, size: int) -> Iterator[Deduction]:
    """The naked sets of any board, in the order of the search."""
    technique = NAKED_PAIR if size == 2 else NAKED_TRIPLET if size == 3 else NAKED_QUAD
    for house in board.in_order:
        if board.open[house] < 2 * size:
            continue
        masks = [board.cand[cell] for cell in board.houses[house]]
        for positions, digits in by_mask(choices(range(board.side), masks, size, least=2)):
            cells = tuple(board.houses[house][k] for k in positions)
            removed = board.losing([cell for cell in board.houses[house] if cell not in cells], digits)
            if removed:
                yield Deduction(technique, removed=removed, base=(house,), cells=cells, digits=digits)


ON_BOARD = {
    "naked-pair": partial(on_board, size=2),
    "naked-triplet": partial(on_board, size=3),
    "naked-quad": partial(on_board, size=4),
}
"""Technique -> the search of its rung on any board."""


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {"naked-pair": NakedSets(2), "naked-triplet": NakedSets(3), "naked-quad": NakedSets(4)}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    words = step.words
    return (
        f"{words.cells(step.cells)} hold only {words.digits(step.digits)} between them and use these up in "
        f"{words.house(step.houses[0])}"
    )
