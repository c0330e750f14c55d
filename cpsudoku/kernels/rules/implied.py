# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Innies and outies: sums that follow from other sums and full houses.

A full house has one sum of digits, and so have houses side by side. Sums known of cells that lie within (or stick out a
little) leave the sum of the few cells that remain, less that of the few that stick out.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64, ones

MANY_CELLS = cython.declare(cython.int, 5)
"""Cells of an implied sum, at most."""
RUN = cython.declare(cython.int, 4)
"""Houses side by side, at most."""
LOW = (1 << 64) - 1


class Regions:
    """Sets of cells with one sum in all puzzles: `bits` and `totals` of each, and the bits as `flat` words."""

    def __init__(self, cells: int, found: list):
        self.words = (cells + 63) // 64
        self.bits = [bits for bits, _ in found]
        self.totals = [total for _, total in found]
        self.flat = flat(self.bits, self.words)


def flat(every: list, words: int) -> object:
    """Sets of cells, that many words of 64 cells each."""
    return array("Q", [(bits >> (64 * k)) & LOW for bits in every for k in range(words)] or [0])


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
    cython.declare(region=cython.int, fact=cython.int, k=cython.int, cell=cython.int, cells=object, left=object)
    words: cython.int = regions.words
    number: cython.int = len(facts)
    many: cython.int = len(regions.bits)
    known: cython.ulonglong[::1] = array("Q", bytes(8 * words * number))
    areas: cython.ulonglong[::1] = regions.flat
    inside: cython.ulonglong[::1] = array("Q", bytes(8 * words))
    outside: cython.ulonglong[::1] = array("Q", bytes(8 * words))
    every: cython.ulonglong[::1] = array("Q", bytes(8 * words))
    used: cython.int[::1] = array("i", bytes(4 * number + 4))
    met: cython.ulonglong[::1] = array("Q", bytes(16 * words * (many + number)))
    found: list = []
    totals: list = []
    for fact in range(number):
        cells, left = facts[fact]
        for cell in cells:
            known[fact * words + (cell >> 6)] |= cython.cast(cython.ulonglong, 1) << (cell & 63)
        for k in range(words):
            every[k] |= known[fact * words + k]
            met[2 * fact * words + k] = known[fact * words + k]
        totals.append(left)
    seen: cython.int = number
    for region in range(many):
        rest: cython.int = 0
        for k in range(words):
            rest += ones(areas[region * words + k] & ~every[k])
            inside[k] = areas[region * words + k]
            outside[k] = 0
        if rest > MANY_CELLS:
            continue
        uses: cython.int = 0
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
            used[uses] = fact
            uses += 1
        rest = 0
        for k in range(words):
            rest += ones(inside[k]) + ones(outside[k])
        if 0 < rest <= MANY_CELLS and _is_new(met, seen, inside, outside):
            seen += 1
            left = regions.totals[region]
            for k in range(uses):
                left = left - totals[used[k]]
            found.append((_cells(inside), _cells(outside), left))
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _is_new(
    met: cython.ulonglong[::1], seen: cython.int, inside: cython.ulonglong[::1], outside: cython.ulonglong[::1]
) -> cython.int:
    """Whether the two sets are none of the *seen* pairs of sets in *met*; adds them."""
    words: cython.int = len(inside)
    cython.declare(k=cython.int, j=cython.int)
    for k in range(seen):
        for j in range(words):
            if met[2 * k * words + j] != inside[j] or met[(2 * k + 1) * words + j] != outside[j]:
                break
        else:
            return 0
    for j in range(words):
        met[2 * seen * words + j] = inside[j]
        met[(2 * seen + 1) * words + j] = outside[j]
    return 1


@cython.cfunc
def _cells(bits: cython.ulonglong[::1]) -> list:
    """The cells of these words, ascending."""
    found: list = []
    k: cython.int
    for k in range(len(bits)):
        row: cython.ulonglong = bits[k]
        while row:
            found.append((k << 6) + lowest64(row))
            row &= row - 1
    return found
