# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""The candidate grid of the rater: the classic 9x9 board as small bit masks, kept two ways at once.

Conventions, the same everywhere in the rater:

* a cell is 0 .. 80, row by row; a digit is 1 .. 9, in masks bit `digit - 1`;
* houses 0-8 are the boxes, 9-17 the rows, 18-26 the columns;
* a position is the place of a cell in a house: row by row in a box, the column in a row, the row in a column;
* subsets are enumerated by increasing mask (colexicographically): {0,1} {0,2} {1,2} {0,3} ...

`cand` says which digits a cell may hold, `pos` in which positions of a house a digit may stand. A placed
cell has no candidates, and its digit no position in its houses. Candidates only ever disappear.
"""

from itertools import combinations
from math import comb

import cython

from cpsudoku.techniques.core.board_grid import LAYOUT

if not cython.compiled:  # compiled, they are constants of grid.pxd
    SIDE = LAYOUT.side
    CELLS = SIDE * SIDE
    FULL = (1 << SIDE) - 1
    ALL_HOUSES = (1 << 3 * SIDE) - 1
    PEER_COUNT = len(LAYOUT.peers[0])
    BAND = (CELLS + 2) // 3
    RUNGS = 32


def _positions() -> list[int]:
    return [LAYOUT.houses[house].index(cell) for cell in range(CELLS) for house in LAYOUT.houses_of[cell]]


def _sees() -> list[int]:
    return [int(other in LAYOUT.peers[cell]) for cell in range(CELLS) for other in range(CELLS)]


def _crossings() -> list[int]:
    houses = LAYOUT.houses
    return [sum(1 << k for k, cell in enumerate(a) if cell in b) for a in houses for b in houses]


def _subsets() -> list[int]:
    return [
        mask for k in range(SIDE + 1) for mask in sorted(sum(1 << j for j in c) for c in combinations(range(SIDE), k))
    ]


HOUSE_CELL = [cell for house in LAYOUT.houses for cell in house]
"""house * 9 + position -> cell."""
CELL_HOUSE = [house for houses in LAYOUT.houses_of for house in houses]
"""cell * 3 + kind (0 box, 1 row, 2 column) -> house."""
CELL_POS = _positions()
"""cell * 3 + kind -> position of the cell in that house."""
CELL_HOUSES = [sum(1 << house for house in houses) for houses in LAYOUT.houses_of]
"""cell -> its three houses as a mask of 27 bits."""
PEERS = [cell for peers in LAYOUT.peers for cell in peers]
"""cell * 20 + k -> k-th peer: those of its box by position, then its row, then its column, each cell once."""
SEES = _sees()
"""cell * 81 + other -> 1 where the two are peers."""
CROSSING = _crossings()
"""house * 27 + other -> mask of the positions of *house* whose cells are in *other*."""
POPCOUNT = [mask.bit_count() for mask in range(512)]
LOWEST = [(mask & -mask).bit_length() - 1 if mask else 9 for mask in range(512)]
"""Mask -> number of its lowest bit (9 for the empty mask)."""
SUBSET = _subsets()
"""All masks of nine bits by size, ascending: the k-subsets of n positions are the
BINOMIAL[10 * n + k] masks from SUBSET_START[k] on."""
SUBSET_START = [sum(comb(SIDE, j) for j in range(k)) for k in range(SIDE + 2)]
BINOMIAL = [comb(n, k) for n in range(SIDE + 1) for k in range(SIDE + 1)]


class Grid:
    """Values and candidates of the 81 cells.

    value[cell]               digit, 0 where none is placed
    cand[cell]                mask of digits
    pos[house * 9 + digit-1]  mask of positions
    open[house]               mask of positions without a placed value
    hidden[house]             mask of the digits with exactly one position in the house
    hidden_houses             the houses with such a digit (27 bits)
    closing                   the houses with exactly one empty cell (27 bits)
    naked[cell // BAND]         cells with exactly one candidate, bit cell % BAND
    placed[digit - 1]         how often the digit is placed
    cells_left                cells without a value
    clash                     two clues of one house are equal (known after `load`)
    touched, touched_digits   houses and digits that lost candidates since the last `settle`
    dirty[rung]               houses a search must look at again; see `settle`
    dirty_digits[rung]        digits it must look at again
    """

    def load(self, cells: cython.p_uchar) -> cython.void:
        """Set up from 81 clues (0 = empty): every empty cell gets the digits no peer shows."""
        shown = cython.declare(cython.uint[27])
        full = cython.declare(cython.ushort[81])
        self.clash = False
        for i in range(3 * SIDE):
            shown[i] = 0
        for i in range(CELLS):
            self.value[i] = cells[i]
            if cells[i]:
                bit: cython.uint = 1 << (cells[i] - 1)
                if (shown[CELL_HOUSE[3 * i]] | shown[CELL_HOUSE[3 * i + 1]] | shown[CELL_HOUSE[3 * i + 2]]) & bit:
                    self.clash = True
                shown[CELL_HOUSE[3 * i]] |= bit
                shown[CELL_HOUSE[3 * i + 1]] |= bit
                shown[CELL_HOUSE[3 * i + 2]] |= bit
        for i in range(CELLS):
            if cells[i]:
                full[i] = 0
            else:
                bit = shown[CELL_HOUSE[3 * i]] | shown[CELL_HOUSE[3 * i + 1]] | shown[CELL_HOUSE[3 * i + 2]]
                full[i] = FULL & ~bit
        self.fill(full)

    @cython.locals(h=cython.int)
    def fill(self, masks: cython.p_ushort) -> cython.void:
        """Set the candidates of the cells without a value; `value` is already there."""
        self.cells_left = 0
        self.invalidate()
        for i in range(3 * CELLS):
            self.pos[i] = 0
        for h in range(3 * SIDE):
            self.open[h] = 0
        for i in range(3):
            self.naked[i] = 0
        for i in range(SIDE):
            self.placed[i] = 0
        for i in range(CELLS):
            mask: cython.uint = 0 if self.value[i] else masks[i]
            self.cand[i] = mask
            if self.value[i]:
                self.placed[self.value[i] - 1] += 1
                continue
            self.cells_left += 1
            if mask & (mask - 1) == 0 and mask:
                self.naked[i // BAND] |= 1 << (i % BAND)
            for k in range(3):
                h = CELL_HOUSE[3 * i + k]
                bit: cython.uint = 1 << CELL_POS[3 * i + k]
                self.open[h] |= bit
            while mask:
                h = LOWEST[mask]
                mask &= mask - 1
                self.pos[SIDE * CELL_HOUSE[3 * i] + h] |= 1 << CELL_POS[3 * i]
                self.pos[SIDE * CELL_HOUSE[3 * i + 1] + h] |= 1 << CELL_POS[3 * i + 1]
                self.pos[SIDE * CELL_HOUSE[3 * i + 2] + h] |= 1 << CELL_POS[3 * i + 2]
        self.hidden_houses = 0
        self.closing = 0
        for h in range(3 * SIDE):
            bit = 0
            for k in range(SIDE):
                mask = self.pos[SIDE * h + k]
                if mask & (mask - 1) == 0 and mask:
                    bit |= 1 << k
            self.hidden[h] = bit
            if bit:
                self.hidden_houses |= 1 << h
            if self.open[h] & (self.open[h] - 1) == 0 and self.open[h]:
                self.closing |= 1 << h

    def remove(self, cell: cython.int, mask: cython.uint) -> cython.void:
        """Take the digits of *mask* off the cell; those it does not have do not matter."""
        mask &= self.cand[cell]
        if mask == 0:
            return
        left: cython.uint = self.cand[cell] & ~mask
        self.cand[cell] = left
        if left & (left - 1) == 0:
            if left:
                self.naked[cell // BAND] |= 1 << (cell % BAND)
            else:
                self.naked[cell // BAND] &= ~(1 << (cell % BAND))
        self.touched |= CELL_HOUSES[cell]
        self.touched_digits |= mask
        while mask:
            d: cython.int = LOWEST[mask]
            mask &= mask - 1
            for kind in range(3):
                house: cython.int = CELL_HOUSE[3 * cell + kind]
                at: cython.int = SIDE * house + d
                left = self.pos[at] & ~(1 << CELL_POS[3 * cell + kind])
                self.pos[at] = left
                if left & (left - 1) == 0:
                    if left:
                        self.hidden[house] |= 1 << d
                        self.hidden_houses |= 1 << house
                    else:
                        self.hidden[house] &= ~(1 << d)
                        if self.hidden[house] == 0:
                            self.hidden_houses &= ~(1 << house)

    def place(self, cell: cython.int, digit: cython.int) -> cython.void:
        """Give the cell its digit: it loses its candidates, its peers lose the digit."""
        if self.value[cell] == 0:
            self.cells_left -= 1
            self.placed[digit - 1] += 1
        self.value[cell] = digit
        self.remove(cell, FULL)
        for kind in range(3):
            house: cython.int = CELL_HOUSE[3 * cell + kind]
            rest: cython.uint = self.open[house] & ~(1 << CELL_POS[3 * cell + kind])
            self.open[house] = rest
            if rest & (rest - 1) == 0:
                if rest:
                    self.closing |= 1 << house
                else:
                    self.closing &= ~(1 << house)
            rest = self.pos[SIDE * house + digit - 1]
            while rest:
                self.remove(HOUSE_CELL[SIDE * house + LOWEST[rest]], 1 << (digit - 1))
                rest &= rest - 1
        self.touched |= CELL_HOUSES[cell]

    def invalidate(self) -> cython.void:
        """Forget what techniques have already searched: they look everywhere again."""
        for k in range(RUNGS):
            self.dirty[k] = ALL_HOUSES
            self.dirty_digits[k] = FULL
        self.touched = 0
        self.touched_digits = 0

    def settle(self) -> cython.void:
        """Hand what changed to the searches: each keeps under its rung what it has not yet searched in vain.

        A pattern that lies in one house (or concerns one digit) and was not there, or removed nothing, is not there
        later unless that house (digit) lost a candidate. A search looks at `dirty` or at `dirty_digits`.
        """
        for k in range(RUNGS):
            self.dirty[k] |= self.touched
        for k in range(RUNGS):
            self.dirty_digits[k] |= self.touched_digits
        self.touched = 0
        self.touched_digits = 0

    def valid(self) -> cython.bint:
        """Every house holds each digit once."""
        for house in range(3 * SIDE):
            seen: cython.uint = 0
            for k in range(SIDE):
                seen |= 1 << self.value[HOUSE_CELL[SIDE * house + k]]
            if seen != 2 * FULL:
                return False
        return True

    # For Python callers (tests, path mode, the interface): slower, checked by their types alone.

    def set_clues(self, cells: bytes) -> None:
        """`load` from 81 bytes."""
        buffer = cython.declare(cython.uchar[81])
        for i in range(CELLS):
            buffer[i] = cells[i]
        self.load(buffer)

    def set_state(self, values: bytes, masks: list[int]) -> None:
        """Values of 81 cells and the candidates of those that are 0."""
        buffer = cython.declare(cython.ushort[81])
        for i in range(CELLS):
            self.value[i] = values[i]
            buffer[i] = masks[i]
        self.fill(buffer)

    def values(self) -> bytes:
        """One byte a cell, 0 = not placed."""
        return bytes([self.value[i] for i in range(CELLS)])

    def candidates(self) -> list[int]:
        """The mask of each cell."""
        return [self.cand[i] for i in range(CELLS)]

    def positions(self, house: cython.int, digit: cython.int) -> int:
        """Mask of the digit's positions in the house."""
        return self.pos[SIDE * house + digit - 1]

    def take(self, cell: cython.int, mask: cython.uint) -> None:
        """`remove` for Python callers."""
        self.remove(cell, mask)

    def put(self, cell: cython.int, digit: cython.int) -> None:
        """`place` for Python callers."""
        self.place(cell, digit)
