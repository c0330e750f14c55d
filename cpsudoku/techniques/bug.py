# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Bivalue universal grave (BUG), types 1 to 4.

If every empty cell held two candidates and every digit had two positions in every house that lacks it, the puzzle
would have two solutions or none. Candidates beyond that state ("bug digits" in "bug cells") are what saves a puzzle
with one solution, so one of them is true.

Type 1: one bug cell, which takes one of its bug digits. Type 2: one bug digit, which no cell that sees all bug cells
can hold. Type 4: two bug cells of a house share one further digit, which one of them must take. Type 3: the bug
digits act as one cell of a naked set in a house of all bug cells.

Ratings: type 1 5.6; types 2 and 4 5.7; type 3 with a set of k 5.7 + 0.1 (k - 1).
A bug cell is only recognised in a house where it is the only cell with three or more candidates that holds the
digit: the limitation of Sudoku Explainer 1.2.1, whose ratings define the scale. Source: numbers and order of Sudoku
Explainer 1.2.1.
"""

import cython
from cython.cimports.cpsudoku.techniques.core.grid import *
from cython.cimports.cpsudoku.techniques.core.search import Grid, Hint, Search
from cython.cimports.cpsudoku.techniques.ladder import RATING

from cpsudoku.techniques import words
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

BUG = cython.declare(cython.int, row("bug"))


class Bug(Search):
    """The search and its buffers; one object serves any number of grids, one at a time."""

    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first BUG type that removes something."""
        if not self.grave(grid):
            return False
        if self.count == 1:
            return self.type1(grid, hint)
        if POPCOUNT[self.digits] == 1:
            return self.type2(grid, hint) or (self.count == 2 and self.type4(grid, hint))
        if self.common_count == 0:
            return False
        return (self.count == 2 and self.type4(grid, hint)) or self.type3(grid, hint)

    def grave(self, grid: Grid) -> cython.bint:
        """Find the bug cells and digits; true where the rest is a grave."""
        self.count = 0
        self.digits = 0
        self.common_count = 0
        for k in range(81):
            self.cand[k] = grid.cand[k]
            self.bugs[k] = 0
        for k in range(243):
            self.pos[k] = grid.pos[k]
        for house in range(27):
            for digit in range(9):
                positions: cython.uint = grid.pos[9 * house + digit]
                n: cython.int = POPCOUNT[positions]
                if n == 0 or n == 2:
                    continue
                holders: cython.int = 0
                found: cython.int = 0
                while positions:
                    cell: cython.int = HOUSE_CELL[9 * house + LOWEST[positions]]
                    positions &= positions - 1
                    if POPCOUNT[grid.cand[cell]] > 2:
                        holders += 1
                        found = cell
                if holders == 0:
                    return False
                if holders > 1:
                    continue
                if self.bugs[found] == 0:
                    self.cells[self.count] = found
                    self.count += 1
                self.bugs[found] |= 1 << digit
                self.digits |= 1 << digit
                self.cand[found] &= ~(1 << digit)
                for k in range(3):
                    self.pos[9 * CELL_HOUSE[3 * found + k] + digit] &= ~(1 << CELL_POS[3 * found + k])
                self.share()
                if self.count > 1 and self.digits & (self.digits - 1) and self.common_count == 0:
                    return False
        for k in range(81):
            if grid.value[k] == 0 and POPCOUNT[self.cand[k]] != 2:
                return False
        for k in range(243):
            if self.pos[k] and POPCOUNT[self.pos[k]] != 2:
                return False
        return self.count > 0

    def share(self) -> cython.void:
        """The cells that see all bug cells, in the peer order of the first, bug cells apart."""
        self.common_count = 0
        for k in range(20):
            cell: cython.int = PEERS[20 * self.cells[0] + k]
            sees_all: cython.bint = self.bugs[cell] == 0
            for j in range(1, self.count):
                if SEES[81 * self.cells[j] + cell] == 0:
                    sees_all = False
            if sees_all:
                self.common[self.common_count] = cell
                self.common_count += 1

    def offer(self, hint, rating, variant, house, extra) -> cython.bint:
        """The removals stand in the hint: complete it if there are any."""
        if hint.touched_count == 0:
            return False
        hint.technique = BUG
        hint.rating = rating
        hint.variant = variant
        hint.digits = self.digits
        hint.extra = extra
        for k in range(self.count):
            hint.member(self.cells[k])
        if house >= 0:
            hint.house(house)
        return hint.emit()

    def type1(self, grid: Grid, hint: Hint) -> cython.bint:
        hint.clear()
        hint.drop(grid, self.cells[0], 511 & ~self.digits)
        return self.offer(hint, RATING[BUG], 1, -1, 0)

    def type2(self, grid: Grid, hint: Hint) -> cython.bint:
        hint.clear()
        for k in range(self.common_count):
            hint.drop(grid, self.common[k], self.digits)
        return self.offer(hint, 5.7, 2, -1, 0)

    @cython.locals(subset=cython.uint)
    def type3(self, grid: Grid, hint: Hint) -> cython.bint:
        line = cython.declare(cython.uchar[9])
        for kind in range(3):
            house: cython.int = CELL_HOUSE[3 * self.cells[0] + kind]
            shared: cython.bint = True
            for k in range(1, self.count):
                if CELL_HOUSE[3 * self.cells[k] + kind] != house:
                    shared = False
            if not shared:
                continue
            n: cython.int = 0
            for k in range(self.common_count):
                if CELL_HOUSE[3 * self.common[k] + kind] == house:
                    line[n] = self.common[k]
                    n += 1
            for size in range(2, 7):
                for subset in range(1 << n):
                    if POPCOUNT[subset] != size - 1:
                        continue
                    alone: cython.uint = 0
                    for k in range(n):
                        if subset >> k & 1:
                            mask: cython.uint = grid.cand[line[k]]
                            alone |= mask if mask & (mask - 1) else 511
                    digits: cython.uint = alone | self.digits
                    if POPCOUNT[alone] != size or digits != alone:
                        continue
                    hint.clear()
                    for k in range(n):
                        if subset >> k & 1 == 0:
                            hint.drop(grid, line[k], digits)
                    if self.offer(hint, 5.7 + 0.1 * (size - 1), 3, house, digits):
                        return True
        return False

    def type4(self, grid: Grid, hint: Hint) -> cython.bint:
        a: cython.int = self.cells[0]
        b: cython.int = self.cells[1]
        x: cython.uint = grid.cand[a] & grid.cand[b] & ~self.digits
        if x == 0 or x & (x - 1) or SEES[81 * a + b] == 0:
            return False
        hint.clear()
        hint.drop(grid, a, 511 & ~(x | self.bugs[a]))
        hint.drop(grid, b, 511 & ~(x | self.bugs[b]))
        return self.offer(hint, 5.7, 4, -1, x)


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {"bug": Bug()}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    digits, cells = words.digits(step.digits), words.cells(step.cells)
    start = (
        f"without {digits} in {cells} every empty cell would have two candidates and every digit two places, "
        "a state with two solutions or none"
    )
    if step.variant == 1:
        return f"{start}; {cells} must be {words.digits(step.digits, 'or')}"
    if step.variant == 2:
        return f"{start}; one of these cells is {digits}, and no cell that sees them all can be"
    if step.variant == 4:
        return f"{start}; one of the two cells must be {words.digits(step.extra)}, so the other takes its extra digit"
    house = words.house(step.houses[0])
    return f"{start}; these cells count as one cell of a naked set of {words.digits(step.extra)} in {house}"
