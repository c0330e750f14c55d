# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The unavoidable sets of a classic grid that a search knows, and the new ones that rivals bring.

Clues with another solution beside the grid have not met some unavoidable set: the cells in which the two differ hold
one, or several that hang together by their houses and digits; the smallest is learnt.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.polling import NEVER
from cython.cimports.cpsudoku.kernels.search import scalar9, search9

from cpsudoku.kernels.given import full_grid, groups_of_cells


class Rivals:
    """A grid and up to *room* sets, each a bit a cell in two words (`low`, `high`), in the *order* of the cells.

    Half the room is for the *sets* given. A search puts clues into `work` and asks for a `rival`. Not to be shared by
    threads.
    """

    def __init__(self, solution: bytes, sets: list, room: cython.int, order: list):
        cython.declare(place=cython.int, cell=cython.int)
        unit: cython.ulonglong = 1
        full_grid(solution, 9)
        groups_of_cells(sets, 81)
        self.low = array("Q", [0] * room)
        self.high = array("Q", [0] * room)
        self.bit_low = array("Q", [0] * 81)
        self.bit_high = array("Q", [0] * 81)
        for place in range(81):
            if place < 64:
                self.bit_low[order[place]] = unit << place
            else:
                self.bit_high[order[place]] = unit << (place - 64)
        self.grid = bytearray(solution)
        self.work = bytearray(81)
        self.out = bytearray(162)
        self.spent = array("q", [0])
        self.house_of = array("i", [h for c in range(81) for h in (c // 9, 9 + c % 9, 18 + c // 27 * 3 + c % 9 // 3)])
        self.holder = array("i", [0] * 270)
        for place in range(243):
            self.holder[self.house_of[place] * 10 + solution[place // 3]] = place // 3
        self.mark = bytearray(81)
        self.stack = array("i", [0] * 82)
        for members in sets[: room // 2]:
            for cell in members:
                self.low[self.sets] |= self.bit_low[cell]
                self.high[self.sets] |= self.bit_high[cell]
            self.sets += 1

    @cython.locals(i=cython.int, found=cython.longlong)
    def rival(self, scalar: cython.bint) -> cython.int:
        """Where in `out` a solution of the clues in `work` begins that is not the grid; -1: there is none.

        *scalar*: the one that code without vectors finds, the same on every processor.
        """
        self.checks += 1
        if not cython.compiled:
            found = scalar9(self.work, 0, 2, self.out, 0, 2, 0, self.spent, NEVER)
        else:
            work: cython.p_uchar = cython.address(self.work[0])
            out: cython.p_uchar = cython.address(self.out[0])
            spent: cython.p_longlong = cython.address(self.spent[0])
            if scalar:
                found = scalar9(work, 0, 2, out, 0, 2, 0, spent, NEVER)
            else:
                found = search9(work, 0, 2, out, 0, 2, 0, spent, NEVER)
        if found < 2:
            return -1
        for i in range(81):
            if self.out[i] != self.grid[i]:
                return 0
        return 81

    @cython.locals(i=cython.int, size=cython.int)
    def learn(self, at: cython.int, s: cython.int) -> cython.void:
        """The smallest part of the rival at out[at] becomes set *s*."""
        best: cython.int = -1
        fewest: cython.int = 100
        for i in range(81):
            self.mark[i] = 0
        for i in range(81):
            if not self.mark[i] and self.out[at + i] != self.grid[i]:
                size = self.part(i, at, s)
                if size < fewest:
                    fewest = size
                    best = i
        for i in range(81):
            self.mark[i] = 0
        self.part(best, at, s)

    @cython.locals(h=cython.int, other=cython.int)
    def part(self, cell: cython.int, at: cython.int, s: cython.int) -> cython.int:
        """Cells of the part of a difference that *cell* belongs to; it is written to set *s*."""
        top: cython.int = 1
        size: cython.int = 0
        self.low[s] = 0
        self.high[s] = 0
        self.stack[0] = cell
        self.mark[cell] = 1
        while top:
            top -= 1
            cell = self.stack[top]
            size += 1
            self.low[s] |= self.bit_low[cell]
            self.high[s] |= self.bit_high[cell]
            for h in range(3):
                other = self.holder[self.house_of[3 * cell + h] * 10 + self.out[at + cell]]
                if not self.mark[other]:
                    self.mark[other] = 1
                    self.stack[top] = other
                    top += 1
        return size
