# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Innies and outies: what sums of cells and full houses say together.

A full house has one sum of digits, and so have houses side by side. Sums known of cells that lie within (or stick out a
little) leave the sum of the few cells that remain, less that of the few that stick out.
"""

import cython

MANY_CELLS = cython.declare(cython.int, 6)
"""Cells of an implied sum, at most."""
RUN = cython.declare(cython.int, 4)
"""Houses side by side, at most."""


def unions(houses: list, total: int) -> list:
    """(cells as bits, sum) of each house of this *total*, and of up to RUN disjoint ones in turn; each once."""
    bits: list = [sum([1 << cell for cell in house]) for house in houses]
    found: dict = {}
    k: cython.int
    length: cython.int
    for k in range(len(bits)):
        together: object = 0
        for length in range(RUN):
            if k + length >= len(bits) or together & bits[k + length]:
                break
            together |= bits[k + length]
            found.setdefault(together, total * (length + 1))
    return list(found.items())


def implied(facts: list, regions: list) -> list:
    """(cells, cells that count negative, total): cells as bits.

    *facts*: (cells, total); *regions*: as `unions` makes them.
    """
    every: object = 0
    found: dict = {}
    for cells, _ in facts:
        every |= cells
    for region, total in regions:
        rest: object = region & ~every
        if rest and rest.bit_count() > MANY_CELLS:
            continue
        inside: object = region
        outside: object = 0
        left: object = total
        for cells, value in facts:
            shared: object = cells & inside
            if not shared:
                continue
            if shared == cells:
                inside ^= cells
                left -= value
                continue
            out: object = cells & ~region
            # a sum that sticks out helps where it settles more cells than it adds
            if shared | out == cells and not out & outside and out.bit_count() < shared.bit_count():
                inside ^= shared
                outside |= out
                left -= value
        if (inside or outside) and inside.bit_count() + outside.bit_count() <= MANY_CELLS:
            found[inside, outside] = left
    return [(inside, outside, left) for (inside, outside), left in found.items()]
