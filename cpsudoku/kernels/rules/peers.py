# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which cells differ from which: a row of bits a cell, 64 cells a word."""

from __future__ import annotations

from array import array

import cython

WORD = 64


@cython.final
@cython.cclass
class Peers:
    """For that many cells none of which need differ, or as *others* know it. `rows`: `words` words a cell."""

    def __init__(self, cells: int, others: object = None):
        self.words = (cells + WORD - 1) // WORD
        self.rows = array("Q", bytes(8 * self.words * cells)) if others is None else array("Q", others.rows)
        self._rows = self.rows

    def of(self, cells: tuple) -> object:
        """Enter that these cells are all different, and say so: itself."""
        self.differ(cells)
        return self

    def differ(self, cells: object) -> cython.int:
        """Enter that the cells, each named once, are all different."""
        number: cython.int = len(cells)
        cython.declare(k=cython.int, j=cython.int)
        for k in range(number):
            row: cython.int = cells[k]
            row *= self.words
            for j in range(number):
                if j != k:
                    other: cython.int = cells[j]
                    self._rows[row + (other >> 6)] |= cython.cast(cython.ulonglong, 1) << (other & 63)
        return 0

    def beyond(self, others: Peers) -> object:
        """The rows, without what *others* know."""
        found_: object = array("Q", self.rows)
        found: cython.ulonglong[::1] = found_
        k: cython.int
        for k in range(len(found)):
            found[k] &= ~others._rows[k]
        return found_

    def sees(self, one: cython.int, other: cython.int) -> cython.int:
        """Whether the two differ."""
        return (self._rows[one * self.words + (other >> 6)] >> (other & 63)) & 1

    def groups(self, cells: list) -> list:
        """The cells in groups that all differ, as they come: each to the first group that it sees."""
        found: list = []
        cython.declare(other=cython.int, k=cython.int)
        group: list
        for k in range(len(cells)):
            cell: cython.int = cells[k]
            fits: cython.int = 0
            for group in found:
                fits = 1
                for other in group:
                    if not self.sees(cell, other):
                        fits = 0
                        break
                if fits:
                    group.append(cells[k])
                    break
            if not fits:
                found.append([cells[k]])
        return found
