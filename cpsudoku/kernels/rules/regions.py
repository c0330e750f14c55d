# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Sets of cells as bits, 64 cells a word: which cells differ, groups of a sum that all differ, and implied sums.

A group cannot have every sum that its cells could have each by itself. A full house has one sum of digits, and so have
houses side by side. Sums known of cells that lie within (or stick out a little) leave the sum of the few cells that
remain, less that of the few that stick out (innies and outies).
"""

from __future__ import annotations

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64, ones

from cpsudoku.kernels import zeros

WORD = 64
LONG = 6
"""Cells of a sum from which on groups may be cells of one house."""
MANY_CELLS = cython.declare(cython.int, 5)
"""Cells of an implied sum, at most."""
RUN = cython.declare(cython.int, 4)
"""Houses side by side, at most."""
LOW = (1 << 64) - 1


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


class Regions:
    """Sets of cells with one sum in all puzzles: the `totals`, and the cells as bits, so many `words` each, `flat`."""

    def __init__(self, cells: int, found: list):
        self.words = (cells + 63) // 64
        self.totals = [total for _, total in found]
        self.flat = array("Q", [(bits >> (64 * k)) & LOW for bits, _ in found for k in range(self.words)] or [0])


def unions(houses: list, total: int) -> list:
    """(cells as bits, sum) of each house of this *total*, and of up to RUN disjoint ones in turn; each once."""
    bits: list = [sum([1 << cell for cell in house]) for house in houses]
    found: dict = {}
    cython.declare(k=cython.int, length=cython.int)
    for k in range(len(bits)):
        together: object = 0
        for length in range(RUN):
            if k + length >= len(bits) or together & bits[k + length]:
                break
            together |= bits[k + length]
            found.setdefault(together, total * (length + 1))
    return list(found.items())


def implied(facts: list, regions: Regions) -> list:
    """(cells, cells that count negative, total), cells ascending. *facts*: (cells, total); none is repeated."""
    cython.declare(region=cython.int, fact=cython.int, k=cython.int, cell=cython.int, left=object)
    words: cython.int = regions.words
    number: cython.int = len(facts)
    many: cython.int = len(regions.totals)
    known: cython.ulonglong[::1] = zeros("Q", words * number)
    areas: cython.ulonglong[::1] = regions.flat
    inside: cython.ulonglong[::1] = zeros("Q", words)
    outside: cython.ulonglong[::1] = zeros("Q", words)
    every: cython.ulonglong[::1] = zeros("Q", words)
    seen: set = {(tuple(sorted(cells)), ()) for cells, _ in facts}
    found: list = []
    for fact in range(number):
        for cell in facts[fact][0]:
            known[fact * words + (cell >> 6)] |= cython.cast(cython.ulonglong, 1) << (cell & 63)
        for k in range(words):
            every[k] |= known[fact * words + k]
    for region in range(many):
        rest: cython.int = 0
        for k in range(words):
            rest += ones(areas[region * words + k] & ~every[k])
            inside[k] = areas[region * words + k]
            outside[k] = 0
        if rest > MANY_CELLS:
            continue
        left = regions.totals[region]
        for fact in range(number):
            some: cython.int = 0  # cells still inside; beyond the region; of all these, taken before
            out: cython.int = 0
            twice: cython.int = 0
            for k in range(words):
                if known[fact * words + k] & inside[k]:
                    some += ones(known[fact * words + k] & inside[k])
            if some == 0:
                continue
            for k in range(words):
                out += ones(known[fact * words + k] & ~areas[region * words + k])
                twice += ones(known[fact * words + k] & (outside[k] | (areas[region * words + k] & ~inside[k])))
            # a sum that sticks out helps where it settles more cells than it adds
            if twice or out >= some:
                continue
            for k in range(words):
                inside[k] &= ~known[fact * words + k]
                outside[k] |= known[fact * words + k] & ~areas[region * words + k]
            left = left - facts[fact][1]
        rest = 0
        for k in range(words):
            rest += ones(inside[k]) + ones(outside[k])
        if 0 < rest <= MANY_CELLS:
            pair: tuple = (_cells(inside), _cells(outside))
            if pair not in seen:
                seen.add(pair)
                found.append((*pair, left))
    return found


@cython.cfunc
def _cells(bits: cython.ulonglong[::1]) -> tuple:
    """The cells of these words, ascending."""
    found: list = []
    k: cython.int
    for k in range(len(bits)):
        row: cython.ulonglong = bits[k]
        while row:
            found.append((k << 6) + lowest64(row))
            row &= row - 1
    return tuple(found)
