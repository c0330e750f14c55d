# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Digging clues out of classic 9x9 grids: minimal puzzles, puzzles dug until the first ambiguity, controlled bias.

Clues go in a random order, in groups (single cells, or the orbits of a symmetry). Uniqueness only ever gets lost
along the order, so everything before the first ambiguity is found by bisection: the result is that of removing group
by group. After it each group is tried by itself. Unavoidable sets (`exchanges`) spare most of the searches that would
find a rival.

By controlled bias the first ambiguity ends the order, and where the puzzle is not minimal then, another order begins. A
minimal puzzle of n clues is so met with a chance that depends on n alone, and the bias can be weighed away. Source:
Berthier, Unbiased statistics of a constraint satisfaction problem, 2009.
"""

import cython
from cython.cimports.cpsudoku.kernels.classic.exchanges import SLOTS, last_of_a_set, unavoidable
from cython.cimports.cpsudoku.kernels.classic.uniform import fill9
from cython.cimports.cpsudoku.kernels.polling import look, now, settle
from cython.cimports.cpsudoku.kernels.randomness import shuffle
from cython.cimports.cpsudoku.kernels.search import count9, other9

from cpsudoku.kernels.classic.uniform import prepare
from cpsudoku.kernels.given import full_grid, groups_of_cells

FEW = cython.declare(cython.int, 36)
"""Controlled bias looks at clue sets of at most this many clues: larger minimal puzzles do not turn up by chance."""


class Digger:
    """A grid and the puzzle that is left of it. *groups*: tuples of cells that go together. For one thread.

    start, members   the cells of group i are members[start[i]] to before members[start[i + 1]]; `groups` of them
    order            the groups in the order in which they go
    grid, work       81 digits, and the puzzle
    of_cell, left    the unavoidable sets of the grid, and how many clues each has left: see `exchanges`
    tries            grids or orders begun

    Raises ValueError unless each group has distinct cells of the board, and none is in two.
    """

    @cython.locals(cell=cython.int)
    def __init__(self, groups: object):
        seen = bytearray(81)
        at: cython.int = 0
        for group in groups:
            for cell in group:
                if not 0 <= cell < 81 or seen[cell]:
                    groups_of_cells(groups, 81, apart=True)
                seen[cell] = 1
                self.members[at] = cell
                at += 1
            if at == self.start[self.groups]:
                groups_of_cells(groups, 81, apart=True)
            self.groups += 1
            self.start[self.groups] = at

    def size(self, place: cython.int) -> cython.int:
        """How many cells the group at this place of the order has."""
        return self.start[self.order[place] + 1] - self.start[self.order[place]]

    def without(self, count: cython.int) -> cython.void:
        """Into `work`: the grid without the first *count* groups of the order."""
        for cell in range(81):
            self.work[cell] = self.grid[cell]
        for j in range(count):
            for k in range(self.start[self.order[j]], self.start[self.order[j] + 1]):
                self.work[self.members[k]] = 0

    def prefix(self, most: cython.int) -> cython.int:
        """How many groups can go in this order before uniqueness does; `work` is left without them.

        At most *most* are tried. The unavoidable sets bound it from above, then bisection.
        """
        low: cython.int = 0
        high: cython.int = 0
        open: cython.bint = True
        while open and high < most:
            for k in range(self.start[self.order[high]], self.start[self.order[high] + 1]):
                for slot in range(SLOTS):
                    s: cython.int = self.of_cell[13 * self.members[k] + slot]
                    self.left[s] -= 1
                    if self.left[s] == 0:
                        open = False
            high += 1
        # put the counts back as they were
        for j in range(high):
            for k in range(self.start[self.order[j]], self.start[self.order[j] + 1]):
                for slot in range(SLOTS):
                    self.left[self.of_cell[13 * self.members[k] + slot]] += 1
        if not open:
            high -= 1
        middle: cython.int = high
        while low < high:
            self.without(middle)
            if count9(self.work, 2) == 1:
                low = middle
            else:
                high = middle - 1
            # the first probes stay near the top, where the answer mostly is
            middle = high - (high - low) // 4 if high - low > 3 else high - (high - low) // 2
        self.without(0)
        for j in range(low):
            self.remove(self.order[j])
        return low

    def remove(self, group: cython.int) -> cython.void:
        """Take a group's clues away, and out of their sets."""
        for k in range(self.start[group], self.start[group + 1]):
            self.work[self.members[k]] = 0
            for slot in range(SLOTS):
                self.left[self.of_cell[13 * self.members[k] + slot]] -= 1

    def needed(self, cell: cython.int) -> cython.bint:
        """True where the unique puzzle `work` has several solutions without its clue in *cell*."""
        self.work[cell] = 0
        several: cython.bint = other9(self.work, cell, self.grid[cell])
        self.work[cell] = self.grid[cell]
        return several

    def irredundant(self) -> cython.bint:
        """True where every clue of the unique puzzle `work` is needed."""
        for cell in range(81):
            if self.work[cell] and not self.needed(cell):
                return False
        return True

    def dig(self, fewest: cython.int, thorough: cython.bint) -> cython.int:
        """Remove groups in random order while the puzzle stays unique; never below *fewest* clues.

        Without *thorough* the first failure ends it. Returns the number of clues; `work` is the puzzle.
        """
        clues: cython.int = 81
        most: cython.int = 0
        size: cython.int = 81
        unavoidable(self.grid, self.of_cell, self.left)
        for k in range(self.groups):
            self.order[k] = k
        shuffle(self.state, self.order, self.groups)
        while most < self.groups:
            size -= self.size(most)
            if size < fewest:
                break
            most += 1
        done: cython.int = self.prefix(most)
        for k in range(done):
            clues -= self.size(k)
        if not thorough:
            return clues
        for k in range(done, self.groups):
            size = self.size(k)
            if clues - size >= fewest and self.spare(self.order[k]):
                self.remove(self.order[k])
                clues -= size
        return clues

    def spare(self, group: cython.int) -> cython.bint:
        """Whether the puzzle stays unique without the group."""
        first: cython.int = self.start[group]
        end: cython.int = self.start[group + 1]
        for j in range(first, end):
            if last_of_a_set(self.members[j], self.of_cell, self.left):
                return False
        if end - first == 1:
            return not self.needed(self.members[first])
        for j in range(first, end):
            self.work[self.members[j]] = 0
        unique: cython.bint = count9(self.work, 2) == 1
        for j in range(first, end):
            self.work[self.members[j]] = self.grid[self.members[j]]
        return unique

    def attempt(self, fill, fewest, most, goal, thorough, minimal, attempts) -> cython.int:
        """Grids (uniform, or the one given) dug until a puzzle fits: 1 minimal, 0 not minimal, -1 none in *attempts*.

        Fits: *fewest* to *most* clues; where *minimal* is 1, no clue too many, for groups of cells as for cells.
        Digging stops at *goal* clues.
        """
        single: cython.bint = self.start[self.groups] == self.groups and goal == 0 and thorough
        self.tries = 0
        while attempts == 0 or self.tries < attempts:
            if look(self.stop):
                break
            self.tries += 1
            if fill:
                fill9(self.state, self.grid)
            clues: cython.int = self.dig(goal, thorough)
            if clues < fewest or clues > most:
                continue
            # single cells dug thoroughly are minimal by construction, where every cell was in a group
            proven: cython.int = 1 if single and self.groups == 81 else self.irredundant()
            if minimal != 1 or proven:
                return proven
        return -1

    def controlled(self, per_grid: cython.int, attempts: cython.longlong) -> cython.int:
        """Take cells away in random order until uniqueness would go; 1 where the puzzle then is minimal, else again.

        -1 after *attempts* (0: no bound). A grid serves *per_grid* orders.
        """
        rest = cython.declare(cython.ushort[256])
        sets: cython.int = 0
        self.tries = 0
        for k in range(81):
            self.order[k] = k
        while attempts == 0 or self.tries < attempts:
            if self.tries & 63 == 0 and look(self.stop):
                break
            if self.tries % per_grid == 0:
                fill9(self.state, self.grid)
                sets = unavoidable(self.grid, self.of_cell, self.left)
            self.tries += 1
            shuffle(self.state, self.order, 81)
            for k in range(sets):
                rest[k] = self.left[k]
            whole: cython.bint = True
            for k in range(81 - FEW):
                for slot in range(SLOTS):
                    s: cython.int = self.of_cell[13 * self.order[k] + slot]
                    rest[s] -= 1
                    if rest[s] == 0:
                        whole = False
                if not whole:
                    break
            if not whole:
                continue
            self.without(81 - FEW)
            if count9(self.work, 2) != 1:
                continue
            self.prefix(81)
            if self.irredundant():
                return 1
            unavoidable(self.grid, self.of_cell, self.left)
        return -1

    def drawn(self, result: cython.int) -> tuple:
        """(puzzle, grid, minimal, tries) of an attempt with this result: 1 minimal, 0 not minimal, -1 no puzzle."""
        if result < 0:
            return None, None, False, self.tries
        return as_bytes(self.work), as_bytes(self.grid), result == 1, self.tries


