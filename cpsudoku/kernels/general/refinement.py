# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Colour refinement of the candidates of a board (Weisfeiler and Leman 1968), in colours of 64 bits.

Round by round the colour of a candidate becomes one of its own, of its cell's and of its houses'. Sums of colours do
not depend on an order, so isomorphic boards get the same colours in other places.
"""

import cython
from cython.cimports.cpsudoku.kernels.randomness import mix

from cpsudoku.kernels import zeros

ONES = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


def blended(value: cython.ulonglong) -> cython.ulonglong:
    return mix((value * GOLDEN) & ONES)


@cython.locals(
    colour=cython.ulonglong[::1], cells=cython.ulonglong[::1], houses=cython.ulonglong[::1], sort=cython.int[::1],
    start=cython.int[::1], inside=cython.int[::1], first=cython.int[::1], around=cython.int[::1],
    k=cython.Py_ssize_t, x=cython.int, h=cython.int, d=cython.int, turn=cython.int, total=cython.ulonglong,
)  # fmt: skip
def refined(states: bytes, n: cython.int, rounds: cython.int, sorts, members, houses_of) -> tuple:
    """(candidates, cells, houses): the colours of each candidate, of each cell, and of each digit in each house.

    *states*: a byte for each candidate, *n* digits a cell. *sorts*: a factor for each house. *members* has the cells of
    each house and *houses_of* the houses of each cell, as `kernels.given.flattened` gives them.
    """
    size: cython.int = len(houses_of[0]) - 1
    count: cython.int = len(members[0]) - 1
    start, inside = members
    first, around = houses_of
    sort = sorts
    found = zeros("Q", size * n), zeros("Q", size), zeros("Q", count * n)
    colour, cells, houses = found
    for k in range(size * n):
        colour[k] = blended(states[k])
    for turn in range(rounds):
        for x in range(size):
            total = 0
            for d in range(n):
                total = (total + colour[x * n + d]) & ONES
            cells[x] = blended(total)
        for h in range(count):
            for d in range(n):
                total = 0
                for k in range(start[h], start[h + 1]):
                    total = (total + colour[inside[k] * n + d]) & ONES
                houses[h * n + d] = blended((total * sort[h]) & ONES)
        for x in range(size):
            for d in range(n):
                total = (colour[x * n + d] * 3 + cells[x] * 7) & ONES
                for k in range(first[x], first[x + 1]):
                    total = (total + houses[around[k] * n + d]) & ONES
                colour[x * n + d] = blended(total)
    return found
