# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Is there a puzzle with k clues in a given classic grid? Exhaustive search over sets of cells that meet all
unavoidable sets.

A branch takes the unmet set with fewest cells still allowed and tries each as a clue; a cell tried is forbidden to its
later siblings, so no set of clues is met twice. A branch ends when disjoint unmet sets outnumber the clues left; where
they equal them, every further clue lies in one of these sets: other cells are forbidden below, sets become smaller, and
the count is taken again until nothing changes. When all known sets are met, the solution count decides, and another
solution gives a new unavoidable set. From nine clues left on all this is done by `HittingSetLeaf`, in words of bits.
Source of the scheme: McGuire, Tugemann and Civario, Experimental Mathematics 2014.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64, ones_of_two
from cython.cimports.cpsudoku.kernels.classic.hitting_set_leaf import HittingSetLeaf
from cython.cimports.cpsudoku.kernels.polling import look, settle

from cpsudoku.kernels.classic.hitting_set_leaf import MOST_LEFT
from cpsudoku.kernels.given import groups_of_cells

NONE = 0
FOUND = 1
PAUSED = 2
ROOM = cython.declare(cython.int, 6000)
"""Unavoidable sets kept at most."""
LEVELS = 82
LEFT = cython.declare(cython.int, MOST_LEFT)
SORTED_FROM = cython.declare(cython.int, 4)
"""With so many clues left the cells of a branch are tried in the order of how many unmet sets they meet."""
FULL = cython.declare(cython.ulonglong, (1 << 64) - 1)


