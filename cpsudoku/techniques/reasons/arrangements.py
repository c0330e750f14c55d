# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Cells that differ, and the digits they can have together: exact, by the sets of digits used so far.

Masks have a bit for each digit, bit 0 the lowest. A set of digits is such a mask.
"""

from array import array
from functools import lru_cache
from math import comb

import cython

MOST_SETS = 3000
"""Sets of digits beyond which cells are taken one by one: sound, and weaker."""
MOST_DIGITS = 16
"""Digits beyond which the same holds: a byte a set would take too much room."""
KEPT = 1 << 16


def feasible(cells: int, digits: int) -> bool:
    """Whether so many cells that differ are few enough for `finals` and `supported`."""
    return digits <= MOST_DIGITS and comb(digits, min(cells, digits // 2)) <= MOST_SETS


@cython.locals(cell=cython.Py_ssize_t, k=cython.Py_ssize_t, begin=cython.Py_ssize_t, end=cython.Py_ssize_t)
def _layers(masks: tuple) -> tuple:
    """(sets, starts): the sets of digits that the first k cells can have, from `starts[k]`."""
    width: cython.int = 0
    mask: cython.uint
    for mask in masks:
        while mask >> width:
            width += 1
    seen_ = bytearray(1 << width)
    seen: cython.uchar[::1] = seen_
    rooms = array("i", bytes(4))
    size: cython.Py_ssize_t = 1
    sets_ = array("i", bytes(4 * (min(1 << width, MOST_SETS) + 1) * (len(masks) + 1)))
    sets: cython.int[::1] = sets_
    sets[0] = 0
    begin = 0
    used: cython.uint
    left: cython.uint
    bit: cython.uint
    for cell in range(len(masks)):
        mask = masks[cell]
        end = size
        for k in range(begin, end):
            used = sets[k]
            left = mask & ~used
            while left:
                bit = left & (0 - left)
                left ^= bit
                if not seen[used | bit]:
                    seen[used | bit] = 1
                    sets[size] = used | bit
                    size += 1
        rooms.append(end)
        begin = end
        for k in range(begin, size):
            seen[sets[k]] = 0
    rooms.append(size)
    return sets_, rooms


@lru_cache(maxsize=KEPT)
def finals(masks: tuple) -> frozenset:
    """The sets of digits that all cells can have together."""
    sets, starts = _layers(masks)
    return frozenset(sets[starts[len(masks)] : starts[len(masks) + 1]])


@cython.locals(at=cython.Py_ssize_t, k=cython.Py_ssize_t)
def supported(masks: tuple, accepted) -> tuple:
    """The digits that each cell has in some arrangement whose set is *accepted*; zeros where there is none."""
    sets_, starts_ = _layers(masks)
    sets: cython.int[::1] = sets_
    starts: cython.int[::1] = starts_
    width: cython.int = 0
    mask: cython.uint
    for mask in masks:
        while mask >> width:
            width += 1
    alive_ = bytearray(1 << width)
    before_ = bytearray(1 << width)
    alive: cython.uchar[::1] = alive_
    before: cython.uchar[::1] = before_
    most: cython.uint = 1 << width
    one: cython.uint
    for one in accepted:
        if one < most:
            alive[one] = 1
    found = [0] * len(masks)
    used: cython.uint
    left: cython.uint
    bit: cython.uint
    seen: cython.uint
    for at in range(len(masks) - 1, -1, -1):
        mask = masks[at]
        seen = 0
        for k in range(starts[at], starts[at + 1]):
            used = sets[k]
            left = mask & ~used
            before[used] = 0
            while left:
                bit = left & (0 - left)
                left ^= bit
                if alive[used | bit]:
                    seen |= bit
                    before[used] = 1
        found[at] = seen
        alive, before = before, alive
    return tuple(found)


@lru_cache(maxsize=KEPT)
@cython.locals(used=cython.uint)
def total_of(used_: int, lo: int) -> int:
    """The sum of a set of digits."""
    used = used_
    found: cython.int = 0
    bit: cython.int = 0
    while used >> bit:
        if used >> bit & 1:
            found += bit + lo
        bit += 1
    return found
