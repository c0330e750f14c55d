# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Unavoidable sets of a filled grid, on any board: cells whose digits can be exchanged for another solution.

Two kinds, cheap to find: the cells of two digits that hang together through houses (exchange the digits), and the
cells of two rows or two columns that a repair chain closes (exchange the lines there), where no box, region or extra
house notices. Every puzzle of the grid needs a clue in each set; a clue that is the last one of a set is necessary.
Source: unavoidable sets are from the search for 16 clues, McGuire, Tugemann and Civario, 2012.
"""

from array import array
from functools import lru_cache

import cython

from cpsudoku.kernels import zeros
from cpsudoku.kernels.given import flattened, full_grid, full_houses, houses_of_cells


class Tables:
    """What the search for sets knows of a board, never changed. *houses*: (kind, name, cells) each."""

    def __init__(self, side: cython.int, houses: object):
        full_houses(side, [house[2] for house in houses])
        n = side
        self.side = n
        self.size = n * n
        at = houses_of_cells(n * n, [house[2] for house in houses])
        self.of_start, self.of_list = flattened(at)
        boxes = [{h for h in row if houses[h][0] not in ("row", "column")} for row in at]
        pairs = []
        for line in (1, n):
            step = n + 1 - line
            for a in range(n):
                for b in range(a + 1, n):
                    if any([boxes[a * step + k * line] & boxes[b * step + k * line] for k in range(n)]):
                        pairs += [a * step, b * step, line]
        self.pairs = array("i", pairs + [0])
        self.pair_count = len(pairs) // 3
        self.slots = n + 2 * n
        self.houses = len(houses)


@lru_cache(maxsize=32)
def tables(side: int, houses: object) -> Tables:
    """The tables of a board, made once; nobody changes them, so threads share them."""
    return Tables(side, houses)


@cython.final
@cython.cclass
class Ledger:
    """The unavoidable sets of one grid, and how many clues each has left while clues go.

    used, of_cell   how many sets a cell is in, and which, from `slots` * cell on
    left            of each of `count` sets, the clues left
    """

    def __init__(self, grid: bytes, tables: Tables):
        full_grid(grid, tables.side)
        n: cython.int = tables.side
        self.size = n * n
        self.slots = tables.slots
        self.used, self.of_cell = zeros("i", self.size), zeros("i", self.size * self.slots)
        self.left, self.delta = zeros("i", n * n * n + 2 * n * n), zeros("i", tables.houses * (n + 1))
        self.two_digits(grid, tables)
        self.two_lines(grid, tables)

    def note(self, cell: cython.int) -> cython.void:
        """Puts *cell* into the newest set."""
        self.of_cell[cell * self.slots + self.used[cell]] = self.count - 1
        self.used[cell] += 1
        self.left[self.count - 1] += 1

    @cython.locals(a=cython.int, b=cython.int, i=cython.int, h=cython.int, cell=cython.int)
    def two_digits(self, grid: cython.const[cython.uchar][::1], tables: Tables) -> cython.void:
        n: cython.int = tables.side
        place: cython.int[::1] = zeros("i", tables.houses * (n + 1))
        of_start: cython.int[::1] = tables.of_start
        of_list: cython.int[::1] = tables.of_list
        stack: cython.int[::1] = zeros("i", 8 * n + 8)
        mark: cython.int[::1] = zeros("i", self.size)
        stamp: cython.int = 0
        for cell in range(self.size):
            for i in range(of_start[cell], of_start[cell + 1]):
                place[of_list[i] * (n + 1) + grid[cell]] = cell
        for a in range(1, n + 1):
            for b in range(a + 1, n + 1):
                stamp += 1
                for i in range(n):
                    # rows are the first n houses
                    cell = place[i * (n + 1) + a]
                    if mark[cell] == stamp:
                        continue
                    self.count += 1
                    mark[cell] = stamp
                    stack[0] = cell
                    depth: cython.int = 1
                    while depth:
                        depth -= 1
                        cell = stack[depth]
                        self.note(cell)
                        for h in range(of_start[cell], of_start[cell + 1]):
                            near: cython.int = place[of_list[h] * (n + 1) + (b if grid[cell] == a else a)]
                            if mark[near] != stamp:
                                mark[near] = stamp
                                stack[depth] = near
                                depth += 1

    @cython.locals(p=cython.int, k=cython.int, first=cython.int)
    def two_lines(self, grid: cython.const[cython.uchar][::1], tables: Tables) -> cython.void:
        n: cython.int = tables.side
        pairs: cython.int[::1] = tables.pairs
        position: cython.int[::1] = zeros("i", n + 1)
        done: cython.int[::1] = zeros("i", n)
        for p in range(tables.pair_count):
            a: cython.int = pairs[3 * p]
            b: cython.int = pairs[3 * p + 1]
            line: cython.int = pairs[3 * p + 2]
            for k in range(n):
                position[grid[a + k * line]] = k
                done[k] = 0
            for first in range(n):
                if done[first]:
                    continue
                at: cython.int = first
                while not done[at]:
                    done[at] = 1
                    self.exchange(grid, tables, a + at * line, b + at * line, 1)
                    at = position[grid[b + at * line]]
                i: cython.int = self.unbalanced(grid, tables, a, b, line, first, position)
                if i == 0:
                    self.count += 1
                at = first
                while True:
                    self.exchange(grid, tables, a + at * line, b + at * line, -1)
                    if i == 0:
                        self.note(a + at * line)
                        self.note(b + at * line)
                    at = position[grid[b + at * line]]
                    if at == first:
                        break

    @cython.locals(h=cython.int, i=cython.int)
    def exchange(
        self, grid: cython.const[cython.uchar][::1], tables: Tables, x: cython.int, y: cython.int, sign: cython.int
    ) -> cython.void:
        """Notes in `delta` what every house gains and loses when the cells x and y exchange digits."""
        n: cython.int = tables.side
        for i in range(tables.of_start[x], tables.of_start[x + 1]):
            h = tables.of_list[i] * (n + 1)
            self.delta[h + grid[x]] -= sign
            self.delta[h + grid[y]] += sign
        for i in range(tables.of_start[y], tables.of_start[y + 1]):
            h = tables.of_list[i] * (n + 1)
            self.delta[h + grid[y]] -= sign
            self.delta[h + grid[x]] += sign

    @cython.locals(cell=cython.int, i=cython.int, k=cython.int, d=cython.int)
    def unbalanced(
        self,
        grid: cython.const[cython.uchar][::1],
        tables: Tables,
        a: cython.int,
        b: cython.int,
        line: cython.int,
        first: cython.int,
        position: cython.int[::1],
    ) -> cython.int:
        """1 where some house of the cycle's cells would not keep its digits."""
        n: cython.int = tables.side
        at: cython.int = first
        while True:
            for k in range(2):
                cell = (a if k == 0 else b) + at * line
                for i in range(tables.of_start[cell], tables.of_start[cell + 1]):
                    d = tables.of_list[i] * (n + 1) + grid[cell]
                    if self.delta[d] != 0:
                        return 1
            at = position[grid[b + at * line]]
            if at == first:
                return 0

    @cython.locals(i=cython.int, s=cython.int)
    def remove(self, cell: cython.int) -> cython.bint:
        """Takes the clue in *cell* away; False where one of its sets has no clue left."""
        whole: cython.bint = True
        for i in range(cell * self.slots, cell * self.slots + self.used[cell]):
            s = self.of_cell[i]
            self.left[s] -= 1
            if self.left[s] == 0:
                whole = False
        return whole

    @cython.locals(i=cython.int)
    def put_back(self, cell: cython.int) -> cython.void:
        """Undoes `remove`."""
        for i in range(cell * self.slots, cell * self.slots + self.used[cell]):
            self.left[self.of_cell[i]] += 1

    @cython.locals(i=cython.int)
    def proves_needed(self, cell: cython.int) -> cython.bint:
        """True where the clue in *cell* is the last of a set."""
        for i in range(cell * self.slots, cell * self.slots + self.used[cell]):
            if self.left[self.of_cell[i]] == 1:
                return True
        return False

    def sets(self) -> list:
        """The sets of the full grid, as lists of cells (some come twice)."""
        found: list = [[] for _ in range(self.count)]
        for cell in range(self.size):
            for i in range(cell * self.slots, cell * self.slots + self.used[cell]):
                found[self.of_cell[i]].append(cell)
        return found
