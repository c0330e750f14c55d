# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What full houses say to the cells beside them, and to cages: for hard searches, as `tie` makes the lists it takes.

Beside: where a digit has two or three places in a house, and pairs of cells tie each of them to one cell (or are that
cell), this cell keeps only what goes with one of the places. Puzzles that say much by pairs (no neighbours consecutive,
dots, whispers) are searched in a third to a fifth of the nodes, each dearer. Cages: a digit that a house can have
nowhere but in a cage is in each of its sets (`sets.py` asks when it looks at the cage; waking it up for every change of
the house costs more than it saves); killers of large cages are searched in half the nodes.
`State.near` holds the lists. At the place that a house names: the number of cells beside it; of each the cell, the
places in the house that it is tied to (as bits), how many, and for each from the lowest on where in `table` the words
of the pair begin: what the cell may be beside each digit there (-1: the place is the cell itself). At the place that a
cage names: the number of houses with two of its cells or more; of each how many cells lie outside the cage, and these;
before that place, where the cage's list for `cages.py` begins.
"""

from array import array

import cython

from cpsudoku.kernels.rules.alive import enliven
from cpsudoku.kernels.rules.cages import seen

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import lowest64
    from cython.cimports.cpsudoku.kernels.rules.kinds import HOUSE, PAIR, SETS
    from cython.cimports.cpsudoku.kernels.rules.state import State
else:
    from cpsudoku.kernels.bits import lowest64
    from cpsudoku.kernels.rules.kinds import HOUSE, PAIR, SETS
    from cpsudoku.kernels.rules.state import State

PLACES = cython.declare(cython.int, 30)
"""Cells of a house whose places fit into a number of the list."""


def tie(state: State) -> None:
    """From now on houses speak to the cells beside them and to cages, until a search begins anew."""
    cython.declare(p=cython.int, at=cython.int, k=cython.int)
    ties: dict = {}  # cell: {other: the place of what the cell may be beside each digit of the other}
    made: list = [0]  # place 0: none
    state.tied = 1
    if len(state.near):
        return
    enliven(state)
    for p in range(state.propagators):
        at = state.starts[p]
        if state.code[at] == PAIR and not state.code[at + 1]:  # under no condition
            one, other, rows = state.code[at + 2], state.code[at + 3], state.code[at + 4]
            ties.setdefault(other, {})[one] = rows
            ties.setdefault(one, {})[other] = rows + state.side
    for p in range(state.propagators):
        at = state.starts[p]
        if not ties or state.code[at] != HOUSE or state.code[at + 2] > PLACES:
            continue
        size: cython.int = state.code[at + 2]
        house = [state.code[at + 3 + k] for k in range(size)]
        beside: dict = {}
        for k in range(size):
            beside.setdefault(house[k], []).append((k, -1))
            for other in ties.get(house[k], ()):
                beside.setdefault(other, []).append((k, ties[other][house[k]]))
        told = [(cell, some) for cell, some in beside.items() if len(some) > 1]
        if told:
            state.code[at + 4 + size] = len(made)
            for k in range(size):
                state.watch[house[k] * state.queue_words + (p >> 6)] |= cython.cast(cython.ulonglong, 1) << (p & 63)
            made.append(len(told))
            for cell, some in told:
                place: cython.int = 0
                for k, rows in some:
                    place |= 1 << k
                made += [cell, place, len(some), *[rows for _, rows in some]]
    _houses_of_sets(state, made)
    state.near = array("i", made)


@cython.cfunc
def _houses_of_sets(state: State, made: list) -> object:
    """What `sets.py` asks: of each cage the houses with two cells of it or more, and their cells outside."""
    cython.declare(p=cython.int, at=cython.int)
    houses: list = []
    for p in range(state.propagators):
        at = state.starts[p]
        if state.code[at] == HOUSE:
            houses.append([state.code[k] for k in range(at + 3, at + 3 + state.code[at + 2])])
    for p in range(state.propagators):
        at = state.starts[p]
        if state.code[at] != SETS:
            continue
        size = state.code[at + 4]
        cells = [state.code[k] for k in range(at + 5, at + 5 + size)]
        outside = [[cell for cell in house if cell not in cells] for house in houses]
        told = [some for house, some in zip(houses, outside) if len(some) < len(house) - 1]
        place = len(made)
        made += seen(state, cells)
        made.append(place)
        state.code[at + 5 + size] = len(made)
        made.append(len(told))
        for some in told:
            made += [len(some), *some]
    return None


def near(state: State, first: cython.int, end: cython.int, digits: cython.ulonglong) -> cython.int:
    """What the house whose cells are from *first* to *end* says beside it by *digits* of two or three places each.

    0 where a cell keeps nothing.
    """
    here: cython.int = state.code[end + 1]
    left: cython.int = state.near[here]
    cython.declare(k=cython.int, where=cython.ulonglong)
    number: cython.int = 0
    digit = cython.declare(cython.int[64])
    places = cython.declare(cython.ulonglong[64])
    while digits:
        digit[number] = lowest64(digits)
        digits &= digits - 1
        where = 0
        for k in range(first, end):
            where |= ((state.masks[state.code[k]] >> digit[number]) & 1) << (k - first)
        places[number] = where
        number += 1
    here += 1
    while left and number:
        left -= 1
        cell: cython.int = state.near[here]
        tied: cython.ulonglong = cython.cast(cython.ulonglong, state.near[here + 1])
        mask: cython.ulonglong = state.masks[cell]
        if mask & (mask - 1):
            for k in range(number):
                where = places[k]
                if where & ~tied:
                    continue
                allowed: cython.ulonglong = 0
                at: cython.int = here + 3
                while where:
                    if where & tied & (~tied + 1):
                        allowed |= _beside(state, state.near[at], digit[k])
                        where &= where - 1
                    tied &= tied - 1
                    at += 1
                tied = cython.cast(cython.ulonglong, state.near[here + 1])
                if not state.restrict(cell, allowed):
                    return 0
        here += 3 + state.near[here + 2]
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _beside(state: State, rows: cython.int, digit: cython.int) -> cython.ulonglong:
    """What a cell may be beside the digit."""
    return cython.cast(cython.ulonglong, 1) << digit if rows < 0 else state.table[rows + digit]
