# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""A rung of the ladder as the rater sees it: a search for the next deduction, and the record of a deduction.

A technique's file derives its classes from `Search` and hands them over by `searches(chains)`: technique -> its search.
`find(grid, hint)` goes through its patterns in the order of the scale and, for each one that changes something, fills
the record and calls `hint.emit()`; a true answer means "stop here", and `find` returns true. The plain record stops at
the first, which is what rating needs. A subclass that answers false (and sets `every`, so that searches disregard what
the grid remembers as searched in vain) sees every deduction, one after the other (all steps; nodes of nested chains).
"""

import cython
from cython.cimports.cpsudoku.techniques.core.grid import *
from cython.cimports.cpsudoku.techniques.core.grid import Grid
from cython.cimports.cpsudoku.techniques.core.native import copy_bytes
from cython.cimports.cpsudoku.techniques.ladder import RATING


class Hint:
    """What a pattern concludes, and the pattern.

    technique      index in the ladder (`ladder.TECHNIQUES`)
    rating         raw double of the scale
    complexity     number of nodes of a chain, 0 otherwise
    cell, digit    what is placed; cell is -1 where nothing is
    removed[cell]  mask of digits taken off, for the `touched_count` cells in `touched`

    The rest is the evidence, read only to explain the step: `base` houses (where the pattern lives), `cover`
    houses, `cells` of the pattern (in the order its file states), `digits` of the pattern, `extra` digits, `variant` (a
    type or level), and `chain`, which chain producers fill in when `explain` is set.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> cython.void:
        """Forget everything but `explain`; `chain` is left for the producer to overwrite."""
        for k in range(self.touched_count):
            self.removed[self.touched[k]] = 0
        self.touched_count = 0
        self.technique = -1
        self.rating = 0.0
        self.complexity = 0
        self.cell = -1
        self.digit = 0
        self.base_count = 0
        self.cover_count = 0
        self.cell_count = 0
        self.digits = 0
        self.extra = 0
        self.variant = 0

    def begin(self, technique: cython.int) -> cython.void:
        """A deduction of this technique, with its base rating; the rest follows."""
        self.clear()
        self.technique = technique
        self.rating = RATING[technique]

    def drop(self, grid: Grid, cell: cython.int, mask: cython.uint) -> cython.void:
        """The deduction removes from the cell those digits of *mask* that it has."""
        mask &= grid.cand[cell]
        if mask == 0:
            return
        if self.removed[cell] == 0:
            self.touched[self.touched_count] = cell
            self.touched_count += 1
        self.removed[cell] |= mask

    def put(self, technique: cython.int, cell: cython.int, digit: cython.int) -> cython.void:
        """A deduction of this technique that places a digit."""
        self.clear()
        self.technique = technique
        self.rating = RATING[technique]
        self.cell = cell
        self.digit = digit

    def house(self, house: cython.int) -> cython.void:
        """One more base house."""
        self.base[self.base_count] = house
        self.base_count += 1

    def covers(self, house: cython.int) -> cython.void:
        """One more cover house."""
        self.cover[self.cover_count] = house
        self.cover_count += 1

    def member(self, cell: cython.int) -> cython.void:
        """One more cell of the pattern."""
        self.cells[self.cell_count] = cell
        self.cell_count += 1

    def apply(self, grid: Grid) -> cython.void:
        """Take the removals off the grid, then place."""
        for k in range(self.touched_count):
            grid.remove(self.touched[k], self.removed[self.touched[k]])
        if self.cell >= 0:
            grid.place(self.cell, self.digit)

    def copy_from(self, other: "Hint") -> cython.void:
        """Become equal to *other*, `chain`, `explain` and `every` apart."""
        self.clear()
        self.touched_count = other.touched_count
        for k in range(other.touched_count):
            self.touched[k] = other.touched[k]
            self.removed[other.touched[k]] = other.removed[other.touched[k]]
        self.technique = other.technique
        self.rating = other.rating
        self.complexity = other.complexity
        self.cell = other.cell
        self.digit = other.digit
        self.base_count = other.base_count
        self.cover_count = other.cover_count
        self.cell_count = other.cell_count
        copy_bytes(self.base, 0, other.base, SIDE)
        copy_bytes(self.cover, 0, other.cover, SIDE)
        copy_bytes(self.cells, 0, other.cells, other.cell_count)
        self.digits = other.digits
        self.extra = other.extra
        self.variant = other.variant

    def emit(self) -> cython.bint:
        """The record is complete. True: the producer stops; false: it clears the record and goes on."""
        return True

    def removals(self) -> list[tuple[int, int]]:
        """(cell, mask) of what is removed, by cell."""
        return sorted([(self.touched[k], self.removed[self.touched[k]]) for k in range(self.touched_count)])

    def houses(self) -> tuple[list[int], list[int]]:
        """Base and cover houses."""
        return [self.base[k] for k in range(self.base_count)], [self.cover[k] for k in range(self.cover_count)]

    def members(self) -> list[int]:
        """The cells of the pattern."""
        return [self.cells[k] for k in range(self.cell_count)]


class Collector(Hint):
    """A record that keeps a copy of itself in `found` at each `emit`, and the producer goes on."""

    def __init__(self) -> None:
        Hint.__init__(self)
        self.found = []
        self.every = True
        self.explain = True

    def emit(self) -> cython.bint:
        with cython.gil:
            self.keep()
        return False

    def keep(self) -> object:
        copy: Hint = Hint()
        copy.copy_from(self)
        copy.chain = self.chain
        self.found.append(copy)
        return None


class Search:
    """One rung; it may keep buffers, so it belongs to one rater.

    rung    its number, given by the ladder; also the place in `Grid.dirty` and `Grid.dirty_digits` where it keeps what
            it has yet to look at
    """

    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first deduction of the rung, into *hint*: see `hint` for how it is handed over."""
        return False
