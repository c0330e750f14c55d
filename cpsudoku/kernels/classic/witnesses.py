# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Witnesses that clues do not determine a classic grid: other grids with the same clues.

A search finds most of them in few branches. It is not trusted: what it finds is looked at, and that it found none says
nothing.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.polling import NEVER
from cython.cimports.cpsudoku.kernels.search import search9

from cpsudoku.kernels.given import full_grid


@cython.final
@cython.cclass
class Witnesses:
    """Those of one *grid*, each looked for in at most so many *branches*. Not to be shared by threads."""

    def __init__(self, grid: bytes, branches: cython.longlong):
        full_grid(grid, 9)
        self.branches = branches
        self.grid = bytearray(grid)
        self.clues = bytearray(81)
        self.out = bytearray(162)
        self.spent = array("q", [0])

    def found(self, cells: list) -> bytes | None:
        """Another grid with the digits of this one in *cells*; None where none was found."""
        cython.declare(k=cython.int)
        places = array("i", cells)
        for k in range(len(cells)):
            if not 0 <= places[k] < 81:
                raise ValueError(f"cell {places[k]} of 81")
        if not self.any(places, len(cells)):
            return None
        return bytes(self.out[:81]) if self.shows(0) else bytes(self.out[81:])

    @cython.locals(k=cython.int)
    def any(self, cells: cython.int[::1], count: cython.int) -> cython.bint:
        """Whether a witness was found against the first *count* of *cells*."""
        for k in range(81):
            self.clues[k] = 0
            self.out[k] = self.out[81 + k] = 0
        for k in range(count):
            self.clues[cells[k]] = self.grid[cells[k]]
        if cython.compiled:
            search9(
                cython.address(self.clues[0]), 0, 2, cython.address(self.out[0]), 0, 2, self.branches,
                cython.address(self.spent[0]), NEVER,
            )  # fmt: skip
        else:
            search9(self.clues, 0, 2, self.out, 0, 2, self.branches, self.spent, NEVER)
        return self.shows(0) or self.shows(81)

    @cython.locals(k=cython.int, bit=cython.int, same=cython.int)
    def shows(self, at: cython.int) -> cython.bint:
        """Whether what is at out[at] is a witness: every digit in every house, every clue, and not the grid."""
        houses = cython.declare(cython.int[27])
        for k in range(27):
            houses[k] = 0
        same = 0
        for k in range(81):
            if self.clues[k] and self.out[at + k] != self.clues[k]:
                return False
            same += self.out[at + k] == self.grid[k]
            bit = 1 << self.out[at + k]
            houses[k // 9] |= bit
            houses[9 + k % 9] |= bit
            houses[18 + k // 27 * 3 + k % 9 // 3] |= bit
        for k in range(27):
            if houses[k] != 0x3FE:
                return False
        return same < 81
