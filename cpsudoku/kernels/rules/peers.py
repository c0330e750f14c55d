# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which cells differ: a row of bits a cell, 64 cells a word; and the cells of a sum in groups that all differ.

A group cannot have every sum that its cells could have each by itself.
"""

from __future__ import annotations

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64, ones

from cpsudoku.kernels import zeros

WORD = 64
LONG = 6
"""Cells of a sum from which on groups may be cells of one house."""


@cython.final
@cython.cclass
class Peers:
    """Begins with cells none of which need differ, or with those of *others*. `rows`: `words` words a cell."""

    def __init__(self, cells: int, others: object = None):
        self.words = (cells + WORD - 1) // WORD
        self.rows = zeros("Q", self.words * cells) if others is None else array("Q", others.rows)
        self._rows = self.rows

    def differ(self, cells: object) -> None:
        """Record that the cells, each named once, are all different."""
        number: cython.int = len(cells)
        cython.declare(k=cython.int, j=cython.int)
        for k in range(number):
            row: cython.int = cells[k]
            row *= self.words
            for j in range(number):
                if j != k:
                    other: cython.int = cells[j]
                    self._rows[row + (other >> 6)] |= cython.cast(cython.ulonglong, 1) << (other & 63)

    def beyond(self, others: Peers) -> object:
        """The rows, without those of *others*."""
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
        cython.declare(other=cython.int, k=cython.int, group=list)
        found: list = []
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


def different_groups(peers: Peers, base: object, cells: list) -> list:
    """The cells in groups that all differ: as they come, or by the board's houses where better."""
    groups: list = peers.groups(cells)
    if len(cells) < LONG or len(groups) == 1:
        return groups
    return max(groups, _by_houses(peers, base, cells), key=_closeness)


@cython.cfunc
def _by_houses(peers: Peers, base: object, cells: list) -> list:
    """The cells in groups: those in the house that has most of them, and so on."""
    areas: cython.ulonglong[::1] = base.areas.flat
    words: cython.int = peers.words
    number: cython.int = len(base.houses)
    left_: object = zeros("Q", words)
    left: cython.ulonglong[::1] = left_
    cython.declare(cell=cython.int, house=cython.int, k=cython.int)
    groups: list = []
    for cell in cells:
        left[cell >> 6] |= cython.cast(cython.ulonglong, 1) << (cell & 63)
    while True:
        best: cython.int = -1
        most: cython.int = 0
        for house in range(number):
            some: cython.int = 0
            for k in range(words):
                some += ones(left[k] & areas[house * words + k])
            if some > most:
                most = some
                best = house
        group: list = []
        for k in range(words):
            row: cython.ulonglong = left[k] & areas[best * words + k] if best >= 0 else left[k]
            left[k] &= ~row
            while row:
                group.append((k << 6) + lowest64(row))
                row &= row - 1
        if best < 0:  # in no house: each by itself
            return groups + [[cell] for cell in group]
        groups.append(group)


def _closeness(groups: list) -> int:
    """Twice the pairs of cells in the groups that differ, and a constant."""
    return sum([len(group) ** 2 for group in groups])
