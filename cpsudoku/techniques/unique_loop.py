# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Unique rectangle and unique loop, types 1 to 4.

A closed path of cells, neighbours sharing a house, that visits each house it touches with exactly two cells, one of
each colour when coloured alternately. If all its cells held only v1 and v2, swapping the two along the loop would
turn any solution into another; a puzzle with one solution therefore needs a further digit in one of the loop's
extra cells.

Type 1: one extra cell, which is neither v1 nor v2. Type 2: all extra cells have the same one extra digit, which no
cell that sees them all can hold. Type 3: the extra digits of two extra cells act as one cell of a naked (or hidden)
set in a house of both. Type 4: v1 (v2) must be in one of two extra cells that share a house, so v2 (v1) goes from both.

Rating by the number of cells: 4: 4.5, 6: 4.6, 8: 4.7, 10 and more: 5.0; a naked set of k adds 0.1 (k - 1), a
hidden set of k adds 0.1 (k - 2). The lowest rating, then the lowest type, then the first found is used.

The search keeps the extra digits of rejected neighbours while it looks at their siblings, and so misses some loops.
That is how Sudoku Explainer 1.2.1 searches, and its ratings define the scale. Source: numbers and order of Sudoku
Explainer 1.2.1.
"""

import cython
from cython.cimports.cpsudoku.techniques.core.grid import *
from cython.cimports.cpsudoku.techniques.core.search import Grid, Hint, Search
from cython.cimports.cpsudoku.techniques.ladder import RATING

from cpsudoku.techniques import words
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.step import Step

UNIQUE_LOOP = cython.declare(cython.int, row("unique-loop"))


class UniqueLoops(Search):
    """The search and its buffers; one object serves any number of grids, one at a time."""

    def __init__(self) -> None:
        self.work = Hint()

    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The best loop of the grid."""
        self.found = False
        for cell in range(81):
            self.on_path[cell] = 0
        for cell in range(81):
            if POPCOUNT[grid.cand[cell]] != 2:
                continue
            self.pair = grid.cand[cell]
            self.v1 = LOWEST[self.pair]
            self.v2 = LOWEST[self.pair & (self.pair - 1)]
            if not self.possible(grid, cell):
                continue
            self.survey(grid)
            if not self.able[cell]:
                continue
            self.path[0] = cell
            self.on_path[cell] = 1
            self.visited[0] = CELL_HOUSES[cell]
            self.visited[1] = 0
            if self.extend(grid, hint, 1, 3, 0, 2):
                return True
            self.on_path[cell] = 0
        return self.found and not hint.every

    def possible(self, grid: Grid, cell: cython.int) -> cython.bint:
        """Every house of a loop's cell holds another cell with both digits."""
        for kind in range(3):
            house: cython.int = CELL_HOUSE[3 * cell + kind]
            both: cython.uint = grid.pos[9 * house + self.v1] & grid.pos[9 * house + self.v2]
            if both & (both - 1) == 0:
                return False
        return True

    @cython.locals(cell=cython.int)
    def survey(self, grid: Grid) -> cython.void:
        """Find the cells of the pair a loop may have (`able`): each has another of them in each of its houses."""
        houses = cython.declare(cython.ushort[27])
        for cell in range(81):
            self.able[cell] = 0
        for h in range(27):
            houses[h] = grid.pos[9 * h + self.v1] & grid.pos[9 * h + self.v2]
        for h in range(9):
            both: cython.uint = houses[h]
            while both:
                self.able[HOUSE_CELL[9 * h + LOWEST[both]]] = 1
                both &= both - 1
        more: cython.bint = True
        while more:
            more = False
            for h in range(27):
                both = houses[h]
                if both and both & (both - 1) == 0:
                    more = True
                    cell = HOUSE_CELL[9 * h + LOWEST[both]]
                    self.able[cell] = 0
                    for k in range(3):
                        houses[CELL_HOUSE[3 * cell + k]] &= ~(1 << CELL_POS[3 * cell + k])

    def extend(self, grid, hint, length, last_kind, extra, allowance) -> cython.bint:
        """Continue the path of *length* cells; *extra* are the extra digits seen, *allowance* the extra cells left.

        True, here and in what follows, where no more hints are wanted.
        """
        colour: cython.int = length & 1
        if self.found and not self.wanted(hint, base_of(length + colour), 1):
            return False  # longer loops come after what is found
        for kind in range(3):
            if kind == last_kind:
                continue
            house: cython.int = CELL_HOUSE[3 * self.path[length - 1] + kind]
            both: cython.uint = grid.pos[9 * house + self.v1] & grid.pos[9 * house + self.v2]
            while both:
                cell: cython.int = HOUSE_CELL[9 * house + LOWEST[both]]
                both &= both - 1
                if cell == self.path[0]:
                    if length >= 4 and self.record(grid, hint, length):
                        return True
                elif self.on_path[cell] == 0:
                    extra |= grid.cand[cell] & ~self.pair
                    is_extra: cython.bint = grid.cand[cell] != self.pair
                    if is_extra and POPCOUNT[extra] != 1 and allowance <= 0:
                        continue
                    houses: cython.uint = CELL_HOUSES[cell]
                    if self.visited[colour] & houses or not self.able[cell]:
                        continue  # no valid loop goes this way
                    self.path[length] = cell
                    self.on_path[cell] = 1
                    self.visited[colour] |= houses
                    if self.extend(grid, hint, length + 1, kind, extra, allowance - is_extra):
                        return True
                    self.visited[colour] &= ~houses
                    self.on_path[cell] = 0
        return False

    def record(self, grid: Grid, hint: Hint, length: cython.int) -> cython.bint:
        """The path is closed: if it is a valid loop, look for its hints."""
        count: cython.int = 0
        c1: cython.int = 0
        c2: cython.int = 0
        digits: cython.uint = 0
        if self.visited[0] != self.visited[1]:
            return False
        self.length = length
        self.base = base_of(length)
        for k in range(length):
            if grid.cand[self.path[k]] != self.pair:
                count += 1
                if count == 1:
                    c1 = self.path[k]
                elif count == 2:
                    c2 = self.path[k]
                digits |= grid.cand[self.path[k]] & ~self.pair
        if count == 0:
            return False
        if count == 1:
            if self.wanted(hint, self.base, 1):
                self.work.clear()
                self.work.drop(grid, c1, self.pair)
                return self.offer(hint, self.base, 1, 0, 0)
            return False
        if count > 2 or POPCOUNT[digits] == 1:
            if self.type2(grid, hint, digits):
                return True
        elif self.type3(grid, hint, c1, c2, digits):
            return True
        return count == 2 and self.type4(grid, hint, c1, c2)

    def wanted(self, hint: Hint, rating: cython.double, variant: cython.int) -> cython.bint:
        """A hint of this rating and type would be the best so far (or all are wanted)."""
        if hint.every or not self.found:
            return True
        return rating < hint.rating or (rating == hint.rating and variant < hint.variant)

    def offer(self, hint, rating, variant, house, extra) -> cython.bint:
        """The removals stand in `work`: keep the hint if it removes something."""
        if self.work.touched_count == 0:
            return False
        self.found = True
        self.work.technique = UNIQUE_LOOP
        self.work.rating = rating
        self.work.variant = variant
        self.work.digits = self.pair
        self.work.extra = extra
        self.work.covers(house)
        self.work.cell_count = 0
        for k in range(self.length):
            self.work.member(self.path[k])
        hint.copy_from(self.work)
        return hint.every and hint.emit()

    def type2(self, grid: Grid, hint: Hint, digits: cython.uint) -> cython.bint:
        """One extra digit: it stands in some extra cell."""
        first: cython.int = -1
        if not self.wanted(hint, self.base, 2):
            return False
        for k in range(self.length):
            if first < 0 and grid.cand[self.path[k]] != self.pair:
                first = self.path[k]
        self.work.clear()
        for k in range(20):
            cell: cython.int = PEERS[20 * first + k]
            if grid.cand[cell] & digits == 0:
                continue
            sees_all: cython.bint = True
            for j in range(self.length):
                if grid.cand[self.path[j]] != self.pair and SEES[81 * self.path[j] + cell] == 0:
                    sees_all = False
            if sees_all:
                self.work.drop(grid, cell, digits)
        return self.offer(hint, self.base, 2, 0, digits)

    def type3(self, grid: Grid, hint: Hint, c1: cython.int, c2: cython.int, extra: cython.uint) -> cython.bint:
        """The extra digits of the two cells act as one cell of a set."""
        for size in range(POPCOUNT[extra], 8):
            for kind in range(3):
                house: cython.int = CELL_HOUSE[3 * c1 + kind]
                if house != CELL_HOUSE[3 * c2 + kind]:
                    continue
                empty: cython.int = POPCOUNT[grid.open[house]]
                if 2 * size <= empty and self.wanted(hint, self.base + 0.1 * (size - 1), 3):
                    if self.type3_naked(grid, hint, c1, c2, kind, extra, size):
                        return True
                if 2 * size < empty and self.wanted(hint, self.base + 0.1 * (size - 2), 3):
                    if self.type3_hidden(grid, hint, c1, c2, kind, extra, size):
                        return True
        return False

    def type3_naked(self, grid, hint, c1, c2, kind, extra, size) -> cython.bint:
        house: cython.int = CELL_HOUSE[3 * c1 + kind]
        one: cython.uint = 1 << CELL_POS[3 * c1 + kind]
        two: cython.uint = 1 << CELL_POS[3 * c2 + kind]
        for k in range(SUBSET_START[size], SUBSET_START[size + 1]):
            subset: cython.uint = SUBSET[k]
            if subset & one == 0 or subset & two:
                continue
            digits: cython.uint = extra
            rest: cython.uint = subset & ~one
            while rest:
                mask: cython.uint = grid.cand[HOUSE_CELL[9 * house + LOWEST[rest]]]
                rest &= rest - 1
                if mask & (mask - 1) == 0:
                    digits = 511
                    break
                digits |= mask
            if POPCOUNT[digits] != size:
                continue
            self.work.clear()
            for position in range(9):
                if (subset | two) >> position & 1 == 0:
                    self.work.drop(grid, HOUSE_CELL[9 * house + position], digits)
            self.work.house(house)
            if self.offer(hint, self.base + 0.1 * (size - 1), 3, house, digits):
                return True
            if not self.wanted(hint, self.base + 0.1 * (size - 1), 3):
                return False
        return False

    def type3_hidden(self, grid, hint, c1, c2, kind, extra, size) -> cython.bint:
        house: cython.int = CELL_HOUSE[3 * c1 + kind]
        one: cython.uint = 1 << CELL_POS[3 * c1 + kind]
        two: cython.uint = 1 << CELL_POS[3 * c2 + kind]
        others: cython.uint = 511 & ~(self.pair | extra)
        if others == 0:
            return False
        for k in range(SUBSET_START[size - 2], SUBSET_START[size - 1]):
            chosen: cython.uint = SUBSET[k]
            if chosen & ~others:
                continue
            positions: cython.uint = 0
            rest: cython.uint = chosen | self.pair
            while rest:
                mask: cython.uint = grid.pos[9 * house + LOWEST[rest]] & ~two
                rest &= rest - 1
                if mask == 0:
                    positions = 511
                    break
                positions |= mask
            if POPCOUNT[positions] != size:
                continue
            self.work.clear()
            rest = positions & ~one
            while rest:
                self.work.drop(grid, HOUSE_CELL[9 * house + LOWEST[rest]], 511 & ~(chosen | self.pair))
                rest &= rest - 1
            if self.offer(hint, self.base + 0.1 * (size - 2), 3, house, chosen | self.pair):
                return True
            if not self.wanted(hint, self.base + 0.1 * (size - 2), 3):
                return False
        return False

    def type4(self, grid: Grid, hint: Hint, c1: cython.int, c2: cython.int) -> cython.bint:
        """One of the two digits has no other place in a house of both cells."""
        for_v1: cython.int = -1
        for_v2: cython.int = -1
        if not self.wanted(hint, self.base, 4):
            return False
        for kind in range(3):
            house: cython.int = CELL_HOUSE[3 * c1 + kind]
            if house != CELL_HOUSE[3 * c2 + kind]:
                continue
            cells: cython.uint = (1 << CELL_POS[3 * c1 + kind]) | (1 << CELL_POS[3 * c2 + kind])
            if grid.pos[9 * house + self.v1] & ~cells == 0:
                for_v1 = house
            if grid.pos[9 * house + self.v2] & ~cells == 0:
                for_v2 = house
        if for_v1 < 0 and for_v2 < 0:
            return False
        self.work.clear()
        self.work.drop(grid, c1, 1 << (self.v2 if for_v1 >= 0 else self.v1))
        self.work.drop(grid, c2, 1 << (self.v2 if for_v1 >= 0 else self.v1))
        digit: cython.int = self.v1 if for_v1 >= 0 else self.v2
        return self.offer(hint, self.base, 4, for_v1 if for_v1 >= 0 else for_v2, 1 << digit)


