# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Naked and hidden pair, triplet and quad, and the direct hidden pair and triplet.

Naked: in a house k cells have k candidates between them. These digits are used up by these cells, so no other cell of
the house can hold them. A set that lies in a box and a line is found once in each. The house must have at least 2k
empty cells, each cell of the set at least two candidates. Ratings: pair 3.0, triplet 3.6, quad 5.0. Order: boxes,
columns, rows; subsets of positions by increasing mask.

Hidden: in a house k digits have their positions in the same k cells only. Those cells are needed for these digits, so
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
from cython.cimports.cpsudoku.techniques.core.search import Grid, Hint, Search

from cpsudoku.techniques.core.board_grid import BoardGrid, Deduction, bits, by_mask, choices
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

NAKED_SIZES = {"naked-pair": 2, "naked-triplet": 3, "naked-quad": 4}
HIDDEN_SIZES = {"hidden-pair": 2, "hidden-triplet": 3, "hidden-quad": 4}
DIRECT_SIZES = {"direct-hidden-pair": 2, "direct-hidden-triplet": 3}


class SetSearch(Search):
    """Rung of the sets of *size* members of a house that have *size* bits together: see `board_grid.choices`.

    least    empty cells that the house must have
    hidden   members are digits, their bits positions; else members are cells, their bits digits
    """

    def __init__(self, technique: cython.int, size: cython.int, least: cython.int, hidden: cython.bint) -> None:
        self.technique = technique
        self.size = size
        self.least = least
        self.hidden = hidden

    @cython.locals(member=cython.int)
    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first set that concludes something: boxes, columns, rows; subsets of members by increasing mask."""
        size: cython.int = self.size
        todo: cython.uint = ALL_HOUSES if hint.every else grid.dirty[self.rung]
        eligible_counts: cython.uint = (2 << size) - 4  # bits 2 to *size*
        eligible = cython.declare(cython.uchar[9])
        masks = cython.declare(cython.ushort[9])
        if todo == 0:
            return False
        for step in range(3 * SIDE):
            house: cython.int = step if step < SIDE else (step + SIDE if step < 2 * SIDE else step - SIDE)
            if todo >> house & 1 == 0:
                continue
            if POPCOUNT[grid.open[house]] >= self.least:
                for member in range(SIDE):
                    if self.hidden:
                        masks[member] = grid.pos[SIDE * house + member]
                    else:
                        masks[member] = grid.cand[HOUSE_CELL[SIDE * house + member]]
                count: cython.int = 0
                for member in range(SIDE):
                    eligible[count] = member
                    count += eligible_counts >> POPCOUNT[masks[member]] & 1  # a branch here is often mispredicted
                if count >= size:
                    for k in range(BINOMIAL[(SIDE + 1) * count + size]):
                        rest: cython.uint = SUBSET[SUBSET_START[size] + k]
                        members: cython.uint = 0
                        union_: cython.uint = 0
                        while rest:
                            member = eligible[LOWEST[rest]]
                            rest &= rest - 1
                            members |= 1 << member
                            union_ |= masks[member]
                        if POPCOUNT[union_] == size and self.conclude(grid, hint, house, members, union_):
                            return True
            if not hint.every:
                grid.dirty[self.rung] &= ~(1 << house)
        return False

    def conclude(self, grid, hint, house, members, union_) -> cython.bint:
        """Hand over what a set of *members* (a mask) with these bits together concludes, if anything."""
        return False


class NakedSets(SetSearch):
    """Rung of the naked sets of one size: cells by their digits."""

    def __init__(self, technique: cython.int, size: cython.int) -> None:
        SetSearch.__init__(self, technique, size, 2 * size, False)

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


class HiddenSets(SetSearch):
    """Rung of the hidden sets of one size, or of their direct form: digits by their positions."""

    def __init__(self, technique: cython.int, size: cython.int, direct: cython.bint) -> None:
        SetSearch.__init__(self, technique, size, (size if direct else 2 * size) + 1, True)
        self.direct = direct

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


def naked_on_board(board: BoardGrid, technique: int, size: int) -> Iterator[Deduction]:
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


def hidden_on_board(board: BoardGrid, technique: int, size: int, direct: bool) -> Iterator[Deduction]:
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


ON_BOARD = {key: partial(naked_on_board, technique=row(key), size=size) for key, size in NAKED_SIZES.items()} | {
    key: partial(hidden_on_board, technique=row(key), size=size, direct=key in DIRECT_SIZES)
    for key, size in (HIDDEN_SIZES | DIRECT_SIZES).items()
}
"""Technique -> the search of its rung on any board."""


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {key: NakedSets(row(key), size) for key, size in NAKED_SIZES.items()} | {
        key: HiddenSets(row(key), size, key in DIRECT_SIZES) for key, size in (HIDDEN_SIZES | DIRECT_SIZES).items()
    }


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    words = step.words
    house, cells, digits = words.house(step.houses[0]), words.cells(step.cells), words.digits(step.digits)
    if step.technique in NAKED_SIZES:
        return f"{cells} hold only {digits} between them and use these up in {house}"
    reason = f"in {house} the digits {digits} fit only into {cells}, which hold nothing else"
    if step.placement:
        cell, digit = step.placement
        reason += f", and of the other cells of {house} only {words.cell(cell)} can hold {digit}"
    return reason
