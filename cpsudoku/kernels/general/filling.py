# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Filling an empty board by backtracking: cell with the fewest possible digits, digits in random order.

Any board up to side 64.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.polling import look, settle
from cython.cimports.cpsudoku.kernels.randomness import Stream, below

from cpsudoku.kernels.given import flattened, full_houses, houses_of_cells


@cython.cclass
class Filler:
    """A board's tables and the working memory of one search. *houses*: (kind, name, cells) each."""

    cython.declare(side=cython.int, size=cython.int, of_start=cython.int[::1], of_list=cython.int[::1])
    cython.declare(cell_at=cython.int[::1], used=cython.ulonglong[::1], open_at=cython.ulonglong[::1])
    cython.declare(value=cython.uchar[::1])
    stop: cython.double[2]  # see polling.py

    def __init__(self, side: cython.int, houses: object):
        if not 2 <= side <= 64:
            raise ValueError(f"side {side}; this search takes 2 to 64")
        full_houses(side, [house[2] for house in houses])
        size = side * side
        self.side = side
        self.size = size
        self.of_start, self.of_list = flattened(houses_of_cells(size, [house[2] for house in houses]))
        self.used = array("Q", bytes(8 * len(houses)))
        self.value = array("B", bytes(size))
        self.cell_at = array("i", bytes(4 * size))
        self.open_at = array("Q", bytes(8 * size))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int)
    def _possible(self, cell: cython.int) -> cython.ulonglong:
        """The digits no house of *cell* has yet, bit digit - 1."""
        found: cython.ulonglong = self.used[self.of_list[self.of_start[cell]]]
        for i in range(self.of_start[cell] + 1, self.of_start[cell + 1]):
            found |= self.used[self.of_list[i]]
        if self.side == 64:
            return ~found
        return ~found & ((cython.cast(cython.ulonglong, 1) << self.side) - 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int)
    def _set(self, cell: cython.int, digit: cython.int) -> cython.void:
        """Puts *digit* into an empty cell; 0 takes its digit out."""
        bit: cython.ulonglong = cython.cast(cython.ulonglong, 1) << ((digit if digit else self.value[cell]) - 1)
        for i in range(self.of_start[cell], self.of_start[cell + 1]):
            self.used[self.of_list[i]] ^= bit
        self.value[cell] = digit

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(cell=cython.int, bits=cython.int, x=cython.ulonglong)
    def _choose(self) -> cython.int:
        """The first empty cell with the fewest possible digits; -1 where none is empty."""
        best: cython.int = -1
        fewest: cython.int = 65
        for cell in range(self.size):
            if self.value[cell] == 0:
                x = self._possible(cell)
                bits = 0
                while x:
                    x &= x - 1
                    bits += 1
                if bits < fewest:
                    fewest = bits
                    best = cell
                    if bits < 2:
                        break
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    @cython.locals(k=cython.int)
    def _search(
        self, stream: Stream, random: cython.bint, most_nodes: cython.longlong, found: list, most: cython.longlong
    ) -> cython.bint:
        """Goes on from the digits set so far. Lists up to *most* grids, digits in *random* order or ascending."""
        level: cython.int = 0
        nodes: cython.longlong = 0
        listed: cython.longlong = 0
        self.stop[1] = 0
        cell: cython.int = self._choose()
        while True:
            if cell < 0:
                listed += 1
                with cython.gil:
                    found.append(bytes(self.value))
                if listed >= most:
                    return True
            else:
                self.cell_at[level] = cell
                self.open_at[level] = self._possible(cell)
                level += 1
            # next digit of the deepest cell that has one left
            while True:
                if level == 0:
                    return True
                cell = self.cell_at[level - 1]
                if self.value[cell]:
                    self._set(cell, 0)
                x: cython.ulonglong = self.open_at[level - 1]
                if x:
                    break
                level -= 1
            nodes += 1
            if (most_nodes and nodes > most_nodes) or (nodes & 1023 == 1023 and look(self.stop)):
                return False
            if random:
                bits: cython.int = 0
                while x:
                    x &= x - 1
                    bits += 1
                x = self.open_at[level - 1]
                for k in range(below(stream.state, bits)):
                    x &= x - 1
            bit: cython.ulonglong = x & (~x + 1)
            self.open_at[level - 1] ^= bit
            digit: cython.int = 0
            while bit:
                bit >>= 1
                digit += 1
            self._set(cell, digit)
            cell = self._choose()

    @cython.cfunc
    @cython.locals(cell=cython.int)
    def _clear(self) -> cython.void:
        for cell in range(self.size):
            self.value[cell] = 0
        for cell in range(len(self.used)):
            self.used[cell] = 0

    def recursive(self, stream: Stream, most_nodes: cython.longlong = 0):
        """A random grid; None after *most_nodes* digits set (0: no bound), or where the board has none."""
        found: list = []
        self._clear()
        with cython.nogil:
            self._search(stream, True, most_nodes, found, 1)
        settle(self.stop)
        return found[0] if found else None

    def every(self, most: cython.longlong) -> list:
        """The grids with 1 .. n in the first row; all, or *most* + 1 of them. None where that row breaks a house."""
        cython.declare(cell=cython.int)
        found: list = []
        self._clear()
        for cell in range(self.side):
            if not (self._possible(cell) >> cell) & 1:
                return []
            self._set(cell, cell + 1)
        stream: Stream = Stream(0)
        with cython.nogil:
            self._search(stream, False, 0, found, most + 1)
        settle(self.stop)
        return found
