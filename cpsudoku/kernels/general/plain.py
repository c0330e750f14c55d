# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Plain backtracking, compiled: the empty cell with fewest candidates, its digits in turn, no inference.

The engine `recursive` takes the same steps where constraints are to be checked. The search can be left and taken up
again.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import ones
from cython.cimports.cpsudoku.kernels.general.resumable import Resumable

MAX_SIDE = 64
SLICE = cython.declare(cython.longlong, 2048)
"""Nodes between two looks at the clock and for signals."""

OVER = cython.declare(cython.int, 0)
AT_NODE = cython.declare(cython.int, 1)
AT_SOLUTION = cython.declare(cython.int, 2)


@cython.cclass
class PlainSearch(Resumable):
    """A board, and one search on it at a time: `start`, then `resume` until it answers 0.

    Takes the side (2 to 64) and the houses, tuples of cells. Raises ValueError for a larger side.
    """

    used: cython.ulonglong[::1]  # digits a house has; bit d - 1 for digit d
    cython.declare(digits=cython.uchar[::1], level_cell=cython.int[::1])

    def __init__(self, side: int, houses: object):
        if not 2 <= side <= MAX_SIDE:
            raise ValueError(f"side {side}; this search takes 2 to {MAX_SIDE}")
        self._lay(side, houses, SLICE)
        self.used = array("Q", bytes(8 * len(houses)))
        self.digits = array("B", bytes(self.size))
        self.level_cell = array("i", bytes(4 * self.size + 4))

    def looked_at(self) -> int:
        """Nodes since `start`: grids looked at."""
        return self.nodes

    def start(self, cells: bytes) -> None:
        """Begin with these clues: a byte a cell, 0 = empty. Contradictory clues make the first `resume` answer 0."""
        cython.declare(i=cython.int, digit=cython.int)
        if len(cells) != self.size:
            raise ValueError(f"{len(cells)} bytes; this board has {self.size} cells")
        self.level = 0
        self.nodes = 0
        self.state = AT_NODE
        for i in range(len(self.used)):
            self.used[i] = 0
        for i in range(self.size):
            self.digits[i] = 0
        for i in range(self.size):
            digit = cells[i]
            if digit and (digit > self.side or not self._place(i, digit)):
                self.state = OVER
                return

    def grid(self) -> bytes:
        """The solution `resume` just found: a byte a cell."""
        return bytes([self.digits[i] for i in range(self.size)])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, max_nodes: cython.longlong) -> cython.int:
        start: cython.longlong = self.nodes
        if self.state == OVER or (self.state == AT_SOLUTION and not self._advance()):
            self.state = OVER
            return 0
        self.state = AT_NODE
        while True:
            if self.nodes - start >= max_nodes:
                return -1
            self.nodes += 1
            cell: cython.int = self._tightest()
            if cell < 0:
                self.state = AT_SOLUTION
                return 1
            self.level_cell[self.level] = cell
            self.level += 1
            if not self._advance():
                self.state = OVER
                return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _advance(self) -> cython.int:
        """The next digit of the last cell that has one left; 0 where none has."""
        while self.level:
            cell: cython.int = self.level_cell[self.level - 1]
            digit: cython.int = self.digits[cell]
            if digit:
                self._clear(cell, digit)
            while digit < self.side:
                digit += 1
                if self._place(cell, digit):
                    return 1
            self.level -= 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, k=cython.int, count=cython.int, taken=cython.ulonglong)
    def _tightest(self) -> cython.int:
        """The empty cell with the fewest candidates, the first of equals; -1 where none is empty."""
        chosen: cython.int = -1
        most: cython.int = -1
        for i in range(self.size):
            if not self.digits[i]:
                taken = 0
                for k in range(self.in_from[i], self.in_from[i + 1]):
                    taken |= self.used[self.in_houses[k]]
                count = ones(taken)
                if count > most:
                    most = count
                    chosen = i
        return chosen

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    @cython.locals(k=cython.int)
    def _place(self, cell: cython.int, digit: cython.int) -> cython.int:
        """Write *digit*, unless a house of the cell already has it; 0 then."""
        bit: cython.ulonglong = cython.cast(cython.ulonglong, 1) << (digit - 1)
        for k in range(self.in_from[cell], self.in_from[cell + 1]):
            if self.used[self.in_houses[k]] & bit:
                return 0
        for k in range(self.in_from[cell], self.in_from[cell + 1]):
            self.used[self.in_houses[k]] |= bit
        self.digits[cell] = digit
        return 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    @cython.locals(k=cython.int)
    def _clear(self, cell: cython.int, digit: cython.int) -> cython.void:
        bit: cython.ulonglong = cython.cast(cython.ulonglong, 1) << (digit - 1)
        for k in range(self.in_from[cell], self.in_from[cell + 1]):
            self.used[self.in_houses[k]] &= ~bit
        self.digits[cell] = 0
