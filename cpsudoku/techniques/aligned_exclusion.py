# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Aligned pair and triplet exclusion.

Take two (three) base cells and all ways to fill them. A way is impossible if two of them that see each other get
the same digit, or if it uses up all candidates of an "excluder", a cell that sees all of them. A candidate of a
base cell that occurs in no possible way is false.

Despite the name the base cells need not be aligned. Excluders have two (two or three) candidates, and at least two
must be common to the base cells. A base cell has some excluder and no peer with exactly one candidate. The third
cell of a triplet is an excluder of the first or the second. Ratings: pair 6.2, triplet 7.5. Order: pairs of base
cells by increasing mask over the cells row by row; third cells as excluders of the first, then of the second.
Source: numbers and order of Sudoku Explainer 1.2.1.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64
from cython.cimports.cpsudoku.techniques.core.grid import *
from cython.cimports.cpsudoku.techniques.core.search import Grid, Hint, Search

from cpsudoku.techniques import words
from cpsudoku.techniques.core.board_grid import LAYOUT
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

ALIGNED_PAIR = cython.declare(cython.int, row("aligned-pair"))
ALIGNED_TRIPLET = cython.declare(cython.int, row("aligned-triplet"))

PEER_BITS = cython.declare(cython.ulonglong[162])
"""cell * 2 + word -> the peers of the cell as a set of cells: bit c % 64 of word c // 64."""
PEER_BITS = [
    sum(1 << (other % 64) for other in LAYOUT.peers[cell] if other // 64 == word)
    for cell in range(81)
    for word in range(2)
]

AROUND = cython.declare(cython.ulonglong[486])
"""cell * 6 + part * 2 + word -> the peers in its box, the rest of its row, the rest of its column, likewise."""
AROUND = [
    sum(1 << (other % 64) for other in LAYOUT.peers[cell][first:end] if other // 64 == word)
    for cell in range(81)
    for first, end in ((0, 8), (8, 14), (14, 20))
    for word in range(2)
]


class AlignedExclusion(Search):
    """The search for one degree (2: pairs, 3: triplets) and its buffers.

    It remembers the candidates of its last search in vain: a tuple has to be looked at again only if
    one of its cells or common excluders has changed since.
    """

    def __init__(self, degree: cython.int) -> None:
        self.degree = degree
        for k in range(81):
            self.seen[k] = 0xFFFF

    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first tuple that removes something."""
        if not self.prepare(grid, hint):
            return False
        for j in range(1, self.count):
            b: cython.int = self.bases[j]
            for i in range(j):
                a: cython.int = self.bases[i]
                low: cython.ulonglong = self.excluders[2 * a] & self.excluders[2 * b]
                high: cython.ulonglong = self.excluders[2 * a + 1] & self.excluders[2 * b + 1]
                if low & (low - 1) == 0 and high & (high - 1) == 0 and (low == 0 or high == 0):
                    continue
                if self.degree == 2:
                    if not (self.fresh(a) or self.fresh(b) or low & self.changed[0] or high & self.changed[1]):
                        continue
                    if self.pair(grid, hint, a, b, low, high):
                        return True
                elif (self.near[a] or self.near[b]) and self.joined(a, b, low, high):
                    if self.thirds(grid, hint, a, b, low, high):
                        return True
        if not hint.every:
            for i in range(81):
                self.seen[i] = grid.cand[i]
        return False

    def fresh(self, cell: cython.int) -> cython.bint:
        """The cell has changed since the last search in vain."""
        return self.changed[cell >> 6] >> (cell & 63) & 1 != 0

    def prepare(self, grid: Grid, hint: Hint) -> cython.bint:
        """Base cells, their excluders and what has changed; false where there is nothing to do."""
        singles: cython.bint = grid.naked[0] != 0 or grid.naked[1] != 0 or grid.naked[2] != 0
        small_low: cython.ulonglong = 0
        small_high: cython.ulonglong = 0
        self.changed[0] = self.changed[1] = 0
        self.small[0] = self.small[1] = 0
        self.count = 0
        for cell in range(81):
            mask: cython.uint = grid.cand[cell]
            # a naked single bars its peers from being base cells, so its end changes more than the cell
            if hint.every or singles or POPCOUNT[self.seen[cell] & 511] == 1 or self.seen[cell] > 511:
                self.changed[0] = 0xFFFFFFFFFFFFFFFF
                self.changed[1] = 0x1FFFF
            elif mask != self.seen[cell]:
                self.changed[cell >> 6] |= cython.cast(cython.ulonglong, 1) << (cell & 63)
            if POPCOUNT[mask] > 1 and POPCOUNT[mask] <= self.degree:
                if cell < 64:
                    small_low |= cython.cast(cython.ulonglong, 1) << cell
                else:
                    small_high |= cython.cast(cython.ulonglong, 1) << (cell - 64)
        if self.changed[0] == 0 and self.changed[1] == 0:
            return False
        for cell in range(81):
            low: cython.ulonglong = PEER_BITS[2 * cell] & small_low
            high: cython.ulonglong = PEER_BITS[2 * cell + 1] & small_high
            self.excluders[2 * cell] = low
            self.excluders[2 * cell + 1] = high
            if POPCOUNT[grid.cand[cell]] < 2 or (low == 0 and high == 0):
                continue
            if singles:
                mask = 0
                for k in range(20):
                    if POPCOUNT[grid.cand[PEERS[20 * cell + k]]] == 1:
                        mask = 1
                if mask:
                    continue
            if POPCOUNT[grid.cand[cell]] <= 3:
                self.small[cell >> 6] |= cython.cast(cython.ulonglong, 1) << (cell & 63)
            self.near[cell] = (
                self.fresh(cell)
                or (PEER_BITS[2 * cell] & self.changed[0]) != 0
                or (PEER_BITS[2 * cell + 1] & self.changed[1]) != 0
            )
            self.bases[self.count] = cell
            self.count += 1
        return True

    def pair(self, grid, hint, a, b, low, high) -> cython.bint:
        """Try the base cells a, b with these common excluders."""
        possible_a: cython.uint = 0
        possible_b: cython.uint = 0
        sees: cython.bint = SEES[81 * a + b] != 0
        partners = cython.declare(cython.uint[9])
        for k in range(9):
            partners[k] = 0
        while low or high:
            if low:
                cell: cython.int = lowest64(low)
                low &= low - 1
            else:
                cell = 64 + lowest64(high)
                high &= high - 1
            mask: cython.uint = grid.cand[cell]
            x: cython.int = LOWEST[mask]
            y: cython.int = LOWEST[mask & (mask - 1)]
            partners[x] |= 1 << y
            partners[y] |= 1 << x
        rest: cython.uint = grid.cand[a]
        while rest:
            x = LOWEST[rest]
            rest &= rest - 1
            mask = grid.cand[b] & ~partners[x]
            if sees:
                mask &= ~(1 << x)
            if mask:
                possible_a |= 1 << x
                possible_b |= mask
        if possible_a == grid.cand[a] and possible_b == grid.cand[b]:
            return False
        hint.begin(ALIGNED_PAIR)
        hint.drop(grid, a, 511 & ~possible_a)
        hint.drop(grid, b, 511 & ~possible_b)
        hint.member(a)
        hint.member(b)
        return hint.emit()

    @cython.locals(once_low=cython.ulonglong, once_high=cython.ulonglong)
    def joined(self, a: cython.int, b: cython.int, low: cython.ulonglong, high: cython.ulonglong) -> cython.bint:
        """Find the third cells for a and b with these common excluders, two of which they see; are there any?"""
        self.third[0] = self.third[1] = 0
        once_low = once_high = 0
        while low or high:
            if low:
                e: cython.int = lowest64(low)
                low &= low - 1
            else:
                e = 64 + lowest64(high)
                high &= high - 1
            p: cython.ulonglong = PEER_BITS[2 * e]
            q: cython.ulonglong = PEER_BITS[2 * e + 1]
            self.third[0] |= once_low & p
            self.third[1] |= once_high & q
            once_low |= p
            once_high |= q
        self.third[0] &= self.small[0] & (PEER_BITS[2 * a] | PEER_BITS[2 * b])
        self.third[1] &= self.small[1] & (PEER_BITS[2 * a + 1] | PEER_BITS[2 * b + 1])
        self.third[a >> 6] &= ~(cython.cast(cython.ulonglong, 1) << (a & 63))
        self.third[b >> 6] &= ~(cython.cast(cython.ulonglong, 1) << (b & 63))
        return (self.third[0] | self.third[1]) != 0

    def thirds(self, grid, hint, a, b, low, high) -> cython.bint:
        """Try all third cells (`third`) for a and b, which have these common excluders."""
        changed: cython.bint = self.fresh(a) or self.fresh(b)
        for side in range(2):
            of: cython.int = b if side else a
            for part in range(3):
                for word in range(2):
                    rest: cython.ulonglong = self.third[word] & AROUND[6 * of + 2 * part + word]
                    self.third[word] ^= rest
                    while rest:
                        c: cython.int = 64 * word + lowest64(rest)
                        rest &= rest - 1
                        common_low: cython.ulonglong = low & self.excluders[2 * c]
                        common_high: cython.ulonglong = high & self.excluders[2 * c + 1]
                        if not (
                            changed or self.fresh(c) or common_low & self.changed[0] or common_high & self.changed[1]
                        ):
                            continue
                        if self.triplet(grid, hint, a, b, c, common_low, common_high):
                            return True
        return False

    def triplet(self, grid, hint, a, b, c, low, high) -> cython.bint:
        """Try the base cells a, b, c with these common excluders."""
        n: cython.int = 0
        possible_a: cython.uint = 0
        possible_b: cython.uint = 0
        possible_c: cython.uint = 0
        ab: cython.bint = SEES[81 * a + b] != 0
        ac: cython.bint = SEES[81 * a + c] != 0
        bc: cython.bint = SEES[81 * b + c] != 0
        used: cython.uint = grid.cand[a] | grid.cand[b] | grid.cand[c]
        while low or high:
            if low:
                mask: cython.uint = grid.cand[lowest64(low)]
                low &= low - 1
            else:
                mask = grid.cand[64 + lowest64(high)]
                high &= high - 1
            if mask & ~used == 0:  # else no way uses it up
                self.masks[n] = mask
                n += 1
        rest_a: cython.uint = grid.cand[a]
        while rest_a:
            x: cython.uint = rest_a & (0 - rest_a)
            rest_a &= rest_a - 1
            rest_b: cython.uint = grid.cand[b]
            if ab:
                rest_b &= ~x
            while rest_b:
                y: cython.uint = rest_b & (0 - rest_b)
                rest_b &= rest_b - 1
                used = x | y
                for_c: cython.uint = grid.cand[c]
                if ac:
                    for_c &= ~x
                if bc:
                    for_c &= ~y
                for k in range(n):
                    mask = self.masks[k] & ~used
                    if mask == 0:
                        for_c = 0
                        break
                    if mask & (mask - 1) == 0:
                        for_c &= ~mask
                if for_c:
                    possible_a |= x
                    possible_b |= y
                    possible_c |= for_c
                    if possible_c == grid.cand[c]:
                        # one way to each digit of b that is not known to be possible is all that is missing with x
                        rest_b &= ~possible_b
                        if possible_a == grid.cand[a] and possible_b == grid.cand[b]:
                            return False
        hint.begin(ALIGNED_TRIPLET)
        hint.drop(grid, a, 511 & ~possible_a)
        hint.drop(grid, b, 511 & ~possible_b)
        hint.drop(grid, c, 511 & ~possible_c)
        if hint.touched_count == 0:
            return False
        hint.member(a)
        hint.member(b)
        hint.member(c)
        return hint.emit()


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {"aligned-pair": AlignedExclusion(2), "aligned-triplet": AlignedExclusion(3)}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    seen_by_all = [
        cell
        for cell in range(81)
        if 2 <= step.before[cell].bit_count() <= len(step.cells) and all(SEES[81 * base + cell] for base in step.cells)
    ]
    return (
        f"every way to fill {words.cells(step.cells)} with a removed candidate repeats a digit or leaves "
        f"{words.listing([words.cell(cell) for cell in seen_by_all], 'or')} without a candidate"
    )
