# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Walking from grid to grid: swaps of two cells in a band, repaired until valid, and exchanges of two digits."""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.randomness import Stream, below

from cpsudoku.kernels.given import full_grid


@cython.cclass
class Swapper:
    """Moves on boards of plain boxes, box_rows x box_cols."""

    cython.declare(rows=cython.int, columns=cython.int, side=cython.int, grid=cython.uchar[::1], seen=cython.uchar[::1])
    cython.declare(stack=cython.int[::1])

    def __init__(self, box_rows: cython.int, box_cols: cython.int):
        if box_rows < 1 or box_cols < 1 or not 2 <= box_rows * box_cols <= 255:
            raise ValueError(f"box {box_rows}x{box_cols}; a board has a side of 2 to 255")
        n = box_rows * box_cols
        self.rows = box_rows
        self.columns = box_cols
        self.side = n
        self.grid = array("B", bytes(n * n))
        self.seen = array("B", bytes(n * n))
        self.stack = array("i", bytes(4 * (8 * n + 8)))

    @cython.cfunc
    @cython.exceptval(check=True)
    def _load(self, grid: bytes) -> cython.void:
        for cell in range(self.side * self.side):
            self.grid[cell] = grid[cell]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _swap(self, cell: cython.int, other: cython.int, step: cython.int) -> cython.int:
        """Swaps *cell* with *other*, on the other line of the pair, and repairs along the lines; places swapped.

        *step* is the distance of neighbours on a line.
        """
        n: cython.int = self.side
        at: cython.int = cell // step % n
        first: cython.int = cell - at * step
        second: cython.int = other - at * step
        swapped: cython.int = 0
        while True:
            digit: cython.uchar = self.grid[second + at * step]
            self.grid[second + at * step] = self.grid[first + at * step]
            self.grid[first + at * step] = digit
            swapped += 1
            # the first line now has this digit twice, but for the last swap
            for k in range(n):
                if k != at and self.grid[first + k * step] == digit:
                    break
            else:
                return swapped
            at = k

    @cython.cfunc
    @cython.exceptval(check=False)
    def _exchange(self, cell: cython.int, digit: cython.int) -> cython.int:
        """Exchanges the digit of *cell* and *digit* where they hang together with *cell*; cells changed."""
        n: cython.int = self.side
        a: cython.int = self.grid[cell]
        depth: cython.int = 1
        changed: cython.int = 0
        if a == digit:
            return 0
        for k in range(n * n):
            self.seen[k] = 0
        self.stack[0] = cell
        self.seen[cell] = 1
        while depth:
            depth -= 1
            cell = self.stack[depth]
            # a changed cell holds the digit its partners hold now
            want: cython.int = digit if self.grid[cell] == a else a
            r: cython.int = cell // n
            c: cython.int = cell % n
            for k in range(3 * n):
                if k < n:
                    near: cython.int = r * n + k
                elif k < 2 * n:
                    near = (k - n) * n + c
                else:
                    near = (r // self.rows * self.rows + (k - 2 * n) // self.columns) * n
                    near += c // self.columns * self.columns + (k - 2 * n) % self.columns
                if self.grid[near] == want and not self.seen[near]:
                    self.seen[near] = 1
                    self.stack[depth] = near
                    depth += 1
        for k in range(n * n):
            if self.seen[k]:
                self.grid[k] = digit if self.grid[k] == a else a
                changed += 1
        return changed

    @cython.cfunc
    @cython.exceptval(check=False)
    def _partner(self, cell: cython.int, by_row: cython.bint, which: cython.int) -> cython.int:
        """The cell across, on the *which*-th other line of the band (rows) or stack (columns)."""
        n: cython.int = self.side
        line: cython.int = cell // n if by_row else cell % n
        size: cython.int = self.rows if by_row else self.columns
        other: cython.int = line // size * size + (line % size + 1 + which) % size
        return cell + (other - line) * (n if by_row else 1)

    def swap(self, grid: bytes, cell: int, by_row: bool, which: int) -> bytes:
        """One move: the digit of *cell* swapped with the *which*-th other row (column) of its band, and repaired."""
        full_grid(grid, self.side)
        if not 0 <= cell < self.side * self.side or (self.rows if by_row else self.columns) < 2:
            raise ValueError(f"cell {cell} has no partner there")
        self._load(grid)
        self._swap(cell, self._partner(cell, by_row, which), 1 if by_row else self.side)
        return bytes(self.grid)

    def exchange(self, grid: bytes, cell: int, digit: int) -> bytes:
        """The digit of *cell* and *digit* exchanged in the cells that hang together with *cell*."""
        full_grid(grid, self.side)
        if not (0 <= cell < self.side * self.side and 1 <= digit <= self.side):
            raise ValueError(f"cell {cell}, digit {digit}: not a cell and a digit of this board")
        self._load(grid)
        self._exchange(cell, digit)
        return bytes(self.grid)

    def walk(self, grid: bytes, stream: Stream, loops: int, across: bool) -> bytes:
        """*loops* times all cells in random order, a swap at each; *across*: an exchange of digits after each loop."""
        n: cython.int = self.side
        full_grid(grid, self.side)
        self._load(grid)
        for _ in range(loops):
            for item in stream.shuffled(range(n * n)):
                cell: cython.int = item
                by_row: cython.bint = below(stream.state, 2) == 0
                size: cython.int = self.rows if by_row else self.columns
                if size < 2:
                    by_row = not by_row
                    size = self.rows if by_row else self.columns
                self._swap(cell, self._partner(cell, by_row, below(stream.state, size - 1)), 1 if by_row else n)
            if across:
                cell = below(stream.state, n * n)
                self._exchange(cell, (self.grid[cell] + below(stream.state, n - 1)) % n + 1)
        return bytes(self.grid)
