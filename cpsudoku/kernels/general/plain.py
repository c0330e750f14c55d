# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Plain backtracking: the empty cell with fewest digits, its digits in turn, no inference; and what searches share.

The engine `recursive` takes the same steps where constraints are to be checked. With the digits of a cell in random
order the search fills an empty board. The number of digits that it places is the effort of the method `effort`.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64, ones
from cython.cimports.cpsudoku.kernels.polling import look, now, settle
from cython.cimports.cpsudoku.kernels.randomness import Stream, below

from cpsudoku.kernels import zeros
from cpsudoku.kernels.given import flattened, full_houses, houses_of_cells

MAX_SIDE = 64
"""The digits of a cell are the bits of one word."""
SLICE = cython.declare(cython.longlong, 512)
"""Nodes between two checks of the clock and of signals."""
OVER = cython.declare(cython.int, 0)
AT_NODE = cython.declare(cython.int, 1)
AT_SOLUTION = cython.declare(cython.int, 2)
EVERY = cython.declare(cython.ulonglong, 2**64 - 1)


class Resumable:
    """A board, and one search on it at a time: a subclass has `start`, and `_run`, its search.

    in_houses   the houses of a cell, from in_from[cell] to in_from[cell + 1]
    digits      the grid, for those subclasses that do not have a `grid` of their own
    """

    def branches(self) -> int:
        """Nodes since `start`."""
        return self.nodes

    def grid(self) -> bytes:
        """The solution `resume` just found: a byte a cell."""
        return bytes(self.digits)

    def resume(self, max_nodes: cython.longlong = -1, seconds: cython.double = 0) -> int:
        """Search on: 1 a solution was found (see `grid`), 0 no more, -1 after *max_nodes* nodes or *seconds*.

        -1 nodes, or 0 seconds: no bound.
        """
        self._bound(seconds)
        with cython.nogil:
            found: cython.int = self._patiently(max_nodes)
        settle(self.stop)
        return found

    def count(self, limit: cython.longlong, max_nodes: cython.longlong = -1, seconds: cython.double = 0) -> int:
        """Solutions from here on, up to *limit* (0: all), not kept; -1 - found after a bound as in `resume`."""
        total: cython.longlong = 0
        found: cython.int = 0
        end: cython.longlong = self.nodes + max_nodes
        self._bound(seconds)
        with cython.nogil:
            while True:
                found = self._patiently(end - self.nodes if max_nodes >= 0 else -1)
                if found != 1:
                    break
                total += 1
                if total == limit or (total & 511 == 511 and look(self.stop)):
                    break
        settle(self.stop)
        return -1 - total if found < 0 or (self.stop[1] and total != limit) else total

    def _lay(self, side: cython.int, houses: object, most: cython.int) -> object:
        """Keep the board of *side* with these *houses*, tuples of cells; the houses of each cell, as lists.

        Raises ValueError for a side below 2 or above *most*, GeometryError for houses that are not full.
        """
        if not 2 <= side <= most:
            raise ValueError(f"side {side}; this search takes 2 to {most}")
        of: list = houses_of_cells(side * side, full_houses(side, houses))
        self.side = side
        self.size = side * side
        self.in_from, self.in_houses = flattened(of)
        self.digits = bytearray(self.size)
        return of

    def _begin(self, cells: bytes) -> object:
        """A new search with these clues. Raises ValueError for a puzzle of another size."""
        if len(cells) != self.size:
            raise ValueError(f"{len(cells)} bytes; this board has {self.size} cells")
        self.level = 0
        self.nodes = 0

    def _bound(self, seconds: cython.double) -> cython.void:
        """The search ends *seconds* from now; 0: it has no such end."""
        self.stop[0] = now() + seconds if seconds > 0 else 0
        self.stop[1] = 0

    def _patiently(self, max_nodes: cython.longlong) -> cython.int:
        """As `_run`, in slices; between them it checks the clock and signals."""
        left: cython.longlong = max_nodes
        start: cython.longlong = self.nodes
        while True:
            if max_nodes >= 0:
                left = max_nodes - (self.nodes - start)
            found: cython.int = self._run(SLICE if left < 0 or left > SLICE else left)
            if found >= 0 or (max_nodes >= 0 and self.nodes - start >= max_nodes) or look(self.stop):
                return found

    def _run(self, max_nodes: cython.longlong) -> cython.int:
        """The subclass's: search on for at most *max_nodes* nodes; 1, 0 and -1 as in `resume`."""
        return 0


