# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""All unavoidable sets of a solution up to a size.

An unavoidable set is the difference to another valid grid. The search gives a first cell another digit, which displaces
that digit's holders in the cell's houses: these must change too, and so on until every changed cell has a new digit.
A house with one changed cell needs a second. First cells ascend and no earlier cell changes, so each set is met from
its first cell only.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.polling import look, settle

from cpsudoku.kernels import zeros
from cpsudoku.kernels.given import flattened, full_grid, full_houses, houses_of_cells


class Differences:
    """One solution and the search's working memory. Not to be shared between threads."""

    def __init__(self, side: cython.int, houses, solution: bytes):
        """*houses*: the cells of each, rows first, then columns, then boxes and any others."""
        houses = full_houses(side, houses)
        full_grid(solution, side)
        cells = side * side
        self.side = side
        self.size = cells
        self.house_count = len(houses)
        self.per_cell, self.cell_house = flattened(houses_of_cells(cells, houses))
        self.holder = zeros("i", len(houses) * (side + 1))
        for h, house in enumerate(houses):
            for cell in house:
                self.holder[h * (side + 1) + solution[cell]] = cell
        self.kind = array("i", [min(h // side, 3) for h in range(len(houses))])
        self.solution, self.given, self.must = bytearray(solution), bytearray(cells), bytearray(cells)
        self.in_house, self.lonely, self.order = zeros("i", len(houses)), zeros("i", 4), zeros("i", cells + 1)
        self.taken = bytearray(len(houses) * (side + 1))

    @cython.locals(k=cython.int, h=cython.int)
    def _enter(self, cell: cython.int) -> cython.void:
        """*cell* must change."""
        self.must[cell] = 1
        self.order[self.changed] = cell
        self.changed += 1
        for k in range(self.per_cell[cell], self.per_cell[cell + 1]):
            h = self.cell_house[k]
            self.in_house[h] += 1
            if self.in_house[h] == 1:
                self.lonely[self.kind[h]] += 1
            elif self.in_house[h] == 2:
                self.lonely[self.kind[h]] -= 1

    @cython.locals(k=cython.int, h=cython.int, cell=cython.int)
    def _leave(self, down_to: cython.int) -> cython.void:
        """Take back the last cells entered."""
        while self.changed > down_to:
            self.changed -= 1
            cell = self.order[self.changed]
            self.must[cell] = 0
            for k in range(self.per_cell[cell], self.per_cell[cell + 1]):
                h = self.cell_house[k]
                self.in_house[h] -= 1
                if self.in_house[h] == 1:
                    self.lonely[self.kind[h]] += 1
                elif self.in_house[h] == 0:
                    self.lonely[self.kind[h]] -= 1

    def _too_many(self) -> cython.bint:
        """More cells than allowed would change: those that must, and a second one in each house that has one."""
        most: cython.int = self.lonely[0]
        if self.lonely[1] > most:
            most = self.lonely[1]
        if self.lonely[2] > most:
            most = self.lonely[2]
        return self.changed + most > self.limit

    @cython.locals(k=cython.int, j=cython.int, h=cython.int, at=cython.int, other=cython.int)
    def _cost(self, cell: cython.int, digit: cython.int) -> cython.int:
        """How many further cells must change if *cell* takes *digit*; -1 where it cannot."""
        cost: cython.int = 0
        for k in range(self.per_cell[cell], self.per_cell[cell + 1]):
            at = self.cell_house[k] * (self.side + 1) + digit
            if self.taken[at]:
                return -1
            other = self.holder[at]
            if other < self.first:
                return -1
            if not self.must[other]:
                cost += 1
                for j in range(self.per_cell[cell], k):
                    h = self.cell_house[j] * (self.side + 1) + digit
                    if self.holder[h] == other:
                        cost -= 1
                        break
        return cost

    def _note(self) -> cython.void:
        """Keep the cells that change as a set found."""
        self.found.append(tuple(sorted([self.order[i] for i in range(self.changed)])))

    @cython.locals(i=cython.int, k=cython.int, d=cython.int)
    def _descend(self) -> cython.bint:
        """Give a digit to the changed cell with fewest ways; False where the bound on nodes is reached."""
        best: cython.int = -1
        fewest: cython.int = 1000
        mark: cython.int = self.changed
        self.nodes += 1
        if (self.max_nodes and self.nodes > self.max_nodes) or (self.nodes & 1023 == 1023 and look(self.stop)):
            return False
        for i in range(self.changed):
            cell: cython.int = self.order[i]
            if not self.given[cell]:
                ways: cython.int = 0
                for d in range(1, self.side + 1):
                    if d != self.solution[cell]:
                        cost: cython.int = self._cost(cell, d)
                        if cost >= 0 and self.changed + cost <= self.limit:
                            ways += 1
                if ways < fewest:
                    fewest = ways
                    best = cell
                    if ways == 0:
                        return True
        if best < 0:
            with cython.gil:
                self._note()
            return True
        cell = best
        for d in range(1, self.side + 1):
            if d == self.solution[cell]:
                continue
            cost = self._cost(cell, d)
            if cost < 0 or self.changed + cost > self.limit:
                continue
            self.given[cell] = d
            for k in range(self.per_cell[cell], self.per_cell[cell + 1]):
                at: cython.int = self.cell_house[k] * (self.side + 1) + d
                self.taken[at] = 1
                if not self.must[self.holder[at]]:
                    self._enter(self.holder[at])
            ok: cython.bint = True
            if not self._too_many():
                ok = self._descend()
            self._leave(mark)
            self.given[cell] = 0
            for k in range(self.per_cell[cell], self.per_cell[cell + 1]):
                self.taken[self.cell_house[k] * (self.side + 1) + d] = 0
            if not ok:
                return False
        return True

    def search(self, limit: cython.int, max_nodes: cython.longlong = 0) -> tuple:
        """(sets of at most *limit* cells, each a sorted tuple and perhaps more than once, whether these are all).

        Sets that hold another are among them. *max_nodes* (0: no bound) may end the search early.
        """
        complete: cython.bint = True
        self.limit = limit
        self.max_nodes = max_nodes
        self.nodes = 0
        self.stop[1] = 0
        self.found = []
        for self.first in range(self.size):
            self.changed = 0
            self._enter(self.first)
            with cython.nogil:
                complete = self._descend()
            self._leave(0)
            if not complete:
                break
        settle(self.stop)
        return self.found, complete
