# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a rung of the ladder is to the rater: something that finds its next deduction.

A technique's file derives its classes from `Search` and hands them over by `searches(chains)`: technique -> its search.
"""

import cython
from cython.cimports.cpsudoku.techniques.core.grid import *
from cython.cimports.cpsudoku.techniques.core.grid import Grid
from cython.cimports.cpsudoku.techniques.core.hint import Hint


class Search:
    """One rung; it may keep buffers, so it belongs to one rater.

    rung    its number, given by the ladder; also the place in `Grid.dirty` and `Grid.dirty_digits` where it keeps what
            it has yet to look at
    """

    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first deduction of the rung, into *hint*: see `hint` for how it is handed over."""
        return False


class SetSearch(Search):
    """Rung of the sets of *size* members of a house that have *size* bits together: see `board_grid.choices`.

    least    empty cells that the house must have
    masks    after `gather`: what each member has, a cell its digits, or a digit its positions
    """

    def __init__(self, technique: cython.int, size: cython.int, least: cython.int) -> None:
        self.technique = technique
        self.size = size
        self.least = least

    @cython.locals(step=cython.int, member=cython.int, k=cython.int)
    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first set that concludes something: boxes, columns, rows; subsets of members by increasing mask."""
        size: cython.int = self.size
        todo: cython.uint = ALL_HOUSES if hint.every else grid.dirty[self.rung]
        eligible = cython.declare(cython.uchar[9])
        if todo == 0:
            return False
        for step in range(3 * SIDE):
            house: cython.int = step if step < SIDE else (step + SIDE if step < 2 * SIDE else step - SIDE)
            if todo >> house & 1 == 0:
                continue
            if POPCOUNT[grid.open[house]] >= self.least:
                self.gather(grid, house)
                count: cython.int = 0
                for member in range(SIDE):
                    n: cython.int = POPCOUNT[self.masks[member]]
                    if n > 1 and n <= size:
                        eligible[count] = member
                        count += 1
                if count >= size:
                    for k in range(BINOMIAL[(SIDE + 1) * count + size]):
                        rest: cython.uint = SUBSET[SUBSET_START[size] + k]
                        members: cython.uint = 0
                        union_: cython.uint = 0
                        while rest:
                            member = eligible[LOWEST[rest]]
                            rest &= rest - 1
                            members |= 1 << member
                            union_ |= self.masks[member]
                        if POPCOUNT[union_] == size and self.conclude(grid, hint, house, members, union_):
                            return True
            if not hint.every:
                grid.dirty[self.rung] &= ~(1 << house)
        return False

    def gather(self, grid: Grid, house: cython.int) -> cython.void:
        """Compute `masks` for a house."""

    def conclude(self, grid, hint, house, members, union_) -> cython.bint:
        """Hand over what a set of *members* (a mask) with these bits together concludes, if anything."""
        return False
