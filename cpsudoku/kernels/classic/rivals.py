# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Rivals of a classic grid: other grids with the same clues, and the unavoidable sets that they bring.

Clues with another solution beside the grid have not met some unavoidable set: the cells in which the two differ hold
one, or several that hang together by their houses and digits; the smallest is learnt.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.classic.exchanges import count_clues, exchanged, unavoidable
from cython.cimports.cpsudoku.kernels.polling import NEVER, look, settle
from cython.cimports.cpsudoku.kernels.search import scalar9, search9, second9

from cpsudoku.kernels.classic.grid_check import blocks
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
        for place in range(81):
            self.grid[place] = solution[place]
            if place < 64:
                self.bit_low[order[place]] = unit << place
            else:
                self.bit_high[order[place]] = unit << (place - 64)
        for place in range(243):
            cell = place // 3
            self.house_of[place] = (cell // 9, 9 + cell % 9, 18 + cell // 27 * 3 + cell % 9 // 3)[place % 3]
            self.holder[self.house_of[place] * 10 + solution[cell]] = cell
        for members in sets[: room // 2]:
            for cell in members:
                self.low[self.sets] |= self.bit_low[cell]
                self.high[self.sets] |= self.bit_high[cell]
            self.sets += 1

    def rival(self, scalar: cython.bint) -> cython.int:
        """Where in `out` a solution of the clues in `work` begins that is not the grid; -1: there is none.

        *scalar*: the one that code without vectors finds, the same on every processor.
        """
        self.checks += 1
        if scalar:
            found: cython.longlong = scalar9(self.work, 0, 2, self.out, 0, 2, 0, self.spent, NEVER)
        else:
            found = search9(self.work, 0, 2, self.out, 0, 2, 0, self.spent, NEVER)
        if found < 2:
            return -1
        for i in range(81):
            if self.out[i] != self.grid[i]:
                return 0
        return 81

    def learn(self, at: cython.int, s: cython.int) -> cython.void:
        """The smallest part of the rival at out[at] becomes set *s*."""
        best: cython.int = -1
        fewest: cython.int = 100
        for i in range(81):
            self.mark[i] = 0
        for i in range(81):
            if not self.mark[i] and self.out[at + i] != self.grid[i]:
                size: cython.int = self.part(i, at, s)
                if size < fewest:
                    fewest = size
                    best = i
        for i in range(81):
            self.mark[i] = 0
        self.part(best, at, s)

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
                other: cython.int = self.holder[self.house_of[3 * cell + h] * 10 + self.out[at + cell]]
                if not self.mark[other]:
                    self.mark[other] = 1
                    self.stack[top] = other
                    top += 1
        return size


@cython.final
@cython.cclass
class Witnesses:
    """Rivals of one *grid* as witnesses that clues do not determine it. Not to be shared by threads.

    Each is looked for in at most so many *branches*, which mostly suffice. The search is not trusted: what it finds is
    checked, and that it found none says nothing.
    """

    def __init__(self, grid: bytes, branches: cython.longlong):
        full_grid(grid, 9)
        self.branches = branches
        for k in range(81):
            self.grid[k] = grid[k]

    def found(self, cells: list) -> bytes | None:
        """Another grid with the digits of this one in *cells*; None where none was found."""
        cython.declare(k=cython.int)
        places = array("i", cells)
        for k in range(len(cells)):
            if not 0 <= places[k] < 81:
                raise ValueError(f"cell {places[k]} of 81")
        if not self.any(places, len(cells)):
            return None
        return bytes(self.out[:81]) if self.shows(0) else bytes(self.out[81:])

    def any(self, cells: cython.int[::1], count: cython.int) -> cython.bint:
        """Whether a witness was found against the first *count* of *cells*."""
        for k in range(81):
            self.clues[k] = 0
            self.out[k] = self.out[81 + k] = 0
        for k in range(count):
            self.clues[cells[k]] = self.grid[cells[k]]
        search9(self.clues, 0, 2, self.out, 0, 2, self.branches, self.spent, NEVER)
        return self.shows(0) or self.shows(81)

    def shows(self, at: cython.int) -> cython.bint:
        """Whether what is at out[at] is a witness: every digit in every house, every clue, and not the grid."""
        houses = cython.declare(cython.int[27])
        for k in range(27):
            houses[k] = 0
        same: cython.int = 0
        for k in range(81):
            if self.clues[k] and self.out[at + k] != self.clues[k]:
                return False
            same += self.out[at + k] == self.grid[k]
            bit: cython.int = 1 << self.out[at + k]
            houses[k // 9] |= bit
            houses[9 + k % 9] |= bit
            houses[18 + k // 27 * 3 + k % 9 // 3] |= bit
        for k in range(27):
            if houses[k] != 0x3FE:
                return False
        return same < 81


def second_solutions(cells: bytes, grids: bytes) -> bytes:
    """For each clue of each puzzle, a solution without it that has another digit in its cell; 81 zeros without one.

    *cells*: 81 bytes a unique puzzle, *grids*: its solution. In the order of puzzles and cells; to be checked by
    `grid_check`. The GIL is released; raises ValueError where the lengths do not fit.
    """
    cython.declare(i=cython.longlong, at=cython.longlong)
    n: cython.longlong = blocks(cells)
    if len(grids) != len(cells):
        raise ValueError(f"{len(grids)} bytes of grids for {n} puzzles")
    found = bytearray(81 * (len(cells) - cells.count(0)) or 1)
    out: cython.uchar[::1] = found
    text: cython.p_uchar = cells
    grid: cython.p_uchar = grids
    if cython.compiled:
        room: cython.p_uchar = cython.address(out[0])
    else:
        room = out
    stop = cython.declare(cython.double[2])
    stop[0] = stop[1] = 0
    i = at = 0
    with cython.nogil:
        for i in range(n):
            if (i & 15 == 15 or stop[1]) and look(stop):
                break
            at += 81 * _seconds(text, grid, 81 * i, room, at)
    settle(stop)
    return bytes(found[:at])


def _seconds(cells, grids, start, out, at) -> cython.int:
    """Those of the puzzle at cells[start] to out[at]; returns the number of its clues.

    The exchange of an unavoidable set of which a clue is the last gives one, else a search does.
    """
    of_cell = cython.declare(cython.ushort[1053])
    left = cython.declare(cython.ushort[256])
    grid = cython.declare(cython.uchar[81])
    work = cython.declare(cython.uchar[81])
    second = cython.declare(cython.uchar[81])
    count: cython.int = 0
    for cell in range(81):
        grid[cell] = grids[start + cell]
        work[cell] = cells[start + cell]
    unavoidable(grid, of_cell, left)
    count_clues(work, of_cell, left)
    for cell in range(81):
        digit: cython.uchar = work[cell]
        if digit:
            work[cell] = 0
            if exchanged(grid, cell, of_cell, left, second) or second9(work, cell, digit, second):
                for k in range(81):
                    out[at + 81 * count + k] = second[k]
            work[cell] = digit
            count += 1
    return count