def as_bytes(cells: cython.p_uchar) -> bytes:
    """The 81 cells."""
    return cells[:81] if cython.compiled else bytes([cells[i] for i in range(81)])


def batch(
    streams: list,
    grid: object,
    groups: object,
    fewest: cython.int,
    most: cython.int,
    goal: cython.int,
    thorough: cython.bint,
    minimal: cython.int,
    attempts: cython.longlong,
) -> list:
    """One puzzle for each number in *streams* (a random stream's start each).

    *grid* is 81 bytes, or None for a uniform grid an attempt. *groups*: tuples of cells that go together. The rest as
    `Digger.attempt`. Returns (puzzle, grid, minimal, tries) each; puzzle is None where no attempt fitted.
    """
    digger: Digger = Digger(groups)
    fill: cython.bint = grid is None
    if grid is not None:
        full_grid(grid, 9)
        for i in range(81):
            digger.grid[i] = grid[i]
    prepare()
    found = []
    for stream in streams:
        digger.state[0] = stream
        with cython.nogil:
            result: cython.int = digger.attempt(fill, fewest, most, goal, thorough, minimal, attempts)
        settle(digger.stop)
        found.append(digger.drawn(result))
    return found


def controlled_batch(
    streams: list, per_grid: cython.int, attempts: cython.longlong, seconds: cython.double = 0
) -> list:
    """One puzzle by controlled bias for each number in *streams*, as `batch`; its tries are orders begun.

    *seconds*: for all of them; 0 is no limit.
    """
    digger: Digger = Digger([(cell,) for cell in range(81)])
    digger.stop[0] = now() + seconds if seconds > 0 else 0
    prepare()
    found = []
    for stream in streams:
        digger.state[0] = stream
        with cython.nogil:
            result: cython.int = digger.controlled(per_grid, attempts)
        settle(digger.stop)
        found.append(digger.drawn(result))
    return found


def still_removable(grid: bytes, order: list) -> list:
    """For a deletion *order* that left a minimal puzzle: at each step, how many clues could have gone.

    *order*: the cells that went, first to last. A clue, once needed, stays needed, so for each clue that was kept the
    step from which it was is found by bisection.
    """
    cython.declare(i=cython.int, cell=cython.int)
    gone: cython.int = len(order)
    full_grid(grid, 9)
    digger: Digger = Digger([(cell,) for cell in order])
    for i in range(81):
        digger.grid[i] = grid[i]
        digger.order[i] = i
    removable = [gone - i for i in range(gone)]
    for cell in range(81):
        if cell in order:
            continue
        # needed after `high` deletions, not needed after `low`
        low: cython.int = 0
        high: cython.int = gone
        while high - low > 1:
            middle: cython.int = (low + high) // 2
            digger.without(middle)
            if digger.needed(cell):
                high = middle
            else:
                low = middle
        for i in range(high):
            removable[i] += 1
    return removable
