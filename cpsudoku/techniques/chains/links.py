# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Numbering of the nodes of chains, the tables of their links, and the strong links of a grid.

A candidate is `x = (digit - 1) * 81 + cell` (0 .. 728). Node `x` says "the cell holds the digit" (ON), node
`729 + x` says "it does not" (OFF). A set of candidates is 27 words of 27 bits: word
`x // 27` (one digit in one band of three rows), bit `x % 27`.

How a node came to be known, its *cause*: 0 an assumption, 1 its cell, 2 its box, 3 its row, 4 its column, 5 another
pattern.
"""

from random import Random

import cython
from cython.cimports.cpsudoku.techniques.core.grid import HOUSE_CELL, LOWEST
from cython.cimports.cpsudoku.techniques.core.native import copy_shorts

from cpsudoku.techniques.core.board_grid import LAYOUT

if not cython.compiled:  # compiled, they are constants of links.pxd
    CANDIDATES = 729
    """How many there are."""
    OFF = CANDIDATES
    """The first OFF node."""
    NODES = 2 * CANDIDATES
    PARENT = 1023
    """The word of a node: its parent candidate in the lowest bits, then from bit CAUSE on its cause, from HIDDEN on the
    mask of hidden parents, from LOW on a lower bound of the number of its ancestors, MOST_LOW at most."""
    CAUSE, HIDDEN, LOW, MOST_LOW = 10, 13, 22, 1023
    SETS, CELLS, PLACES = 32, 96, 256
    """From one slot's part of an array to the next one's: 27 words of a set, 81 cells, 243 places. Whole
    lines of the cache, so that threads at work on neighbours do not wait for each other."""


def _box(cell: int) -> int:
    corner = cell % 9 // 3 * 3
    return sum(1 << (9 * r + corner + c) for r in range(3) for c in range(3))


def _row(cell: int) -> int:
    return 511 << (cell % 27 // 9 * 9)


CELL = [x % 81 for x in range(CANDIDATES)]
"""candidate -> cell."""
DIGIT = [x // 81 for x in range(CANDIDATES)]
"""candidate -> digit - 1."""
WORD = [x // 27 for x in range(CANDIDATES)]
"""candidate -> word of a set."""
BIT = [1 << (x % 27) for x in range(CANDIDATES)]
"""candidate -> its bit in that word."""
PLACE = [9 * house + x // 81 for x in range(CANDIDATES) for house in LAYOUT.houses_of[x % 81]]
"""candidate * 3 + kind of house -> house * 9 + digit - 1: whose positions it is among."""
PLACE_BIT = [1 << LAYOUT.houses[house].index(x % 81) for x in range(CANDIDATES) for house in LAYOUT.houses_of[x % 81]]
"""candidate * 3 + kind of house -> its bit there."""
BAND_BOX = [_box(i) & ~(1 << (i % 27)) for i in range(81)]
"""cell -> the other cells of its box, within its band."""
BAND_ROW = [_row(i) & ~_box(i) for i in range(81)]
"""cell -> the cells of its row outside its box, within its band."""
BAND_COLUMN = [(1 << (i % 9)) | (1 << (i % 9 + 9)) | (1 << (i % 9 + 18)) for i in range(81)]
"""cell -> the cells of its column in any other band."""
_RANDOM = Random(0x5EED)
KEY = [_RANDOM.getrandbits(64) for _ in range(NODES)]
"""A random number of 64 bits a node: the sum (xor) of those of a set is its fingerprint."""


def lengthened(base: cython.double, complexity: cython.int) -> cython.double:
    """Rating of a chain: 0.1 more at each of the lengths 4, 6, 8, 12, 16, 24, 32, ... that its complexity - 2 exceeds.

    The tenths are summed first and one by one: comparisons between hints see the rounding of that sum.
    """
    ceiling: cython.int = 4
    more: cython.double = 0.0
    third: cython.bint = False
    while complexity - 2 > ceiling:
        more += 0.1
        ceiling = ceiling * 4 // 3 if third else ceiling * 3 // 2
        third = not third
    return base + more


def longest(base: cython.double, rating: cython.double, complexity: cython.int, ties: cython.bint) -> cython.int:
    """Largest complexity with which a chain of this base comes before one of the given rating and complexity."""
    ceiling: cython.int = 4
    more: cython.double = 0.0
    third: cython.bint = False
    best: cython.int = 0
    if not ties:
        complexity -= 1
    while ceiling < 2000000:
        if base + more > rating:
            return best
        if base + more == rating:
            return max(best, min(complexity, ceiling + 2))
        best = ceiling + 2
        more += 0.1
        ceiling = ceiling * 4 // 3 if third else ceiling * 3 // 2
        third = not third
    return best


def limit_of(x: cython.int, cause: cython.int) -> cython.int:
    """The limit (see `nested`) that an ON node with this cause rests on: its cell, or its digit in a house."""
    return CELL[x] if cause == 1 else 81 + PLACE[3 * x + cause - 2]


class StrongLinks:
    """A grid and its strong links: the two candidates of a cell, the two positions of a digit in a house.

    One of the two is ON. What follows along them: `closure`.

    partner[4 * x + k]          the other end of the k-th of the `partners[x]` strong links of x; `partner_cause` where
    linked[27 * mode + w]       the candidates with strong links that count in the search (0 X, 1 Y, 2 XY)
    closed                      nothing is known yet beyond the links (0; see `closure`)
    """

    @cython.locals(i=cython.int, d=cython.int)
    def source(self, cand: cython.p_ushort, pos: cython.p_ushort) -> cython.void:
        """Take the grid, as candidates of cells and positions of digits, and find its strong links."""
        self.closed = 0
        copy_shorts(self.cc, 0, cand, 81)
        copy_shorts(self.pos, 0, pos, 243)
        for i in range(81):
            self.linked[i] = 0
        for i in range(CANDIDATES):
            self.partners[i] = 0
        for r in range(3):
            for d in range(9):
                i = 81 + 27 * r + d
                mask: cython.uint = pos[i]
                mask |= cython.cast(cython.uint, pos[i + 9]) << 9
                mask |= cython.cast(cython.uint, pos[i + 18]) << 18
                self.cur[3 * d + r] = mask
        for i in range(81):
            mask = cand[i]
            rest: cython.uint = mask & (mask - 1)
            if rest and rest & (rest - 1) == 0:
                self.link(81 * LOWEST[mask] + i, 81 * LOWEST[rest] + i, 1)
        for i in range(243):
            mask = pos[i]
            rest = mask & (mask - 1)
            if rest and rest & (rest - 1) == 0:
                d = i % 9
                self.link(
                    81 * d + HOUSE_CELL[i - d + LOWEST[mask]], 81 * d + HOUSE_CELL[i - d + LOWEST[rest]], 2 + i // 81
                )

    @cython.locals(k=cython.int)
    def link(self, x: cython.int, y: cython.int, cause: cython.int) -> cython.void:
        """A strong link between two candidates, unless there is one."""
        for k in range(self.partners[x]):
            if self.partner[4 * x + k] == y:
                return
        for turn in range(2):
            k = self.partners[x]
            self.partner[4 * x + k] = y
            self.partner_cause[4 * x + k] = cause
            self.partners[x] = k + 1
            w: cython.int = WORD[x]
            self.linked[54 + w] |= BIT[x]
            self.linked[(27 if cause == 1 else 0) + w] |= BIT[x]
            k = x
            x = y
            y = k
