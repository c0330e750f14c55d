# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Nets of one digit: first whether an assumption contradicts itself at all, on the places of the digit alone.

What an assumption leads to, in whatever order, is what placing does: it takes its peers away, and a house with one
place left has the digit there. The assumption contradicts itself exactly if this leaves a house without any place (of
two statements that clash, "it is" takes all other places of a house, "it is not" the last). And where one leads to
another without a contradiction, the other leads to none either.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest
from cython.cimports.cpsudoku.techniques.chains.forcing import ForcingNets
from cython.cimports.cpsudoku.techniques.chains.links import *
from cython.cimports.cpsudoku.techniques.core.grid import CELL_HOUSE, CELL_POS, HOUSE_CELL, LOWEST

EVERYWHERE = cython.declare(cython.uint, 0x7FFFFFF)


class OneDigitNets(ForcingNets):
    """Nishio.

    wrong       after `look`: the assumptions worth a net, "it is" as a set of candidates, then "it is not"
    at, left    of the digit looked at: its places in each house, and all of them, three bands of cells
    placed_at   those that hold it
    """

    def __init__(self) -> None:
        ForcingNets.__init__(self, True, True, 0)

    def look(self, pos: cython.p_ushort, digits: cython.uint) -> cython.uint:
        """Find the assumptions of these digits that contradict themselves; the digits that have some."""
        found: cython.uint = 0
        for k in range(54):
            self.wrong[k] = EVERYWHERE if self.exhaustive else 0
        if self.exhaustive:
            return digits
        while digits:
            d: cython.int = LOWEST[digits]
            digits &= digits - 1
            self.look_at(pos, d)
            some: cython.uint = 0
            for k in range(3):
                some |= self.wrong[3 * d + k] | self.wrong[27 + 3 * d + k]
            if some:
                found |= 1 << d
        return found

    def look_at(self, pos: cython.p_ushort, digit: cython.int) -> cython.void:
        """Find those of one digit."""
        free_on = cython.declare(cython.uint[3])  # known to lead to nothing wrong
        free_off = cython.declare(cython.uint[3])
        all_ = cython.declare(cython.uint[3])
        for k in range(3):
            free_on[k] = free_off[k] = 0
            t: cython.uint = pos[9 * (9 + 3 * k) + digit]
            t |= cython.cast(cython.uint, pos[9 * (10 + 3 * k) + digit]) << 9
            t |= cython.cast(cython.uint, pos[9 * (11 + 3 * k) + digit]) << 18
            all_[k] = t
        for turn in range(2):
            for k in range(3):
                t = all_[k]
                while t:
                    cell: cython.int = 27 * k + lowest(t)
                    t &= t - 1
                    if (free_off[k] if turn else free_on[k]) >> (cell - 27 * k) & 1:
                        continue
                    for h in range(27):
                        self.at[h] = pos[9 * h + digit]
                    for j in range(3):
                        self.left[j] = all_[j]
                        self.placed_at[j] = 0
                    if self.fails(cell, turn == 1):
                        self.wrong[27 * turn + 3 * digit + k] |= 1 << (cell - 27 * k)
                        continue
                    for j in range(3):
                        free_on[j] |= self.placed_at[j]
                        free_off[j] |= all_[j] & ~self.left[j]

    def fails(self, cell: cython.int, off: cython.bint) -> cython.bint:
        """Does the digit lose a house when it is (or is not) in the cell?"""
        self.queue_end = 0
        head: cython.int = 0
        if off:
            if self.take(cell):
                return True
        else:
            self.waiting[0] = cell
            self.queue_end = 1
        while head < self.queue_end:
            cell = self.waiting[head]
            head += 1
            band: cython.int = cell // 27
            if self.placed_at[band] >> (cell - 27 * band) & 1:
                continue
            self.placed_at[band] |= 1 << (cell - 27 * band)
            for k in range(3):
                t: cython.uint = self.left[k] & (BAND_BOX[cell] | BAND_ROW[cell] if k == band else BAND_COLUMN[cell])
                while t:
                    if self.take(27 * k + lowest(t)):
                        return True
                    t &= t - 1
        return False

    def take(self, cell: cython.int) -> cython.bint:
        """Take a place away; is a house left without any? Where one has a single place now, this waits to be taken."""
        self.left[cell // 27] &= ~(1 << (cell % 27))
        for kind in range(3):
            h: cython.int = CELL_HOUSE[3 * cell + kind]
            m: cython.uint = self.at[h] & ~(1 << CELL_POS[3 * cell + kind])
            self.at[h] = m
            if m & (m - 1) == 0:
                if m == 0:
                    return True
                self.waiting[self.queue_end] = HOUSE_CELL[9 * h + LOWEST[m]]
                self.queue_end += 1
        return False

    def search(self) -> cython.void:
        """One pass over the assumptions found by `look`, in the order of the scale: cells, digits, "is", "is not"."""
        for cell in range(81):
            digits: cython.uint = self.sc[cell]
            if digits & (digits - 1) == 0:
                continue
            while digits:
                x: cython.int = 81 * LOWEST[digits] + cell
                digits &= digits - 1
                for turn in range(2):
                    if self.wrong[27 * turn + WORD[x]] & BIT[x] and self.ensure(x + OFF * turn) == 2:
                        self.contradiction(x + OFF * turn, x + OFF * (1 - turn))
