# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
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

from cpsudoku.techniques.core.board_grid import BoardGrid, Deduction, bits, by_mask, choices
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

if not cython.compiled:  # compiled, see the .pxd
    from cpsudoku.techniques.core.grid import *
    from cpsudoku.techniques.core.search import RATING, Grid, Hint, Search

DIRECT_HIDDEN_PAIR = cython.declare(cython.int, row("direct-hidden-pair"))
DIRECT_HIDDEN_TRIPLET = cython.declare(cython.int, row("direct-hidden-triplet"))
HIDDEN_PAIR = cython.declare(cython.int, row("hidden-pair"))
HIDDEN_QUAD = cython.declare(cython.int, row("hidden-quad"))
HIDDEN_TRIPLET = cython.declare(cython.int, row("hidden-triplet"))


class HiddenSets(Search):
    """Rung of the hidden sets of one size, or of their direct form."""

    def __init__(self, size: cython.int, direct: cython.bint) -> None:
        Search.__init__(self)
        self.size = size
        self.direct = direct

    @cython.locals(step=cython.int, house=cython.int, digit=cython.int, count=cython.int, k=cython.int, n=cython.int)
    @cython.locals(subset=cython.uint, cells=cython.uint, digits=cython.uint, rest=cython.uint)
    @cython.locals(eligible=cython.uchar[9])
    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first hidden set of *size* digits that removes something (direct: that places a digit)."""
        size: cython.int = self.size
        direct: cython.bint = self.direct
        todo: cython.uint = ALL_HOUSES if hint.every else grid.dirty[self.rung]
        least: cython.int = size if direct else 2 * size
        if not cython.compiled:
            eligible = [0] * SIDE
        if todo == 0:
            return False
        for step in range(3 * SIDE):
            house = step if step < SIDE else (step + SIDE if step < 2 * SIDE else step - SIDE)
            if todo >> house & 1 == 0:
                continue
            if POPCOUNT[grid.open[house]] > least:
                count = 0
                for digit in range(SIDE):
                    n = POPCOUNT[grid.pos[SIDE * house + digit]]
                    if n > 1 and n <= size:
                        eligible[count] = digit
                        count += 1
                if count >= size:
                    for k in range(BINOMIAL[(SIDE + 1) * count + size]):
                        subset = SUBSET[SUBSET_START[size] + k]
                        cells = 0
                        digits = 0
                        rest = subset
                        while rest:
                            digit = eligible[LOWEST[rest]]
                            rest &= rest - 1
                            cells |= grid.pos[SIDE * house + digit]
                            digits |= 1 << digit
                        if POPCOUNT[cells] != size:
                            continue
                        if direct:
                            if emit_direct(grid, hint, house, size, digits, cells):
                                return True
                        elif emit_plain(grid, hint, house, size, digits, cells):
                            return True
            if not hint.every:
                grid.dirty[self.rung] &= ~(1 << house)
        return False


@cython.locals(cell=cython.int)
def emit_plain(grid, hint, house, size, digits, cells) -> cython.bint:
    hint.begin(HIDDEN_PAIR if size == 2 else (HIDDEN_TRIPLET if size == 3 else HIDDEN_QUAD))
    while cells:
        cell = HOUSE_CELL[SIDE * house + LOWEST[cells]]
        cells &= cells - 1
        hint.drop(grid, cell, FULL & ~digits)
        hint.member(cell)
    if hint.touched_count == 0:
        return False
    hint.house(house)
    hint.digits = digits
    return hint.emit()


@cython.locals(digit=cython.int, outside=cython.uint, rest=cython.uint)
def emit_direct(grid, hint, house, size, digits, cells) -> cython.bint:
    for digit in range(SIDE):
        if digits >> digit & 1:
            continue
        outside = grid.pos[SIDE * house + digit] & ~cells
        if outside == 0 or outside & (outside - 1) or outside == grid.pos[SIDE * house + digit]:
            continue
        hint.begin(DIRECT_HIDDEN_PAIR if size == 2 else DIRECT_HIDDEN_TRIPLET)
        hint.put(hint.technique, hint.rating, HOUSE_CELL[SIDE * house + LOWEST[outside]], digit + 1)
        hint.house(house)
        hint.digits = digits
        rest = cells
        while rest:
            hint.member(HOUSE_CELL[SIDE * house + LOWEST[rest]])
            rest &= rest - 1
        return hint.emit()
    return False


def on_board(board: BoardGrid, size: int, direct: bool) -> Iterator[Deduction]:
    """The hidden sets of any board, in the order of the search."""
    for house in board.in_order:
        if board.open[house] <= (size if direct else 2 * size):
            continue
        for digits, positions in by_mask(choices(range(board.side), board.pos[house], size, least=2)):
            mask = sum(1 << digit for digit in digits)
            cells = board.found_in(house, positions)
            if direct:
                yield from _direct_on_board(board, house, size, mask, positions, cells)
                continue
            removed = board.losing(cells, ~mask)
            if removed:
                technique = HIDDEN_PAIR if size == 2 else HIDDEN_TRIPLET if size == 3 else HIDDEN_QUAD
                yield Deduction(
                    technique, RATING[technique], removed=removed, base=(house,), cells=tuple(cells), digits=mask
                )


def _direct_on_board(
    board: BoardGrid, house: int, size: int, mask: int, positions: int, cells: list[int]
) -> Iterator[Deduction]:
    technique = DIRECT_HIDDEN_PAIR if size == 2 else DIRECT_HIDDEN_TRIPLET
    for digit, places in enumerate(board.pos[house]):
        outside = bits(places & ~positions)
        if not mask >> digit & 1 and len(outside) == 1 and places & positions:
            cell = board.houses[house][outside[0]]
            yield Deduction(
                technique, RATING[technique], cell, digit + 1, base=(house,), cells=tuple(cells), digits=mask
            )
            return


ON_BOARD = {
    "direct-hidden-pair": partial(on_board, size=2, direct=True),
    "direct-hidden-triplet": partial(on_board, size=3, direct=True),
    "hidden-pair": partial(on_board, size=2, direct=False),
    "hidden-triplet": partial(on_board, size=3, direct=False),
    "hidden-quad": partial(on_board, size=4, direct=False),
}
"""Technique -> the search of its rung on any board."""


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {
        "direct-hidden-pair": HiddenSets(2, True),
        "direct-hidden-triplet": HiddenSets(3, True),
        "hidden-pair": HiddenSets(2, False),
        "hidden-triplet": HiddenSets(3, False),
        "hidden-quad": HiddenSets(4, False),
    }


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