class FewClues(HittingSetLeaf):
    """The search in one grid, resumable. *sets*: unavoidable sets of it, smaller first. Not to be shared by threads.

    Each level holds the sets unmet there, cut to the cells allowed, smaller first: `unmet_low`, `unmet_high`. Sets
    are numbered only where they are kept for good, in `low` and `high`.
    """

    def __init__(self, solution: bytes, sets, most: cython.int):
        groups_of_cells(sets, 81)
        degree = [0] * 81
        for members in sets:
            for cell in members:
                degree[cell] += 1
        order = sorted(range(81), key=lambda cell: (-degree[cell], cell))
        HittingSetLeaf.__init__(self, solution, sets, ROOM, order)
        levels = min(LEVELS, max(most, 0) + 2)
        self.unmet_low = array("Q", [0]) * (ROOM * levels)
        self.unmet_high = array("Q", [0]) * (ROOM * levels)
        self.most = most
        for i in range(81):
            self.cell_of[i] = order[i]
        for i in range(self.sets):
            self.cut_low[i] = self.low[i]
            self.cut_high[i] = self.high[i]
        self._settle(0, self.sets)
        self.status = PAUSED
        self.nodes += 1
        if self._open(0) == 0:
            self.status = NONE

    def _choose(self) -> cython.void:
        """What `HittingSetLeaf` goes by: the clues of all levels."""
        self.found_low = 0
        self.found_high = 0
        for i in range(self.depth):
            place: cython.int = self.chosen[i]
            if place < 64:
                self.found_low |= cython.cast(cython.ulonglong, 1) << place
            else:
                self.found_high |= cython.cast(cython.ulonglong, 1) << (place - 64)

    def _ambiguous(self) -> cython.bint:
        """Is the solution not the only one of the chosen clues? Then the smallest part of a difference is a new set.

        Where there is no room left it serves at this level alone.
        """
        self._choose()
        s: cython.int = self.unmet_set()
        if s < 0:
            return False
        self._add(s)
        return True

    def _add(self, s: cython.int) -> cython.void:
        """A set that the chosen clues do not meet becomes one of those unmet, at all levels."""
        for i in range(self.depth + 1):
            n: cython.int = self.unmet[i]
            if n < ROOM:
                self.unmet_low[i * ROOM + n] = self.low[s] & ~self.dead_low[i]
                self.unmet_high[i * ROOM + n] = self.high[s] & ~self.dead_high[i]
                self.unmet[i] = n + 1

    def _last_clues(self, level: cython.int) -> cython.int:
        """As `_open`: 1 where the search of the last clues was given up, so that this level branches as others do."""
        s: cython.int = self.sets
        self._choose()
        self.gather(self.unmet_low, self.unmet_high, level * ROOM, self.unmet[level])
        got: cython.int = self.finish(FULL & ~self.dead_low[level], ~self.dead_high[level] & 0x1FFFF, self.most - level)
        while s < self.sets:
            self._add(s)
            s += 1
        return 2 if got == 1 else 0 if got == 0 else 1

    def _settle(self, level: cython.int, count: cython.int) -> cython.bint:
        """Make the sets `cut_low`, `cut_high`, cut to the cells allowed, those of the level, smaller first.

        False where one of them has no cell left.
        """
        alive_low: cython.ulonglong = FULL & ~self.dead_low[level]
        alive_high: cython.ulonglong = ~self.dead_high[level] & 0x1FFFF
        at: cython.int = level * ROOM
        for i in range(83):
            self.place_of[i] = 0
        for i in range(count):
            a: cython.ulonglong = self.cut_low[i] & alive_low
            b: cython.ulonglong = self.cut_high[i] & alive_high
            if a | b == 0:
                return False
            n: cython.int = ones_of_two(a, b)
            self.cut_low[i] = a
            self.cut_high[i] = b
            self.size[i] = n
            self.place_of[n + 1] += 1
        for i in range(1, 83):
            self.place_of[i] += self.place_of[i - 1]
        for i in range(count):
            n = self.size[i]
            s: cython.int = at + self.place_of[n]
            self.place_of[n] += 1
            self.unmet_low[s] = self.cut_low[i]
            self.unmet_high[s] = self.cut_high[i]
        self.unmet[level] = count
        return True

    def _open(self, level: cython.int) -> cython.int:
        """Set up the branching of a level whose sets and dead cells stand: 0 it ends here, 1 go on, 2 found."""
        left: cython.int = self.most - level
        at: cython.int = level * ROOM
        while self.unmet[level] == 0:
            if not self._ambiguous():
                return 2
            if self.unmet_low[at] | self.unmet_high[at] == 0:
                return 0  # a set of forbidden cells alone
        if left == 0:
            return 0
        if left == 1:
            return self._last(level)
        while True:
            packed: cython.int = 0
            used_low: cython.ulonglong = 0
            used_high: cython.ulonglong = 0
            for i in range(at, at + self.unmet[level]):
                a: cython.ulonglong = self.unmet_low[i]
                b: cython.ulonglong = self.unmet_high[i]
                if (a & used_low) | (b & used_high) == 0:
                    packed += 1
                    if packed > left:
                        return 0
                    used_low |= a
                    used_high |= b
            if packed < left or (
                self.dead_low[level] | used_low == FULL and self.dead_high[level] | used_high | ~0x1FFFF == FULL
            ):
                break
            self.dead_low[level] = FULL & ~used_low
            self.dead_high[level] = FULL & ~used_high
            for i in range(self.unmet[level]):
                self.cut_low[i] = self.unmet_low[at + i]
                self.cut_high[i] = self.unmet_high[at + i]
            if not self._settle(level, self.unmet[level]):
                return 0
        self._line_up(level, self.unmet_low[at], self.unmet_high[at])
        return 1

    def _last(self, level: cython.int) -> cython.bint:
        """One clue is left: branch on the cells that lie in every unmet set; False where there is none."""
        low: cython.ulonglong = FULL
        high: cython.ulonglong = FULL
        for i in range(level * ROOM, level * ROOM + self.unmet[level]):
            low &= self.unmet_low[i]
            high &= self.unmet_high[i]
            if low | high == 0:
                return False
        self._line_up(level, low, high)
        return True

    @cython.locals(j=cython.int, low=cython.ulonglong, high=cython.ulonglong)
    def _line_up(self, level: cython.int, low: cython.ulonglong, high: cython.ulonglong) -> cython.void:
        """The cells of the branch in the order in which they are tried: those first that meet most sets."""
        first: cython.int = 81 * level
        n: cython.int = first
        while low:
            self.order[n] = lowest64(low)
            low &= low - 1
            n += 1
        while high:
            self.order[n] = 64 + lowest64(high)
            high &= high - 1
            n += 1
        self.tried[level] = first
        self.cells_in[level] = n
        if self.most - level < SORTED_FROM:
            return
        for i in range(first, n):
            place: cython.int = self.order[i]
            a: cython.ulonglong = cython.cast(cython.ulonglong, 1) << place if place < 64 else 0
            b: cython.ulonglong = cython.cast(cython.ulonglong, 1) << (place - 64) if place >= 64 else 0
            self.meets[place] = 0
            for j in range(level * ROOM, level * ROOM + self.unmet[level]):
                if (self.unmet_low[j] & a) | (self.unmet_high[j] & b):
                    self.meets[place] += 1
        for i in range(first + 1, n):
            place = self.order[i]
            j = i - 1
            while j >= first and self.meets[self.order[j]] < self.meets[place]:
                self.order[j + 1] = self.order[j]
                j -= 1
            self.order[j + 1] = place

    def _run(self, slice: cython.longlong) -> cython.int:
        turns: cython.int = 0
        end: cython.longlong = self.nodes + slice
        while self.nodes < end:
            turns += 1
            if turns & 15 == 0 and look(self.stop):
                return 2
            level: cython.int = self.depth
            if self.tried[level] == self.cells_in[level]:
                if level == 0:
                    return 0
                self.depth -= 1
                continue
            place: cython.int = self.order[self.tried[level]]
            self.tried[level] += 1
            self.nodes += 1
            bit_low: cython.ulonglong = cython.cast(cython.ulonglong, 1) << place if place < 64 else 0
            bit_high: cython.ulonglong = cython.cast(cython.ulonglong, 1) << (place - 64) if place >= 64 else 0
            self.dead_low[level] |= bit_low
            self.dead_high[level] |= bit_high
            n: cython.int = 0
            for i in range(level * ROOM, level * ROOM + self.unmet[level]):
                a: cython.ulonglong = self.unmet_low[i]
                b: cython.ulonglong = self.unmet_high[i]
                self.cut_low[n] = a
                self.cut_high[n] = b
                if (a & bit_low) | (b & bit_high) == 0:
                    n += 1
            self.dead_low[level + 1] = self.dead_low[level]
            self.dead_high[level + 1] = self.dead_high[level]
            if not self._settle(level + 1, n):
                continue
            self.chosen[level] = place
            self.depth = level + 1
            got: cython.int = self._open(level + 1)
            if got == 1 and self.most - level - 1 <= LEFT:
                got = self._last_clues(level + 1)
            if got == 2:
                return 1
            if got == 0:
                self.depth = level
        return 2

    def run(self, nodes: cython.longlong) -> int:
        """Search on for about *nodes* branches: NONE (there is no such puzzle), FOUND or PAUSED."""
        if self.status == PAUSED:
            self.stop[1] = 0
            with cython.nogil:
                self.status = self._run(nodes)
            settle(self.stop)
        return self.status

    def cells(self) -> tuple:
        """After FOUND: the cells of the clues, ascending."""
        found: cython.ulonglong = self.found_low
        more: cython.ulonglong = self.found_high
        return tuple(sorted([self.cell_of[i] for i in range(81) if (found >> i if i < 64 else more >> (i - 64)) & 1]))

    def counters(self) -> tuple:
        """(branches, solution counts, unavoidable sets known) so far."""
        return self.nodes, self.checks, self.sets
