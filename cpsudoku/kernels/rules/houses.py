# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Cells that are all different: hidden singles, naked pairs, what two full houses share, the rule under a condition.

That a digit leaves the peers of its cell is `State.spread`'s work. Code after the kind and the gate:
HOUSE: cells, which hold every digit once, then where in `State.sights` those who see them begin (see `sights.py`), and
in `State.near` the cells beside them (0: nowhere, see `near.py`);
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

LANE = cython.declare(cython.ulonglong, 0xFFFF)
LANES = cython.declare(cython.ulonglong, 0x0001_0001_0001)
HIGH = cython.declare(cython.ulonglong, 0x8000_8000_8000)
BELOW = cython.declare(cython.ulonglong, 0x7FFF_7FFF_7FFF)


def house(state: State, at: cython.int) -> cython.int:
    """Digits with one place go there, those with two or three leave who sees these; 0 where one has none.

    Two digits that two cells have for themselves leave the others.
    """
    first: cython.int = at + 3
    end: cython.int = first + state.code[at + 2]
    cython.declare(k=cython.int, j=cython.int)
    once: cython.ulonglong = 0
    twice: cython.ulonglong = 0
    thrice: cython.ulonglong = 0
    often: cython.ulonglong = 0
    known: cython.ulonglong = 0
    two = cython.declare(cython.ulonglong[64])
    pairs: cython.int = 0
    mark: cython.int = state.trail_end
    if at < state.board_end:
        return beside(state, first)
    if end == first + 9:
        return nine(state, first)
    for k in range(first, end):
        mask: cython.ulonglong = state.masks[state.code[k]]
        more: cython.ulonglong = mask & (mask - 1)
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
    if once & ~known and not _hidden(state, first, end, once):
        return 0
    for k in range(1, pairs):
        for j in range(k):
            if two[j] == two[k] and not _pair(state, first, end, two[k]):
                return 0
    if twice & ~often and not _point(
        state, state.code[end] + 2, state.sights[state.code[end]], twice & ~thrice, thrice & ~often
    ):
        return 0
    if state.tied and state.code[end + 1] and mark == state.trail_end:
        return near(state, first, end, twice & ~often)
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def nine(state: State, first: cython.int) -> cython.int:
    """As `house`, for the nine cells from *first* on: three words hold them, a lane of 16 bits for each three in a row.

    What a house's threes say is said of all lanes at once; so a house costs a third.
    """
    end: cython.int = first + 9
    mark: cython.int = state.trail_end
    a: cython.ulonglong = _lanes(state, first)
    b: cython.ulonglong = _lanes(state, first + 1)
    c: cython.ulonglong = _lanes(state, first + 2)
    a_more: cython.ulonglong = a & (a - LANES)
    b_more: cython.ulonglong = b & (b - LANES)
    c_more: cython.ulonglong = c & (c - LANES)
    # how often each lane has a digit
    once: cython.ulonglong = a | b | c
    if (a_more | b_more | c_more) == 0:  # all is known
        if (once | (once >> 16) | (once >> 32)) & LANE == state.full:
            return 1
        state.broken = state.code[first]
        return 0
    twice: cython.ulonglong = (a & b) | ((a | b) & c)
    thrice: cython.ulonglong = a & b & c
    # and all of them
    x: cython.ulonglong = once | (once >> 16)
    xx: cython.ulonglong = twice | (twice >> 16) | (once & (once >> 16))
    xxx: cython.ulonglong = thrice | (thrice >> 16) | (twice & (once >> 16)) | (once & (twice >> 16))
    often: cython.ulonglong = (thrice & (once >> 16)) | (twice & (twice >> 16)) | (once & (thrice >> 16))
    often |= (xxx & (once >> 32)) | (xx & (twice >> 32)) | (x & (thrice >> 32))
    xxx |= (thrice >> 32) | (xx & (once >> 32)) | (x & (twice >> 32))
    xx |= (twice >> 32) | (x & (once >> 32))
    x |= once >> 32
    two: cython.ulonglong = xx & ~xxx & LANE
    three: cython.ulonglong = xxx & ~often & LANE
    # cells with several digits: the highest bit of their lanes
    a_open: cython.ulonglong = (a_more + BELOW) & HIGH
    b_open: cython.ulonglong = (b_more + BELOW) & HIGH
    c_open: cython.ulonglong = (c_more + BELOW) & HIGH
    known: cython.ulonglong = (
        (a & ~(a_open - (a_open >> 15))) | (b & ~(b_open - (b_open >> 15))) | (c & ~(c_open - (c_open >> 15)))
    )
    known |= (known >> 16) | (known >> 32)
    if x & LANE != state.full:
        state.broken = state.code[first]
        return 0
    x &= ~xx & LANE
    if x & ~known and not _hidden(state, first, end, x):
        return 0
    # cells with two
    a_more &= a_more - (a_open >> 15)
    b_more &= b_more - (b_open >> 15)
    c_more &= c_more - (c_open >> 15)
    a_open &= ~(a_more + BELOW)
    b_open &= ~(b_more + BELOW)
    c_open &= ~(c_more + BELOW)
    x = a_open | (b_open >> 1) | (c_open >> 2)
    if x & (x - 1) and not _pairs(state, first, end):
        return 0
    if mark != state.trail_end:
        return 1  # the queue has the house again
    if two | three:
        once = (twice & (two * LANES)) | (thrice & (three * LANES))
        here: cython.int = _threes(state, state.code[end], once)
        if here and state.sights[state.code[end] + 1] > 3:
            here = _lines(state, here, _across(a, two, three), _across(b, two, three), _across(c, two, three))
        left: cython.int = state.sights[state.code[end]] - state.sights[state.code[end] + 1]
        if not here or (left and not _point(state, here, left, two, three)):
            return 0
    if state.tied and state.code[end + 1] and mark == state.trail_end:
        return near(state, first, end, two | three)
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def beside(state: State, first: cython.int) -> cython.int:
    """As `nine`, for a house of which `board.py` says the rest: what follows for those outside it by other rules."""
    end: cython.int = first + 9
    here: cython.int = state.code[end]
    left: cython.int = state.sights[here]
    k: cython.int
    mark: cython.int = state.trail_end
    once: cython.ulonglong = 0
    twice: cython.ulonglong = 0
    thrice: cython.ulonglong = 0
    often: cython.ulonglong = 0
    for k in range(first, end):
        mask: cython.ulonglong = state.masks[state.code[k]]
        often |= thrice & mask
        thrice |= twice & mask
        twice |= once & mask
        once |= mask
    twice &= ~often
    here += 1
    while left and twice:
        left -= 1
        if not _seen(state, first, here, twice):
            return 0
        here += 10 + state.sights[here]
    if state.tied and state.code[end + 1] and mark == state.trail_end:
        return near(state, first, end, twice)
    return 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _seen(state: State, first: cython.int, at: cython.int, digits: cython.ulonglong) -> cython.int:
    """The digits leave those of a group of cells (`sights.py`) that see all of their places in the house; or 0."""
    cython.declare(k=cython.int, d=cython.int, who=cython.int, mask=cython.ulonglong)
    sees = cython.declare(cython.int[16])
    for d in range(9):
        sees[d] = -1
    for k in range(9):
        mask = state.masks[state.code[first + k]] & digits
        who = state.sights[at + 1 + k]
        while mask:
            sees[lowest64(mask)] &= who
            mask &= mask - 1
    while digits:
        who = sees[lowest64(digits)]
        mask = digits & (~digits + 1)
        digits ^= mask
        while who:
            k = state.sights[at + 10 + lowest64(who)]
            who &= who - 1
            if state.masks[k] & mask and not state.restrict(k, state.masks[k] & ~mask):
                return 0
    return 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _lanes(state: State, at: cython.int) -> cython.ulonglong:
    """The masks of a cell and of the third and the sixth after it, a lane each."""
    return (
        state.masks[state.code[at]] | (state.masks[state.code[at + 3]] << 16) | (state.masks[state.code[at + 6]] << 32)
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _across(word: cython.ulonglong, two: cython.ulonglong, three: cython.ulonglong) -> cython.ulonglong:
    """Those of the digits with *two* and *three* places that have all of them in the lanes of a word."""
    some: cython.ulonglong = word & (word >> 16)
    ends: cython.ulonglong = word & (word >> 32)
    return ((some | (some >> 16) | ends) & two) | (some & ends & three)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _threes(state: State, at: cython.int, digits: cython.ulonglong) -> cython.int:
    """What each lane has of *digits* leaves who sees its cells; where the sets after these begin, 0 on contradiction.

    *at*: where the house's sets begin; where it has no threes, nothing is done.
    """
    if not state.sights[at + 1]:
        return at + 2
    return _lines(state, at + 2, digits & LANE, (digits >> 16) & LANE, digits >> 32)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _lines(
    state: State, at: cython.int, one: cython.ulonglong, two: cython.ulonglong, three: cython.ulonglong
) -> cython.int:
    """The digits of each of three sets, the first at *at*, leave who sees it; where the next set begins, or 0."""
    if one and not _leave(state, at + 5, state.sights[at + 1], one):
        return 0
    at += 5 + state.sights[at + 1]
    if two and not _leave(state, at + 5, state.sights[at + 1], two):
        return 0
    at += 5 + state.sights[at + 1]
    if three and not _leave(state, at + 5, state.sights[at + 1], three):
        return 0
    return at + 5 + state.sights[at + 1]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _leave(state: State, first: cython.int, number: cython.int, digits: cython.ulonglong) -> cython.int:
    """The digits leave a *number* of cells, listed from *first* on; 0 where one keeps none."""
    k: cython.int
    if digits:
        for k in range(first, first + number):
            if state.masks[state.sights[k]] & digits:
                if not state.restrict(state.sights[k], state.masks[state.sights[k]] & ~digits):
                    return 0
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hidden(state: State, first: cython.int, end: cython.int, digits: cython.ulonglong) -> cython.int:
    """Digits with one place go there; 0 where two have the same."""
    k: cython.int
    for k in range(first, end):
        cell: cython.int = state.code[k]
        mask: cython.ulonglong = state.masks[cell] & digits
        if mask and mask != state.masks[cell] and (mask & (mask - 1) or not state.restrict(cell, mask)):
            state.broken = cell
            return 0
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pairs(state: State, first: cython.int, end: cython.int) -> cython.int:
    """Cells with the same two digits take them from the others."""
    cython.declare(k=cython.int, j=cython.int)
    for k in range(first + 1, end):
        mask: cython.ulonglong = state.masks[state.code[k]]
        more: cython.ulonglong = mask & (mask - 1)
        if more and more & (more - 1) == 0:
            for j in range(first, k):
                if state.masks[state.code[j]] == mask and not _pair(state, first, end, mask):
                    return 0
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pair(state: State, first: cython.int, end: cython.int, pair: cython.ulonglong) -> cython.int:
    """The two digits, which two cells had alone, leave the other cells."""
    k: cython.int
    alone: cython.int = 0
    for k in range(first, end):
        cell: cython.int = state.code[k]
        mask: cython.ulonglong = state.masks[cell]
        alone += mask == pair
        if (mask & pair and mask != pair and not state.restrict(cell, mask & ~pair)) or alone > 2:
            state.broken = cell
            return 0
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _point(
    state: State, at: cython.int, left: cython.int, two: cython.ulonglong, three: cython.ulonglong
) -> cython.int:
    """Digits with *two* and with *three* places in a house leave the cells that see these; 0 where one has no digit.

    *left* sets of the house's cells that others see begin at *at*.
    """
    cython.declare(k=cython.int, once=cython.ulonglong, twice=cython.ulonglong, thrice=cython.ulonglong)
    while left:
        left -= 1
        middle: cython.int = at + 2 + state.sights[at]
        once = twice = thrice = 0
        for k in range(at + 2, middle):
            mask: cython.ulonglong = state.masks[state.sights[k]]
            thrice |= twice & mask
            twice |= once & mask
            once |= mask
        if not _leave(state, middle, state.sights[at + 1], (twice & two) | (thrice & three)):
            return 0
        at = middle + state.sights[at + 1]
    return 1


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


def different(state: State, at: cython.int) -> cython.int:
    """Digits of single cells leave the others."""
    first: cython.int = at + 3
    end: cython.int = first + state.code[at + 2]
    cython.declare(k=cython.int, j=cython.int)
    for k in range(first, end):
        mask: cython.ulonglong = state.masks[state.code[k]]
        if mask & (mask - 1) == 0:
            for j in range(first, end):
                if j != k and not state.restrict(state.code[j], state.masks[state.code[j]] & ~mask):
                    return 0
    return 1
