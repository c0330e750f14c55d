# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Is there a puzzle with k clues in a given classic grid? Exhaustive search over sets of cells that meet all
unavoidable sets.

A branch takes the unmet set with fewest cells still allowed and tries each as a clue; a cell tried is forbidden to its
later siblings, so no set of clues is met twice. A branch ends when disjoint unmet sets outnumber the clues left; where
they equal them, every further clue lies in one of these sets and other cells are forbidden below. When all known sets
are met, the solution count decides, and another solution gives a new unavoidable set.
Source of the scheme: McGuire, Tugemann and Civario, Experimental Mathematics 2014.
"""

from array import array

import cython

from cpsudoku.kernels.given import groups_of_cells

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import lowest64, ones
    from cython.cimports.cpsudoku.kernels.classic.rivals import Rivals
    from cython.cimports.cpsudoku.kernels.patience import look, settle
else:
    from cpsudoku.kernels.bits import lowest64, ones
    from cpsudoku.kernels.classic.rivals import Rivals
    from cpsudoku.kernels.patience import look, settle

NONE = 0
FOUND = 1
PAUSED = 2
ROOM = cython.declare(cython.int)
ROOM = 6000
"""Unavoidable sets kept at most."""
LEVELS = 82


FULL = cython.declare(cython.ulonglong)
FULL = (1 << 64) - 1


@cython.cclass
class FewClues(Rivals):
    """The search in one grid, resumable. *sets*: unavoidable sets of it, smaller first. Not to be shared by threads."""

    link: cython.int[::1]
    bucket: cython.int[::1]
    active: cython.int[::1]
    active_count: cython.int[::1]
    todo_low: cython.ulonglong[::1]
    todo_high: cython.ulonglong[::1]
    dead_low: cython.ulonglong[::1]
    dead_high: cython.ulonglong[::1]
    chosen: cython.int[::1]
    cell_of: cython.int[::1]
    most: cython.int
    depth: cython.int
    nodes: cython.longlong
    status: cython.int

    def __init__(self, solution: bytes, sets, most: cython.int):
        groups_of_cells(sets, 81)
        degree = [0] * 81
        for members in sets:
            for cell in members:
                degree[cell] += 1
        order = sorted(range(81), key=lambda cell: (-degree[cell], cell))
        self.cell_of = array("i", order)
        Rivals.__init__(self, solution, sets, ROOM, order)
        self.link = array("i", [0] * ROOM)
        self.bucket = array("i", [0] * 20)
        self.active = array("i", [0] * (ROOM * LEVELS))
        self.active_count = array("i", [0] * LEVELS)
        self.todo_low = array("Q", [0] * LEVELS)
        self.todo_high = array("Q", [0] * LEVELS)
        self.dead_low = array("Q", [0] * LEVELS)
        self.dead_high = array("Q", [0] * LEVELS)
        self.chosen = array("i", [0] * LEVELS)
        self.most = most
        self.nodes = 0
        for i in range(self.sets):
            self.active[i] = i
        self.active_count[0] = self.sets
        self.depth = 0
        self.status = PAUSED
        if self._open(0) == 0:
            self.status = NONE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, at=cython.int)
    def _ambiguous(self) -> cython.bint:
        """Is the solution not the only one of the chosen clues? Then the smallest part of a difference is a new set."""
        for i in range(81):
            self.work[i] = 0
        for i in range(self.depth):
            self.work[self.cell_of[self.chosen[i]]] = self.grid[self.cell_of[self.chosen[i]]]
        at = self.rival(True)
        if at < 0:
            return False
        if self.sets < ROOM:
            self.learn(at, self.sets)
            for i in range(self.depth + 1):
                self.active[i * ROOM + self.active_count[i]] = self.sets
                self.active_count[i] += 1
            self.sets += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(s=cython.int, bits=cython.int, a=cython.ulonglong, b=cython.ulonglong)
    def _open(self, level: cython.int) -> cython.int:
        """Set up the branching of a level whose active sets and dead cells stand: 0 it ends here, 1 go on, 2 found."""
        left: cython.int = self.most - level
        packed: cython.int = 0
        used_low: cython.ulonglong = 0
        used_high: cython.ulonglong = 0
        alive_low: cython.ulonglong = FULL & ~self.dead_low[level]
        alive_high: cython.ulonglong = ~self.dead_high[level] & 0x1FFFF
        self.nodes += 1
        while self.active_count[level] == 0:
            if not self._ambiguous():
                return 2
            if left == 0 or self.active_count[level] == 0:
                return 0
        if left == 0:
            return 0
        if left == 1:
            return self._last(level, alive_low, alive_high)
        if not self._branch(level, alive_low, alive_high):
            return 0
        for bits in range(1, 20):
            s = self.bucket[bits]
            while s >= 0:
                a = self.low[s] & alive_low
                b = self.high[s] & alive_high
                if (a & used_low) | (b & used_high) == 0:
                    packed += 1
                    if packed > left:
                        return 0
                    used_low |= a
                    used_high |= b
                s = self.link[s]
        if packed < left:
            return 1
        self.dead_low[level] |= FULL & ~used_low
        self.dead_high[level] |= FULL & ~used_high
        return self._branch(level, used_low, used_high)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, s=cython.int)
    def _last(self, level: cython.int, low: cython.ulonglong, high: cython.ulonglong) -> cython.bint:
        """One clue is left: branch on the cells of these that lie in every active set; False where there is none."""
        for i in range(self.active_count[level]):
            s = self.active[level * ROOM + i]
            low &= self.low[s]
            high &= self.high[s]
            if low | high == 0:
                return False
        self.todo_low[level] = low
        self.todo_high[level] = high
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, s=cython.int, bits=cython.int, a=cython.ulonglong, b=cython.ulonglong)
    def _branch(self, level: cython.int, low: cython.ulonglong, high: cython.ulonglong) -> cython.bint:
        """Branch on the active set with fewest of these cells; False where a set has none of them.

        `bucket` and `link` list the sets by how many they have.
        """
        fewest: cython.int = 1000
        for bits in range(20):
            self.bucket[bits] = -1
        for i in range(self.active_count[level]):
            s = self.active[level * ROOM + i]
            a = self.low[s] & low
            b = self.high[s] & high
            if a | b == 0:
                return False
            bits = ones(a) + ones(b)
            if bits < fewest:
                fewest = bits
                self.todo_low[level] = a
                self.todo_high[level] = b
            if bits > 19:
                bits = 19
            self.link[s] = self.bucket[bits]
            self.bucket[bits] = s
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(place=cython.int, level=cython.int, i=cython.int, n=cython.int, s=cython.int, got=cython.int)
    @cython.locals(bit_low=cython.ulonglong, bit_high=cython.ulonglong)
    def _run(self, slice: cython.longlong) -> cython.int:
        end: cython.longlong = self.nodes + slice
        while self.nodes < end:
            if self.nodes & 255 == 255 and look(self.stop):
                return 2
            level = self.depth
            if self.todo_low[level]:
                place = lowest64(self.todo_low[level])
                bit_low = cython.cast(cython.ulonglong, 1) << place
                bit_high = 0
            elif self.todo_high[level]:
                place = 64 + lowest64(self.todo_high[level])
                bit_low = 0
                bit_high = cython.cast(cython.ulonglong, 1) << (place - 64)
            elif level == 0:
                return 0
            else:
                self.depth -= 1
                continue
            self.todo_low[level] &= ~bit_low
            self.todo_high[level] &= ~bit_high
            self.dead_low[level] |= bit_low
            self.dead_high[level] |= bit_high
            n = 0
            for i in range(self.active_count[level]):
                s = self.active[level * ROOM + i]
                if (self.low[s] & bit_low) | (self.high[s] & bit_high) == 0:
                    self.active[(level + 1) * ROOM + n] = s
                    n += 1
            self.active_count[level + 1] = n
            self.dead_low[level + 1] = self.dead_low[level]
            self.dead_high[level + 1] = self.dead_high[level]
            self.chosen[level] = place
            self.depth = level + 1
            got = self._open(level + 1)
            if got == 2:
                return 1
            if got == 0:
                self.depth = level
        return 2

    def run(self, nodes: cython.longlong) -> int:
        """Search on for about *nodes* branches: NONE (there is no such puzzle), FOUND or PAUSED."""
        if self.status == PAUSED:
            self.stop[1] = 0
            if cython.compiled:
                with cython.nogil:
                    self.status = self._run(nodes)
            else:
                self.status = self._run(nodes)
            settle(self.stop)
        return self.status

    def cells(self) -> tuple:
        """After FOUND: the cells of the clues, ascending."""
        return tuple(sorted([self.cell_of[self.chosen[i]] for i in range(self.depth)]))

    def counters(self) -> tuple:
        """(branches, solution counts, unavoidable sets known) so far."""
        return self.nodes, self.checks, self.sets