def base_of(length: cython.int) -> cython.double:
    """The rating of a loop of this many cells, before what a set adds."""
    return RATING[UNIQUE_LOOP] if length <= 4 else (4.6 if length == 6 else (4.7 if length == 8 else 5.0))


def searches(chains: object) -> dict:
    """The searches of this file by technique (of those of one rung, the first)."""
    return {"unique-loop": UniqueLoops()}


def explain(step: Step) -> str:
    """The argument of the step, for people."""
    pair = words.digits(step.digits)
    extra = [cell for cell in step.cells if step.before[cell] & ~step.digits]
    start = f"if {words.cells(step.cells)} held only {pair}, swapping these would give a second solution"
    if step.variant == 1:
        return f"{start}; {words.cell(extra[0])} must be something else"
    if step.variant == 2:
        digit = words.digits(step.extra)
        return f"{start}; one of {words.cells(extra)} must be {digit}, and no cell that sees them all can be"
    house = words.house(step.cover[0])
    if step.variant == 4:
        return (
            f"{start}; one of {words.cells(extra)} must be {words.digits(step.extra)}, "
            f"which has no other place in {house}, and the other digit is in neither"
        )
    more = step.before[extra[0]] | step.before[extra[1]]
    kind = "naked" if more & ~step.digits & step.extra else "hidden"  # a naked set may hold one of the pair too
    return f"{start}; {words.cells(extra)} count as one cell of a {kind} set of {words.digits(step.extra)} in {house}"
