# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Cells that are all different: hidden singles, naked pairs, what two full houses share, the rule under a condition.

That a digit leaves the peers of its cell is `State.spread`'s work. Code after the kind and the gate:
HOUSE: cells, which hold every digit once, then the place in `table` of the same cells as bits, and where in
`State.near` the cells beside them begin (0: nowhere, see `near.py`);
CROSSING: cells of one full house outside another, cells of the other outside the one: both hold the same digits;
DIFFERENT: cells, for where the peers do not know of it. Each list after its length.
"""

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import lowest64
    from cython.cimports.cpsudoku.kernels.rules.near import near
    from cython.cimports.cpsudoku.kernels.rules.state import State
else:
    from cpsudoku.kernels.bits import lowest64
    from cpsudoku.kernels.rules.near import near
    from cpsudoku.kernels.rules.state import State


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def house(state: State, at: cython.int) -> cython.int:
    """Digits with one place go there, those with two or three leave who sees these; 0 where one has none.

    Two digits that two cells have for themselves leave the others.
    """
    first: cython.int = at + 3
    end: cython.int = first + state.code[at + 2]
    k: cython.int
    cell: cython.int
    mask: cython.ulonglong
    once: cython.ulonglong = 0
    twice: cython.ulonglong = 0
    thrice: cython.ulonglong = 0
    often: cython.ulonglong = 0
    known: cython.ulonglong = 0
    more: cython.ulonglong
    two: cython.ulonglong[64]
    pairs: cython.int = 0
    mark: cython.int
    j: cython.int
    if not cython.compiled:
        two = [0] * 64
    for k in range(first, end):
        mask = state.masks[state.code[k]]
        more = mask & (mask - 1)
        if more == 0:
            known |= mask
        elif more & (more - 1) == 0:
            two[pairs] = mask
            pairs += 1
        often |= thrice & mask
        thrice |= twice & mask
        twice |= once & mask
        once |= mask
    if once != state.full:
        state.broken = state.code[first]
        return 0
    once &= ~twice
    if once & ~known:
        for k in range(first, end):
            cell = state.code[k]
            mask = state.masks[cell] & once
            if mask and mask != state.masks[cell] and (mask & (mask - 1) or not state.restrict(cell, mask)):
                state.broken = cell
                return 0
    mark = state.trail_end
    for k in range(1, pairs):
        for j in range(k):
            if two[j] == two[k] and not _pair(state, first, end, two[k]):
                return 0
    if not _point(state, first, end, twice & ~often):
        return 0
    if state.tied and state.code[end + 1] and mark == state.trail_end:
        return near(state, first, end, twice & ~often)
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pair(state: State, first: cython.int, end: cython.int, pair: cython.ulonglong) -> cython.int:
    """The two digits, which two cells had alone, leave the other cells."""
    k: cython.int
    cell: cython.int
    alone: cython.int = 0
    mask: cython.ulonglong
    for k in range(first, end):
        cell = state.code[k]
        mask = state.masks[cell]
        alone += mask == pair
        if (mask & pair and mask != pair and not state.restrict(cell, mask & ~pair)) or alone > 2:
            state.broken = cell
            return 0
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _point(state: State, first: cython.int, end: cython.int, digits: cython.ulonglong) -> cython.int:
    """As `State.point`, for digits with three places at most in a house, whose own cells need no look."""
    k: cython.int
    j: cython.int
    other: cython.int
    one: cython.int
    two: cython.int
    three: cython.int
    bit: cython.ulonglong
    row: cython.ulonglong
    while digits:
        bit = digits & (~digits + 1)
        digits &= digits - 1
        one = two = three = -1
        for k in range(first, end):
            if state.masks[state.code[k]] & bit:
                three = two
                two = one
                one = state.code[k] * state.words
        if one < 0:  # its places went to digits that have no other
            state.broken = state.code[first]
            return 0
        for j in range(state.words):
            row = state.peers[one + j] & ~state.table[state.code[end] + j]
            if two >= 0:
                row &= state.peers[two + j]
            if three >= 0:
                row &= state.peers[three + j]
            while row:
                other = (j << 6) + lowest64(row)
                row &= row - 1
                if state.masks[other] & bit and not state.restrict(other, state.masks[other] & ~bit):
                    return 0
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def crossing(state: State, at: cython.int) -> cython.int:
    """Digits that one side cannot hold leave the other."""
    k: cython.int
    middle: cython.int = at + 3 + state.code[at + 2]
    end: cython.int = middle + 1 + state.code[middle]
    one: cython.ulonglong = 0
    other: cython.ulonglong = 0
    for k in range(at + 3, middle):
        one |= state.masks[state.code[k]]
    for k in range(middle + 1, end):
        other |= state.masks[state.code[k]]
    if one == other:
        return 1
    if one & ~other:
        for k in range(at + 3, middle):
            if not state.restrict(state.code[k], other):
                return 0
    if other & ~one:
        for k in range(middle + 1, end):
            if not state.restrict(state.code[k], one):
                return 0
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def different(state: State, at: cython.int) -> cython.int:
    """Digits of single cells leave the others."""
    first: cython.int = at + 3
    end: cython.int = first + state.code[at + 2]
    k: cython.int
    j: cython.int
    mask: cython.ulonglong
    for k in range(first, end):
        mask = state.masks[state.code[k]]
        if mask & (mask - 1) == 0:
            for j in range(first, end):
                if j != k and not state.restrict(state.code[j], state.masks[state.code[j]] & ~mask):
                    return 0
    return 1
