# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Rows, columns and boxes of a 9x9 board, all 27 at once, to a fixpoint.

Known digits are removed from their houses; digits with one place go there; what a line has only in one box is removed
from the rest of the box, what a box has only on one line from the rest of the line; two digits that are all that two
cells have are removed from the others. The houses are propagators, too (`houses.py`): they add only what follows by
other rules, and are blamed where they fail.

A round finds what follows from all houses, and then restricts the cells; pairs come last. Compiled code does a round by
vectors (uniform.h explains how houses lie in lanes; `State.lanes` holds them). Plain Python has the same result and
blames the same houses; it visits only lanes that have changed since nothing was left to do.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64
from cython.cimports.cpsudoku.kernels.rules.state import State

from cpsudoku.kernels.search import most_instructions

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.rules.vectors import uniform_pairs, uniform_singles, vectors_available

VECTOR = cython.declare(cython.int, vectors_available(most_instructions()) if cython.compiled else 0)
WIDTH = cython.declare(cython.int, 32)
"""Lanes."""
LINES = cython.declare(cython.int, 18)
"""The houses that are rows and columns; boxes follow."""
LANE_OF = [4 * (line // 3) + line % 3 + turn for turn in (0, 16) for line in range(9)]
LANE_OF += (3, 7, 11, 12, 13, 14, 19, 23, 27)
"""Of each house its lane."""
HOUSE_IN = [LANE_OF.index(lane) if lane in LANE_OF else -1 for lane in range(32)]
"""The other way round; -1 for none."""


def _cell(house: int, place: int) -> int:
    """A cell of a house, in reading order."""
    if house < 9:
        return 9 * house + place
    if house < LINES:
        return 9 * place + house - 9
    return 27 * ((house - LINES) // 3) + 3 * (house % 3) + 9 * (place // 3) + place % 3


SIDE = 9
HOUSES = [tuple([_cell(house, place) for place in range(SIDE)]) for house in range(27)]
"""Rows, columns, boxes."""
HOUSE = cython.declare(cython.schar[32])
HOUSE = list(HOUSE_IN)
CELL = cython.declare(cython.uchar[288])
"""The cells in their lanes, those of a house 32 apart."""
CELL = [0 if house < 0 else _cell(house, place) for place in range(9) for house in HOUSE_IN]


TOUCHED = cython.declare(cython.uint[81])
"""Of each cell the lanes, as bits, that depend on it: its box, and the lines of its two bands."""
TOUCHED = [
    sum([1 << LANE_OF[line] for line in range(LINES) if line // 3 in (cell // 27, 3 + cell % 9 // 3)])
    | 1 << LANE_OF[LINES + cell // 27 * 3 + cell % 9 // 3]
    for cell in range(81)
]


def propagate_board(state: State) -> cython.int:
    """Restrict the cells to what the houses allow; 0 on contradiction, which a `blamed` house found."""
    cython.declare(j=cython.int, cell=cython.int)
    fresh: cython.uint = 0  # lanes changed since the last round, and since nothing was left to do
    touched: cython.uint = 0
    kept = cython.declare(cython.ushort[288])
    changed = cython.declare(cython.uint[9])
    if not VECTOR:
        for cell in range(81):
            if state.masks[cell] != state.settled[cell]:
                touched |= TOUCHED[cell]
        fresh = touched
    while True:
        found: cython.int = _singles(state, fresh, kept, changed)
        if found < 0:
            state.broken = CELL[~found]
            state.blamed = state.first_house + HOUSE[~found]
            return 0
        if found == 0 and _pairs(state, touched, kept, changed) == 0:
            if not VECTOR:
                for cell in range(81):
                    state.settled[cell] = state.masks[cell]
            return 1
        fresh = 0
        for j in range(9):
            while changed[j]:
                lane: cython.int = lowest64(changed[j])
                changed[j] &= changed[j] - 1
                cell = CELL[WIDTH * j + lane]
                fresh |= TOUCHED[cell]
                if not state.restrict(cell, kept[WIDTH * j + lane]):
                    state.blamed = state.first_house + HOUSE[lane]
                    return 0
        touched |= fresh


def _singles(state: State, lanes: cython.uint, kept: cython.p_ushort, changed: cython.p_uint) -> cython.int:
    """A round of known digits, single places and what a line and a box share, in some lanes; see `uniform_singles`."""
    cython.declare(lane=cython.int, j=cython.int, k=cython.int, o=cython.int, mask=cython.uint, once=cython.uint)
    cython.declare(twice=cython.uint, known=cython.uint, again=cython.uint, open_=cython.uint)
    some: cython.int = 0
    masks = cython.declare(cython.uint[9])
    leave = cython.declare(cython.uint[3])
    thirds = cython.declare(cython.uint[96])  # what each third of a lane's cells has
    if cython.compiled:
        if VECTOR:
            return uniform_singles(cython.address(state.lanes[0]), kept, changed)
    for j in range(9):
        changed[j] = 0
    for lane in range(WIDTH):
        if not (lanes >> lane) & 1 or HOUSE[lane] >= LINES:
            continue
        for k in range(3):
            thirds[WIDTH * k + lane] = 0
            for j in range(3 * k, 3 * k + 3):
                thirds[WIDTH * k + lane] |= cython.cast(cython.uint, state.masks[CELL[WIDTH * j + lane]])
    for lane in range(WIDTH):
        if not (lanes >> lane) & 1:
            continue
        once = twice = known = again = open_ = 0
        for j in range(9):
            masks[j] = mask = cython.cast(cython.uint, state.masks[CELL[WIDTH * j + lane]])
            twice |= once & mask
            once |= mask
            if mask & (mask - 1) == 0:
                again |= known & mask
                known |= mask
            else:
                open_ |= mask
        if once != state.full:
            return ~lane
        once &= ~twice
        found: cython.uint = again | (open_ & known) | (once & ~known)
        for k in range(3):
            leave[k] = 0
        if HOUSE[lane] < LINES:
            for k in range(3):
                mask = thirds[WIDTH * k + lane]  # less what the box has elsewhere, this leaves the rest of the line
                for o in range(lane & ~3, (lane & ~3) + 3):
                    if o != lane:
                        mask &= ~thirds[WIDTH * k + o]
                        other: cython.uint = thirds[WIDTH * ((k + 1) % 3) + o] | thirds[WIDTH * ((k + 2) % 3) + o]
                        leave[k] |= thirds[WIDTH * k + o] & ~other
                leave[(k + 1) % 3] |= mask
                leave[(k + 2) % 3] |= mask
            for k in range(3):
                found |= leave[k] & thirds[WIDTH * k + lane]
        if not found:
            continue
        for j in range(9):
            mask = masks[j]
            alone: cython.uint = mask & once
            kept[WIDTH * j + lane] = mask & ~(leave[j // 3] | (again if mask & (mask - 1) == 0 else known))
            if alone:
                kept[WIDTH * j + lane] &= 0 if alone & (alone - 1) else alone
            if kept[WIDTH * j + lane] != mask:
                changed[j] |= cython.cast(cython.uint, 1) << lane
                some = 1
    return some


def _pairs(state: State, lanes: cython.uint, kept: cython.p_ushort, changed: cython.p_uint) -> cython.int:
    """A round of pairs in some lanes; see `uniform_pairs`."""
    cython.declare(lane=cython.int, j=cython.int, k=cython.int, mask=cython.uint, paired=cython.uint, again=cython.uint)
    some: cython.int = 0
    masks = cython.declare(cython.uint[9])
    own = cython.declare(cython.uint[9])
    if cython.compiled:
        if VECTOR:
            return uniform_pairs(cython.address(state.lanes[0]), kept, changed)
    for j in range(9):
        changed[j] = 0
    for lane in range(WIDTH):
        if not (lanes >> lane) & 1:
            continue
        paired = again = 0
        for j in range(9):
            masks[j] = mask = cython.cast(cython.uint, state.masks[CELL[WIDTH * j + lane]])
            more: cython.uint = mask & (mask - 1)
            own[j] = 0
            if more and more & (more - 1) == 0:
                for k in range(j):
                    if masks[k] == mask:
                        again |= paired & mask
                        paired |= mask
                        own[j] = own[k] = mask
        for j in range(9):
            kept[WIDTH * j + lane] = 0 if again else masks[j] & ~(paired & ~own[j])
            if kept[WIDTH * j + lane] != masks[j]:
                changed[j] |= cython.cast(cython.uint, 1) << lane
                some = 1
    return some
