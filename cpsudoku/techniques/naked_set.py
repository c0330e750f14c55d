# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
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
from cython.cimports.cpsudoku.techniques.core.grid import *
from cython.cimports.cpsudoku.techniques.core.search import Grid, SetSearch

from cpsudoku.techniques.core.board_grid import BoardGrid, Deduction, by_mask, choices
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

SIZES = {"naked-pair": 2, "naked-triplet": 3, "naked-quad": 4}


class NakedSets(SetSearch):
    """Rung of the naked sets of one size: cells by their digits."""

    def __init__(self, technique: cython.int, size: cython.int) -> None:
        SetSearch.__init__(self, technique, size, 2 * size)

    def gather(self, grid: Grid, house: cython.int) -> cython.void:
        """See `SetSearch`."""
        for position in range(SIDE):
            self.masks[position] = grid.cand[HOUSE_CELL[SIDE * house + position]]

    def conclude(self, grid, hint, house, members, union_) -> cython.bint:
        """See `SetSearch`."""
        hint.begin(self.technique)
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


def on_board(board: BoardGrid, technique: int, size: int) -> Iterator[Deduction]:
    """The naked sets of any board, in the order of the search."""
    for house in board.in_order:
        if board.open[house] < 2 * size:
            continue
        masks = [board.cand[cell] for cell in board.houses[house]]
        for positions, digits in by_mask(choices(range(board.side), masks, size, least=2)):
            cells = tuple(board.houses[house][k] for k in positions)
            removed = board.losing([cell for cell in board.houses[house] if cell not in cells], digits)
            if removed:
                yield Deduction(technique, removed=removed, base=(house,), cells=cells, digits=digits)


ON_BOARD = {key: partial(on_board, technique=row(key), size=size) for key, size in SIZES.items()}
"""Technique -> the search of its rung on any board."""


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {key: NakedSets(row(key), size) for key, size in SIZES.items()}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    words = step.words
    return (
        f"{words.cells(step.cells)} hold only {words.digits(step.digits)} between them and use these up in "
        f"{words.house(step.houses[0])}"
    )
