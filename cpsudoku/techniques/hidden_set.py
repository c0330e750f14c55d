# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Hidden pair, triplet and quad, and the direct pair and triplet.

In a house k digits have their positions in the same k cells only. Those cells are needed for these digits, so
they lose every other candidate.

The direct form looks one step further: if the removals leave another digit of the house with one position, it is
placed there; the removals themselves are not made.

The house must have more than 2k empty cells (direct: more than k), each digit at least two positions.
Ratings: direct pair 2.0, direct triplet 2.5, pair 3.4, triplet 4.0, quad 5.4.
Order: boxes, columns, rows; subsets of digits by increasing mask (direct: then the placed digit).
Source: numbers and order of Sudoku Explainer 1.2.1.
"""

from collections.abc import Iterator
from functools import partial

import cython
from cython.cimports.cpsudoku.techniques.core.grid import *
from cython.cimports.cpsudoku.techniques.core.search import Grid, SetSearch

from cpsudoku.techniques.core.board_grid import BoardGrid, Deduction, bits, by_mask, choices
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

SIZES = {"hidden-pair": 2, "hidden-triplet": 3, "hidden-quad": 4}
DIRECT_SIZES = {"direct-hidden-pair": 2, "direct-hidden-triplet": 3}


class HiddenSets(SetSearch):
    """Rung of the hidden sets of one size, or of their direct form: digits by their positions."""

    def __init__(self, technique: cython.int, size: cython.int, direct: cython.bint) -> None:
        SetSearch.__init__(self, technique, size, (size if direct else 2 * size) + 1)
        self.direct = direct

    def gather(self, grid: Grid, house: cython.int) -> cython.void:
        """See `SetSearch`."""
        for digit in range(SIDE):
            self.masks[digit] = grid.pos[SIDE * house + digit]

    def conclude(self, grid, hint, house, members, union_) -> cython.bint:
        """See `SetSearch`."""
        if self.direct:
            return self.place_last(grid, hint, house, members, union_)
        hint.begin(self.technique)
        while union_:
            cell: cython.int = HOUSE_CELL[SIDE * house + LOWEST[union_]]
            union_ &= union_ - 1
            hint.drop(grid, cell, FULL & ~members)
            hint.member(cell)
        if hint.touched_count == 0:
            return False
        hint.house(house)
        hint.digits = members
        return hint.emit()

    def place_last(self, grid, hint, house, digits, cells) -> cython.bint:
        """Place another digit of the house that has one position outside these cells, and some in them."""
        for digit in range(SIDE):
            if digits >> digit & 1:
                continue
            outside: cython.uint = grid.pos[SIDE * house + digit] & ~cells
            if outside == 0 or outside & (outside - 1) or outside == grid.pos[SIDE * house + digit]:
                continue
            hint.put(self.technique, HOUSE_CELL[SIDE * house + LOWEST[outside]], digit + 1)
            hint.house(house)
            hint.digits = digits
            while cells:
                hint.member(HOUSE_CELL[SIDE * house + LOWEST[cells]])
                cells &= cells - 1
            return hint.emit()
        return False


def on_board(board: BoardGrid, technique: int, size: int, direct: bool) -> Iterator[Deduction]:
    """The hidden sets of any board, in the order of the search."""
    for house in board.in_order:
        if board.open[house] <= (size if direct else 2 * size):
            continue
        for digits, positions in by_mask(choices(range(board.side), board.pos[house], size, least=2)):
            mask = sum(1 << digit for digit in digits)
            cells = board.found_in(house, positions)
            if direct:
                yield from _direct_on_board(board, technique, house, mask, positions, cells)
                continue
            removed = board.losing(cells, ~mask)
            if removed:
                yield Deduction(technique, removed=removed, base=(house,), cells=tuple(cells), digits=mask)


def _direct_on_board(
    board: BoardGrid, technique: int, house: int, mask: int, positions: int, cells: list[int]
) -> Iterator[Deduction]:
    for digit, places in enumerate(board.pos[house]):
        outside = bits(places & ~positions)
        if not mask >> digit & 1 and len(outside) == 1 and places & positions:
            cell = board.houses[house][outside[0]]
            yield Deduction(technique, cell, digit + 1, base=(house,), cells=tuple(cells), digits=mask)
            return


ON_BOARD = {
    key: partial(on_board, technique=row(key), size=size, direct=key in DIRECT_SIZES)
    for key, size in (SIZES | DIRECT_SIZES).items()
}
"""Technique -> the search of its rung on any board."""


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {key: HiddenSets(row(key), size, key in DIRECT_SIZES) for key, size in (SIZES | DIRECT_SIZES).items()}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    words = step.words
    house = words.house(step.houses[0])
    cells = words.cells(step.cells)
    reason = f"in {house} the digits {words.digits(step.digits)} fit only into {cells}, which hold nothing else"
    if step.placement:
        cell, digit = step.placement
        reason += f", and of the other cells of {house} only {words.cell(cell)} can hold {digit}"
    return reason
