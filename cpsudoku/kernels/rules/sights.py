# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Who sees which cells of a full house from outside: a digit leaves who sees all of its places.

`State.sights` holds the lists. At the place that a house names: the number of sets of its cells that some cell outside
sees, two cells or more, and how many of these come first in a fixed order, for `houses.nine`: of a house of nine cells
its threes (0: it has none), and the cells across these (of a box, its columns). Of each set how many cells, how many
see them, and both.
"""

from array import array

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import lowest64
    from cython.cimports.cpsudoku.kernels.rules.kinds import HOUSE
else:
    from cpsudoku.kernels.bits import lowest64
    from cpsudoku.kernels.rules.kinds import HOUSE

NINE = 9


def sights(code: object, starts: object, peers: object, cells: int) -> object:
    """The lists of all houses among the propagators; where each begins goes into the code, behind the house's cells."""
    number: cython.int = cells
    words: cython.int = (number + 63) // 64
    codes: cython.int[::1] = code
    places: cython.int[::1] = starts
    rows: cython.ulonglong[::1] = peers
    own: cython.ulonglong[::1] = array("Q", bytes(8 * words))
    met: cython.ulonglong[::1] = array("Q", bytes(8 * words * number))
    of: cython.int[::1] = array("i", bytes(4 * number))
    made: list = [0]  # place 0: none
    p: cython.int
    at: cython.int
    size: cython.int
    k: cython.int
    for p in range(len(places)):
        at = places[p]
        if codes[at] != HOUSE:
            continue
        size = codes[at + 2]
        for k in range(words):
            own[k] = 0
        for k in range(at + 3, at + 3 + size):
            own[codes[k] >> 6] |= cython.cast(cython.ulonglong, 1) << (codes[k] & 63)
        codes[at + 3 + size] = len(made)
        _of_one(made, [codes[k] for k in range(at + 3, at + 3 + size)], own, rows, met, of, number)
    return array("i", made)


@cython.cfunc
def _of_one(
    made: list,
    house: list,
    own: cython.ulonglong[::1],
    rows: cython.ulonglong[::1],
    met: cython.ulonglong[::1],
    of: cython.int[::1],
    number: cython.int,
) -> object:
    """The list of the *house*, whose cells as bits are *own*.

    *met* and *of* are room for its sets, and for the number of the one that each cell sees.
    """
    words: cython.int = len(own)
    cell: cython.int
    k: cython.int
    j: cython.int
    found: cython.int = 0
    seen: cython.ulonglong
    several: cython.bint
    for cell in range(number):
        of[cell] = -1
        if (own[cell >> 6] >> (cell & 63)) & 1:
            continue
        several = False
        seen = 0
        for k in range(words):
            met[found * words + k] = rows[cell * words + k] & own[k]
            several |= met[found * words + k] & (met[found * words + k] - 1) != 0 or (seen and met[found * words + k])
            seen |= met[found * words + k]
        if not several:
            continue
        for j in range(found + 1):
            for k in range(words):
                if met[j * words + k] != met[found * words + k]:
                    break
            else:
                break
        of[cell] = j
        found += j == found
    sets: dict = {}
    for j in range(found):
        inside: list = []
        for k in range(words):
            seen = met[j * words + k]
            while seen:
                inside.append((k << 6) + lowest64(seen))
                seen &= seen - 1
        sets[tuple(inside)] = [cell for cell in range(number) if of[cell] == j]
    first: list = _threes(house, sets)
    made += [len(sets) + sum([three not in sets for three in first]), len(first)]
    for three in first:
        outside = sets.pop(three, ())
        made += [3, len(outside), *three, *outside]
    for one, others in sets.items():
        made += [len(one), len(others), *one, *others]
    return None


def _threes(house: list, sets: dict) -> list:
    """The sets that come first."""
    if len(house) != NINE:
        return []
    along: list = [tuple(sorted(house[k : k + 3])) for k in (0, 3, 6)]
    across: list = [tuple(sorted(house[k::3])) for k in (0, 1, 2)]
    if any([three in sets for three in across]):
        return along + across
    return along if any([three in sets for three in along]) else []
