# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The strong links of a grid: the two candidates of a cell, the two positions of a digit in a house.

One of the two is ON. What follows along them: `closure`.
"""

import cython
from cython.cimports.cpsudoku.techniques.chains.links import *
from cython.cimports.cpsudoku.techniques.core.grid import HOUSE_CELL, LOWEST
from cython.cimports.cpsudoku.techniques.core.native import copy_shorts


class StrongLinks:
    """The grid and its strong links.

    partner[4 * x + k]          the other end of the k-th of the `partners[x]` strong links of x; `partner_cause` where
    linked[27 * mode + w]       the candidates with strong links that count in the search (0 X, 1 Y, 2 XY)
    closed                      nothing is known yet beyond the links (0; see `closure`)
    """

    @cython.locals(i=cython.int, d=cython.int, r=cython.int, mask=cython.uint, rest=cython.uint)
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
                mask = pos[i]
                mask |= cython.cast(cython.uint, pos[i + 9]) << 9
                mask |= cython.cast(cython.uint, pos[i + 18]) << 18
                self.cur[3 * d + r] = mask
        for i in range(81):
            mask = cand[i]
            rest = mask & (mask - 1)
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

    @cython.locals(k=cython.int, turn=cython.int, w=cython.int)
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
            w = WORD[x]
            self.linked[54 + w] |= BIT[x]
            self.linked[(27 if cause == 1 else 0) + w] |= BIT[x]
            k = x
            x = y
            y = k