class PlainSearch(Resumable):
    """Takes the side, up to MAX_SIDE, and the houses, tuples of cells; a node is a grid, one more than digits placed.

    used                    the digits that a house has; bit d - 1 for digit d
    level_cell, level_open  of a decision the cell, and the digits still to be tried there
    early                   the first cell with fewer than two digits is taken, not that with fewest of all
    stream                  digits are tried in an order that it draws; None: in ascending order
    """

    def __init__(self, side: int, houses: object):
        self._lay(side, houses, MAX_SIDE)
        self.full = EVERY >> (64 - self.side)
        self.used = zeros("Q", len(houses))
        self.level_cell, self.level_open = zeros("i", self.size + 1), zeros("Q", self.size + 1)

    def start(self, cells: bytes, early: cython.bint = False, stream: object = None) -> None:
        """Begin with these clues: a byte a cell, 0 = empty. Contradictory clues make the first `resume` answer 0."""
        cython.declare(i=cython.int, digit=cython.int)
        self._begin(cells)
        self.early, self.stream = early, stream
        self.state = AT_NODE
        for i in range(len(self.used)):
            self.used[i] = 0
        for i in range(self.size):
            self.digits[i] = 0
        for i in range(self.size):
            digit = cells[i]
            if digit:
                if digit > self.side or not (self._possible(i) >> (digit - 1)) & 1:
                    self.state = OVER
                    return
                self._flip(i, digit)
                self.digits[i] = digit

    def filled(self, stream: Stream, most: cython.longlong = 0) -> bytes | None:
        """A random grid of the empty board; None after *most* digits (0: no bound), or where the board has none."""
        self.start(bytes(self.size), True, stream)
        return self.grid() if self.resume(most + 1 if most else -1) == 1 else None

    def effort(self, cells: bytes, limit: cython.longlong = 0, most: cython.longlong = 0) -> tuple:
        """(first solution or None, digits placed, solutions): search until *limit* solutions (0: all).

        The number of digits is negative where *most* of them (0: no bound) did not suffice.
        """
        self.start(cells, True)
        found: cython.longlong = 0
        status: cython.longlong = self.resume(most if most else -1)
        first: object = self.grid() if status == 1 else None
        if status == 1 and limit != 1:
            status = self.count(limit - 1 if limit else 0, most - self.nodes if most else -1)
            found = status if status >= 0 else -1 - status
        placed: cython.longlong = max(self.nodes - 1, 0) if status >= 0 else -most
        return first, placed, found + (first is not None)

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
            cell: cython.int = self._choose()
            if cell < 0:
                self.state = AT_SOLUTION
                return 1
            self.level_cell[self.level] = cell
            self.level += 1
            if not self._advance():
                self.state = OVER
                return 0

    def _advance(self) -> cython.int:
        """The next digit of the last cell that has one left; 0 where none has."""
        k: cython.int
        while self.level:
            cell: cython.int = self.level_cell[self.level - 1]
            if self.digits[cell]:
                self._flip(cell, self.digits[cell])
                self.digits[cell] = 0
            left: cython.ulonglong = self.level_open[self.level - 1]
            if left:
                if self.stream is not None:
                    for k in range(cython.cast(cython.int, below(self.stream.state, ones(left)))):
                        left &= left - 1
                left &= ~left + 1
                self.level_open[self.level - 1] ^= left
                self.digits[cell] = lowest64(left) + 1
                self._flip(cell, self.digits[cell])
                return 1
            self.level -= 1
        return 0

    @cython.locals(cell=cython.int, count=cython.int, digits=cython.ulonglong)
    def _choose(self) -> cython.int:
        """The empty cell with the fewest digits, the first of equals; they go to level_open[level]. -1 for none."""
        best: cython.int = -1
        fewest: cython.int = 65
        for cell in range(self.size):
            if not self.digits[cell]:
                digits = self._possible(cell)
                count = ones(digits)
                if count < fewest:
                    fewest = count
                    best = cell
                    self.level_open[self.level] = digits
                    if self.early and count < 2:
                        break
        return best

    @cython.locals(k=cython.int)
    def _possible(self, cell: cython.int) -> cython.ulonglong:
        """The digits that no house of the cell has."""
        taken: cython.ulonglong = 0
        for k in range(self.in_from[cell], self.in_from[cell + 1]):
            taken |= self.used[self.in_houses[k]]
        return self.full & ~taken

    @cython.locals(k=cython.int)
    def _flip(self, cell: cython.int, digit: cython.int) -> cython.void:
        """The houses of the cell have the digit now, or no longer."""
        bit: cython.ulonglong = cython.cast(cython.ulonglong, 1) << (digit - 1)
        for k in range(self.in_from[cell], self.in_from[cell + 1]):
            self.used[self.in_houses[k]] ^= bit
