# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Depth-first search on any board of side up to 64: naked and hidden singles, undone by a trail.

It branches on a cell with two candidates, else on a digit with two places in a house, else on a cell
with fewest candidates. The search can be left and taken up again, so limits are the caller's affair.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import ones
from cython.cimports.cpsudoku.kernels.general.plain import Resumable

from cpsudoku.kernels import zeros
from cpsudoku.kernels.general.plain import MAX_SIDE
from cpsudoku.kernels.given import flattened


@cython.cclass
class Backtracker(Resumable):
    """A board, and one search on it at a time: `start`, then `resume` until it answers 0.

    Takes the side (up to MAX_SIDE) and the houses, each a tuple of *side* cells.
    """

    cython.declare(house_count=cython.int, full=cython.ulonglong, house_cells=cython.int[::1])
    peers: cython.int[::1]  # of a cell, from peer_from[cell] to peer_from[cell + 1]
    cython.declare(peer_from=cython.int[::1], masks=cython.ulonglong[::1])
    trail: cython.int[::1]  # cells changed, and what they were
    cython.declare(trail_masks=cython.ulonglong[::1], trail_end=cython.int)
    queue: cython.int[::1]  # cells that became single, not yet spread to their peers
    queue_end: cython.int
    dirty: cython.uchar[::1]  # houses to look through for hidden singles
    cython.declare(level_trail=cython.int[::1], level_cell=cython.int[::1])
    level_mask: cython.ulonglong[::1]  # what is left of the branching cell when the branch fails

    def __init__(self, side: int, houses: object):
        of = self._lay(side, houses, MAX_SIDE)
        size = side * side
        self.house_count = len(houses)
        self.full = (1 << side) - 1
        self.house_cells = array("i", [cell for cells in houses for cell in cells])
        near: list = [sorted({c for house in found for c in houses[house]} - {cell}) for cell, found in enumerate(of)]
        self.peer_from, self.peers = flattened(near)
        self.masks = zeros("Q", size)
        self.trail, self.trail_masks = zeros("i", size * side), zeros("Q", size * side)
        self.queue = zeros("i", size)
        self.dirty = bytearray(self.house_count)
        self.level_trail, self.level_cell = zeros("i", size + 1), zeros("i", size + 1)
        self.level_mask = zeros("Q", size + 1)

    def start(self, cells: bytes) -> None:
        """Begin with these clues: a byte a cell, 0 = empty. Contradictory clues make the first `resume` answer 0."""
        cython.declare(i=cython.int, digit=cython.int)
        self._begin(cells)
        self.trail_end = self.queue_end = 0
        self.state = 1
        for i in range(self.size):
            self.masks[i] = self.full
        for i in range(self.house_count):
            self.dirty[i] = 1
        for i in range(self.size):
            digit = cells[i]
            if digit:
                if digit > self.side or not self._restrict(i, cython.cast(cython.ulonglong, 1) << (digit - 1)):
                    self.state = 0
                    return

    def grid(self) -> bytes:
        """The solution `resume` just found: a byte a cell."""
        return bytes([int(self.masks[i]).bit_length() for i in range(self.size)])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, max_nodes: cython.longlong) -> cython.int:
        start: cython.longlong = self.nodes
        if self.state == 0:
            return 0
        if self.state == 2 and not self._retreat():
            return 0
        self.state = 1
        while True:
            if self._propagate():
                cell: cython.int = self._choose()
                if cell < 0:
                    self.state = 2
                    return 1
                if self.nodes - start >= max_nodes:
                    return -1
                self.nodes += 1
                bit: cython.ulonglong = self.level_mask[self.level]  # left there by _choose
                self.level_trail[self.level] = self.trail_end
                self.level_cell[self.level] = cell
                self.level_mask[self.level] = self.masks[cell] & ~bit
                self.level += 1
                self._restrict(cell, bit)
            elif not self._retreat():
                return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(cell=cython.int, i=cython.int)
    def _retreat(self) -> cython.int:
        """Undo the last branch and forbid it; 0 where there is none."""
        while self.level:
            self.level -= 1
            while self.trail_end > self.level_trail[self.level]:
                self.trail_end -= 1
                cell = self.trail[self.trail_end]
                self.masks[cell] = self.trail_masks[self.trail_end]
            self.queue_end = 0
            for i in range(self.house_count):
                self.dirty[i] = 0
            cell = self.level_cell[self.level]
            if self._restrict(cell, self.level_mask[self.level]):
                return 1
        self.state = 0
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    @cython.locals(k=cython.int)
    def _restrict(self, cell: cython.int, mask: cython.ulonglong) -> cython.int:
        """Keep only *mask* in the cell; 0 where nothing is left."""
        old: cython.ulonglong = self.masks[cell]
        new: cython.ulonglong = old & mask
        if new == old:
            return 1
        if new == 0:
            return 0
        self.trail[self.trail_end] = cell
        self.trail_masks[self.trail_end] = old
        self.trail_end += 1
        self.masks[cell] = new
        if new & (new - 1) == 0:
            self.queue[self.queue_end] = cell
            self.queue_end += 1
        for k in range(self.in_from[cell], self.in_from[cell + 1]):
            self.dirty[self.in_houses[k]] = 1
        return 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(cell=cython.int, k=cython.int, mask=cython.ulonglong, once=cython.ulonglong, twice=cython.ulonglong)
    def _propagate(self) -> cython.int:
        """Naked and hidden singles until nothing changes; 0 on contradiction."""
        house: cython.int = 0
        clean: cython.int = 0
        while True:
            while self.queue_end:
                self.queue_end -= 1
                cell = self.queue[self.queue_end]
                mask = ~self.masks[cell]
                for k in range(self.peer_from[cell], self.peer_from[cell + 1]):
                    if not self._restrict(self.peers[k], mask):
                        return 0
            if clean >= self.house_count:
                return 1
            if self.dirty[house]:
                clean = 0
                self.dirty[house] = 0
                once = 0
                twice = 0
                for k in range(house * self.side, house * self.side + self.side):
                    mask = self.masks[self.house_cells[k]]
                    twice |= once & mask
                    once |= mask
                if once != self.full:
                    return 0
                once &= ~twice
                for k in range(house * self.side, house * self.side + self.side):
                    cell = self.house_cells[k]
                    mask = self.masks[cell] & once
                    if mask and mask != self.masks[cell]:
                        if mask & (mask - 1):
                            return 0
                        self._restrict(cell, mask)
            else:
                clean += 1
            house = house + 1 if house + 1 < self.house_count else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, k=cython.int, house=cython.int)
    def _choose(self) -> cython.int:
        """The cell to branch on, -1 where all are single; the digit to try goes to level_mask[level]."""
        best: cython.int = -1
        fewest: cython.int = 65
        for i in range(self.size):
            mask: cython.ulonglong = self.masks[i]
            mask &= mask - 1
            if mask:
                if mask & (mask - 1) == 0:
                    self.level_mask[self.level] = mask
                    return i
                bits: cython.int = ones(mask)
                if bits < fewest:
                    fewest = bits
                    best = i
        if best < 0:
            return -1
        for house in range(self.house_count):
            once: cython.ulonglong = 0
            twice: cython.ulonglong = 0
            more: cython.ulonglong = 0
            for k in range(house * self.side, house * self.side + self.side):
                mask = self.masks[self.house_cells[k]]
                more |= twice & mask
                twice |= once & mask
                once |= mask
            twice &= ~more
            if twice:
                twice &= ~twice + 1
                for k in range(house * self.side, house * self.side + self.side):
                    if self.masks[self.house_cells[k]] & twice:
                        self.level_mask[self.level] = twice
                        return self.house_cells[k]
        mask = self.masks[best]
        self.level_mask[self.level] = mask & (~mask + 1)
        return best
