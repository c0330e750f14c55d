# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Full houses restrict the cells that pairs link to theirs, and cages: for long searches.

Where a digit has two or three places in a house, and pairs link each of them to one cell (or are that cell), the cell
keeps only what goes with one of the places. Puzzles with many pairs (no neighbours consecutive, dots, whispers) are
searched in a third to a fifth of the nodes, each dearer.
`State.links` holds the lists, that of a house at `House.links`: the number of cells linked to it; of each the cell, the
places in the house that it is linked to (as bits), how many, and for each from the lowest on where in `table` the words
of the pair begin: what the cell may be beside each digit there (-1: the place is the cell itself).
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64
from cython.cimports.cpsudoku.kernels.rules.records import HOUSE, PAIR, House, Pair, record
from cython.cimports.cpsudoku.kernels.rules.state import State

from cpsudoku.kernels.rules.cage_combinations import add_combinations
from cpsudoku.kernels.rules.cage_links import link_cages

BIT = cython.declare(cython.ulonglong, 1)
PLACES = cython.declare(cython.int, 30)
"""Cells of a house whose places fit into a number of the list."""


def link_houses(state: State) -> None:
    """Make the lists, once; houses and cages use them until a search begins anew."""
    cython.declare(p=cython.int, k=cython.int)
    pairs: dict = {}  # cell: {other: the place of what the cell may be beside each digit of the other}
    links: list = [0]  # place 0: none
    state.linked = 1
    if len(state.links):
        return
    add_combinations(state)
    for p in range(state.propagators):
        pair: Pair = cython.cast(Pair, record(state, state.starts[p]))
        if pair.kind == PAIR and not pair.gate:  # under no condition
            pairs.setdefault(pair.b, {})[pair.a] = pair.rows
            pairs.setdefault(pair.a, {})[pair.b] = pair.rows + state.side
    for p in range(state.propagators):
        house: House = cython.cast(House, record(state, state.starts[p]))
        if not pairs or house.kind != HOUSE or house.size > PLACES:
            continue
        beside: dict = {}
        for k in range(house.size):
            cell: object = house.cells[k]
            beside.setdefault(cell, []).append((k, -1))
            for other in pairs.get(cell, ()):
                beside.setdefault(other, []).append((k, pairs[other][cell]))
        linked = [(cell, some) for cell, some in beside.items() if len(some) > 1]
        if linked:
            house.links = len(links)
            for k in range(house.size):
                state.watch[house.cells[k] * state.queue_words + (p >> 6)] |= BIT << (p & 63)
            links.append(len(linked))
            for cell, some in linked:
                links += [cell, sum([1 << k for k, _ in some]), len(some), *[rows for _, rows in some]]
    link_cages(state, links)
    state.links = array("i", links)


def restrict_linked(state: State, house: House, digits: cython.ulonglong) -> cython.int:
    """Restrict the cells linked to a house by *digits* of two or three places each; 0 where a cell keeps nothing."""
    cython.declare(k=cython.int, place=cython.int, number=cython.int, where=cython.ulonglong)
    digit = cython.declare(cython.int[64])
    places = cython.declare(cython.ulonglong[64])
    at: cython.int = house.links
    left: cython.int = state.links[at]
    number = 0
    while digits:
        digit[number] = lowest64(digits)
        digits &= digits - 1
        where = 0
        for k in range(house.size):
            where |= ((state.masks[house.cells[k]] >> digit[number]) & 1) << k
        places[number] = where
        number += 1
    at += 1
    while left and number:
        left -= 1
        cell: cython.int = state.links[at]
        linked: cython.ulonglong = cython.cast(cython.ulonglong, state.links[at + 1])
        mask: cython.ulonglong = state.masks[cell]
        if mask & (mask - 1):
            for k in range(number):
                where = places[k]
                if where & ~linked:
                    continue
                allowed: cython.ulonglong = 0
                some: cython.ulonglong = linked
                place = at + 3
                while where:
                    if where & some & (~some + 1):
                        allowed |= _beside(state, state.links[place], digit[k])
                        where &= where - 1
                    some &= some - 1
                    place += 1
                if not state.restrict(cell, allowed):
                    return 0
        at += 3 + state.links[at + 2]
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _beside(state: State, rows: cython.int, digit: cython.int) -> cython.ulonglong:
    """What a cell may be beside the digit."""
    return BIT << digit if rows < 0 else state.table[rows + digit]
