# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Cells of a sum in groups that all differ: a group cannot have every sum that its cells could have each for itself."""

from array import array

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import lowest64, ones
    from cython.cimports.cpsudoku.kernels.rules.peers import Peers
else:
    from cpsudoku.kernels.bits import lowest64, ones
    from cpsudoku.kernels.rules.peers import Peers

LONG = 6
"""Cells of a sum from which on houses are looked at, for groups that all differ."""


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
    left_: object = array("Q", bytes(8 * words))
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
    """How many pairs of cells in the groups differ, twice and a constant."""
    return sum([len(group) ** 2 for group in groups])
