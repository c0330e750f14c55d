# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Cages and the cells outside, in long searches: lists that `house_links.link_houses` adds to `State.links`.

A digit that a full house can have only in a cage is in each set of the cage: `cages.py` checks this when it propagates
the cage (to queue the cage for every change of the house costs more than it saves). A digit that a cage must have is
removed from the cells that see all its places in the cage, as in `State.point`, for all digits at once. Killers of
large cages are searched in half the nodes.
The list of a cage begins with the place of its viewers, and `Cage.links` is the place behind: the number of houses with
two of its cells or more; of each how many of its cells are outside the cage, and these. Viewers: the number of sets of
cells, two or more, that some cell outside sees; of each how many cells of the cage it lacks, how many cells see it, and
both.
"""

import cython
from cython.cimports.cpsudoku.kernels.rules.records import CAGE, HOUSE, Cage, House, record
from cython.cimports.cpsudoku.kernels.rules.state import State


def link_cages(state: State, links: list) -> None:
    """Add the lists of all cages."""
    p: cython.int
    houses: list = []
    for p in range(state.propagators):
        house: House = cython.cast(House, record(state, state.starts[p]))
        if house.kind == HOUSE:
            houses.append([house.cells[k] for k in range(house.size)])
    for p in range(state.propagators):
        cage: Cage = cython.cast(Cage, record(state, state.starts[p]))
        if cage.kind == CAGE:
            cells = [cage.cells[k] for k in range(cage.size)]
            outside = [[cell for cell in area if cell not in cells] for area in houses]
            crossed = [some for area, some in zip(houses, outside) if len(some) < len(area) - 1]
            place = len(links)
            links += _viewers(state, cells)
            links.append(place)
            cage.links = len(links)
            links.append(len(crossed))
            for some in crossed:
                links += [len(some), *some]


def _viewers(state: State, cage: list) -> list:
    """The cells that see some of a cage, by what they see of it."""
    cython.declare(k=cython.int, cell=cython.int, other=cython.int)
    size: cython.int = len(cage)
    sets: dict = {}  # cells of the cage, as bits: the cells that see them
    for cell in range(state.cells):
        sees: cython.ulonglong = 0
        for k in range(min(size, 64)):
            other = cage[k]
            sees |= ((state.peers[cell * state.words + (other >> 6)] >> (other & 63)) & 1) << k
        if sees & (sees - 1) and cell not in cage:
            sets.setdefault(sees, []).append(cell)
    found = [len(sets)]
    for sees, cells in sets.items():
        unseen = [cage[k] for k in range(size) if k > 63 or not (sees >> k) & 1]
        found += [len(unseen), len(cells), *unseen, *cells]
    return found


def remove_from_viewers(state: State, cage: Cage, required: cython.ulonglong) -> cython.int:
    """Remove each *required* digit from the cells that see all its places in the cage; 0 where one has none left."""
    k: cython.int
    at: cython.int = state.links[cage.links - 1]
    left: cython.int = state.links[at]
    at += 1
    while left:
        left -= 1
        middle: cython.int = at + 2 + state.links[at]
        end: cython.int = middle + state.links[at + 1]
        removed: cython.ulonglong = required
        for k in range(at + 2, middle):
            removed &= ~state.masks[state.links[k]]
        if removed:
            for k in range(middle, end):
                cell: cython.int = state.links[k]
                if state.masks[cell] & removed and not state.restrict(cell, state.masks[cell] & ~removed):
                    return 0
        at = end
    return 1
