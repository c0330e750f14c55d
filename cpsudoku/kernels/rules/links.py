# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What only long searches use: cells linked to houses by pairs, cells outside that see a cage, combinations of cages.

Where a digit has two or three places in a house, and pairs link each of them to one cell (or are that cell), the cell
keeps only what goes with one of the places. Puzzles with many pairs (no neighbours consecutive, dots, whispers) are
searched in a third to a fifth of the nodes, each dearer.
`State.links` holds the lists, that of a house at `House.links`: the number of cells linked to it; of each the cell, the
places in the house that it is linked to (as bits), how many, and for each from the lowest on where in `table` the words
of the pair begin: what the cell may be beside each digit there (-1: the place is the cell itself).

A digit that a full house can have only in a cage is in each set of the cage: `cages.py` checks this when it propagates
the cage (to queue the cage for every change of the house costs more than it saves). A digit that a cage must have is
removed from the cells that see all its places in the cage, as in `State.point`, for all digits at once. Killers of
large cages are searched in half the nodes.
The list of a cage begins with the place of its viewers, and `Cage.links` is the place behind: the number of houses with
two of its cells or more; of each how many of its cells are outside the cage, and these. Viewers: the number of sets of
cells, two or more, that some cell outside sees; of each how many cells of the cage it lacks, how many cells see it, and
both.

The combinations of a cage of several cells and few sets are a variable: bit k, the k-th set of the cage is possible.
These follow all other variables, from number `State.variables` on, and `Cage.combinations` is the number of each.
`cages.py` skips impossible sets and drops those without a filling. Where the cells of a cage have many candidates, a
search may branch on "the cage has this digit": both answers restrict the whole cage. Killers of large cages are
searched in half the nodes; small cages are better searched by their cells.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64, ones
from cython.cimports.cpsudoku.kernels.rules.records import CAGE, HOUSE, PAIR, Cage, House, Pair, record
from cython.cimports.cpsudoku.kernels.rules.state import State

BIT = cython.declare(cython.ulonglong, 1)
EVERY = cython.declare(cython.ulonglong, 2**64 - 1)
PLACES = cython.declare(cython.int, 30)
"""Cells of a house whose places fit into a number of the list."""
LEAST = 4
"""Cells of a cage from which on its sets are a variable."""
MOST = 64
"""Sets of such a cage, at most."""


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
    cython.declare(k=cython.int, place=cython.int, rows=cython.int, number=cython.int, where=cython.ulonglong)
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
                        rows = state.links[place]
                        allowed |= BIT << digit[k] if rows < 0 else state.table[rows + digit[k]]
                        where &= where - 1
                    some &= some - 1
                    place += 1
                if not state.restrict(cell, allowed):
                    return 0
        at += 3 + state.links[at + 2]
    return 1


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
    if not state.linked or not cage.links:
        return state.point(cage.cells, cage.size, required)
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


def add_combinations(state: State) -> None:
    """Make the variables, once; all sets are possible."""
    p: cython.int
    masks: list = []
    propagators: list = []
    for p in range(state.propagators):
        cage: Cage = cython.cast(Cage, record(state, state.starts[p]))
        # under no condition
        if cage.kind == CAGE and not cage.gate and cage.size >= LEAST and 1 < cage.number <= MOST:
            cage.combinations = state.variables + len(masks)
            masks.append(EVERY >> (64 - cage.number))
            propagators.append(p)
    if masks:
        state.add_variables(masks, propagators)


def combinations(state: State) -> list:
    """The variables as they are: a mask of possible sets each."""
    return [state.masks[state.variables + k] for k in range(state.combinations)]


def with_digit(state: State, cage: Cage, possible: cython.ulonglong) -> cython.ulonglong:
    """Those of the *possible* sets of a cage that have the (lowest) digit that divides them most evenly."""
    number: cython.int = ones(possible)
    cython.declare(digit=cython.int, k=cython.int, least=cython.int, best=cython.ulonglong)
    best = 0
    least = number
    for digit in range(state.side):
        some: cython.ulonglong = 0
        for k in range(cage.number):
            some |= ((state.table[cage.sets + k] >> digit) & 1) << k
        some &= possible
        apart: cython.int = 2 * ones(some) - number
        if apart < 0:  # not abs(), which may raise
            apart = -apart
        if apart < least:
            least = apart
            best = some
    return best
