# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Innies and outies: sums that follow from other sums and full houses.

A full house has one sum of digits, and so have houses side by side. Sums known of cells that lie within (or stick out a
little) leave the sum of the few cells that remain, less that of the few that stick out.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64, ones

from cpsudoku.kernels import zeros

MANY_CELLS = cython.declare(cython.int, 5)
"""Cells of an implied sum, at most."""
RUN = cython.declare(cython.int, 4)
"""Houses side by side, at most."""
LOW = (1 << 64) - 1


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
