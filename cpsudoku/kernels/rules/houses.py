# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Cells that are all different: hidden singles, naked pairs, what two full houses share, and houses under a condition.

`State.spread` removes a known digit from the peers of its cell. HOUSE: each digit occurs once; cells outside that see
all places of a digit lose it (`visibility.py` lists them), and so do cells that pairs link to these places
(`links.py`). CROSSING: the cells of two full houses that they do not share hold the same digits. DIFFERENT: cells
that differ only under a condition, so that the peers do not include them.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64
from cython.cimports.cpsudoku.kernels.rules.links import restrict_linked
from cython.cimports.cpsudoku.kernels.rules.records import Crossing, Different, House
from cython.cimports.cpsudoku.kernels.rules.state import State

LANE = cython.declare(cython.ulonglong, 0xFFFF)
LANES = cython.declare(cython.ulonglong, 0x0001_0001_0001)
HIGH = cython.declare(cython.ulonglong, 0x8000_8000_8000)
BELOW = cython.declare(cython.ulonglong, 0x7FFF_7FFF_7FFF)


def propagate_house(state: State, house: House, on_board: cython.int) -> cython.int:
    """Place digits with one place, remove those with two or three from the cells that see these; 0 where one has none.

    Two digits that are all that two cells have are removed from the others. *on_board*: a house of `board.py`.
    """
    if on_board:
        return _beyond_board(state, house)
    if house.size == 9:
        return _nine_cells(state, house)
    cython.declare(k=cython.int, pairs=cython.int, once=cython.ulonglong, twice=cython.ulonglong)
    cython.declare(thrice=cython.ulonglong, often=cython.ulonglong, known=cython.ulonglong)
    mark: cython.int = state.trail_end
    once = twice = thrice = often = known = pairs = 0
    for k in range(house.size):
        mask: cython.ulonglong = state.masks[house.cells[k]]
        more: cython.ulonglong = mask & (mask - 1)
        if more == 0:
            known |= mask
        elif more & (more - 1) == 0:
            pairs += 1
        often |= thrice & mask
        thrice |= twice & mask
        twice |= once & mask
        once |= mask
    if once != state.full:
        return state.fail(house.cells[0])
    once &= ~twice
    if once & ~known and not _hidden_singles(state, house, once):
        return 0
    if pairs > 1 and not _naked_pairs(state, house):
        return 0
    at: cython.int = house.visibility
    if twice & ~often and not _point(state, at + 2, state.visibility[at], twice & ~thrice, thrice & ~often):
        return 0
    if state.linked and house.links and mark == state.trail_end:
        return restrict_linked(state, house, twice & ~often)
    return 1


def _nine_cells(state: State, house: House) -> cython.int:
    """As `propagate_house`, for nine cells, at a third of the cost: three words, with 16 bits for each cell in a row.

    What three cells in a row share is found for all three words at once.
    """
    mark: cython.int = state.trail_end
    a: cython.ulonglong = _three_cells(state, house, 0)
    b: cython.ulonglong = _three_cells(state, house, 1)
    c: cython.ulonglong = _three_cells(state, house, 2)
    a_more: cython.ulonglong = a & (a - LANES)
    b_more: cython.ulonglong = b & (b - LANES)
    c_more: cython.ulonglong = c & (c - LANES)
    # how often each lane has a digit
    once: cython.ulonglong = a | b | c
    if (a_more | b_more | c_more) == 0:  # all is known
        if (once | (once >> 16) | (once >> 32)) & LANE == state.full:
            return 1
        return state.fail(house.cells[0])
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
    known: cython.ulonglong = a & ~(a_open - (a_open >> 15))
    known |= (b & ~(b_open - (b_open >> 15))) | (c & ~(c_open - (c_open >> 15)))
    known |= (known >> 16) | (known >> 32)
    if x & LANE != state.full:
        return state.fail(house.cells[0])
    x &= ~xx & LANE
    if x & ~known and not _hidden_singles(state, house, x):
        return 0
    # cells with two
    a_more &= a_more - (a_open >> 15)
    b_more &= b_more - (b_open >> 15)
    c_more &= c_more - (c_open >> 15)
    a_open &= ~(a_more + BELOW)
    b_open &= ~(b_more + BELOW)
    c_open &= ~(c_more + BELOW)
    x = a_open | (b_open >> 1) | (c_open >> 2)
    if x & (x - 1) and not _naked_pairs(state, house):
        return 0
    if mark != state.trail_end:
        return 1  # the queue has the house again
    if two | three:
        once = (twice & (two * LANES)) | (thrice & (three * LANES))
        at: cython.int = house.visibility + 2
        fixed: cython.int = state.visibility[house.visibility + 1]
        if fixed:
            at = _three_sets(state, at, once & LANE, (once >> 16) & LANE, once >> 32)
        if at and fixed > 3:
            at = _three_sets(state, at, _across(a, two, three), _across(b, two, three), _across(c, two, three))
        fixed = state.visibility[house.visibility] - fixed
        if not at or (fixed and not _point(state, at, fixed, two, three)):
            return 0
    if state.linked and house.links and mark == state.trail_end:
        return restrict_linked(state, house, two | three)
    return 1


def _beyond_board(state: State, house: House) -> cython.int:
    """What follows for cells outside a house of nine cells that `board.py` propagates, by other rules."""
    at: cython.int = house.visibility + 1
    left: cython.int = state.visibility[house.visibility]
    mark: cython.int = state.trail_end
    cython.declare(k=cython.int, once=cython.ulonglong, twice=cython.ulonglong)
    cython.declare(thrice=cython.ulonglong, often=cython.ulonglong)
    once = twice = thrice = often = 0
    for k in range(9):
        mask: cython.ulonglong = state.masks[house.cells[k]]
        often |= thrice & mask
        thrice |= twice & mask
        twice |= once & mask
        once |= mask
    twice &= ~often
    while left and twice:
        left -= 1
        if not _remove_from_group(state, house, at, twice):
            return 0
        at += 10 + state.visibility[at]
    if state.linked and house.links and mark == state.trail_end:
        return restrict_linked(state, house, twice)
    return 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _remove_from_group(state: State, house: House, at: cython.int, digits: cython.ulonglong) -> cython.int:
    """Remove digits from the cells of a group (`visibility.py`) that see all their places; 0 where none is left."""
    cython.declare(k=cython.int, d=cython.int, viewers=cython.int, mask=cython.ulonglong)
    sees = cython.declare(cython.int[16])
    for d in range(9):
        sees[d] = -1
    for k in range(9):
        mask = state.masks[house.cells[k]] & digits
        viewers = state.visibility[at + 1 + k]
        while mask:
            sees[lowest64(mask)] &= viewers
            mask &= mask - 1
    while digits:
        viewers = sees[lowest64(digits)]
        mask = digits & (~digits + 1)
        digits ^= mask
        while viewers:
            k = state.visibility[at + 10 + lowest64(viewers)]
            viewers &= viewers - 1
            if state.masks[k] & mask and not state.restrict(k, state.masks[k] & ~mask):
                return 0
    return 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _three_cells(state: State, house: House, k: cython.int) -> cython.ulonglong:
    """The masks of the k-th cell and of the third and the sixth after it, 16 bits each."""
    low: cython.ulonglong = state.masks[house.cells[k]] | (state.masks[house.cells[k + 3]] << 16)
    return low | (state.masks[house.cells[k + 6]] << 32)


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
def _three_sets(
    state: State, at: cython.int, one: cython.ulonglong, two: cython.ulonglong, three: cython.ulonglong
) -> cython.int:
    """Remove the digits of each of three sets, the first at *at*, from the cells that see it.

    The place of the next set; 0 where a cell has no digit left.
    """
    if one and not _remove(state, at + 5, state.visibility[at + 1], one):
        return 0
    at += 5 + state.visibility[at + 1]
    if two and not _remove(state, at + 5, state.visibility[at + 1], two):
        return 0
    at += 5 + state.visibility[at + 1]
    if three and not _remove(state, at + 5, state.visibility[at + 1], three):
        return 0
    return at + 5 + state.visibility[at + 1]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _remove(state: State, first: cython.int, number: cython.int, digits: cython.ulonglong) -> cython.int:
    """Remove the digits from a *number* of cells, listed from *first* on; 0 where one has none left."""
    if digits:
        for k in range(first, first + number):
            cell: cython.int = state.visibility[k]
            if state.masks[cell] & digits and not state.restrict(cell, state.masks[cell] & ~digits):
                return 0
    return 1


def _hidden_singles(state: State, house: House, digits: cython.ulonglong) -> cython.int:
    """Place digits that have one place; 0 where two have the same."""
    for k in range(house.size):
        cell: cython.int = house.cells[k]
        mask: cython.ulonglong = state.masks[cell] & digits
        if mask and mask != state.masks[cell] and (mask & (mask - 1) or not state.restrict(cell, mask)):
            return state.fail(cell)
    return 1


def _naked_pairs(state: State, house: House) -> cython.int:
    """Remove the digits of two cells with the same two from the others."""
    for k in range(1, house.size):
        mask: cython.ulonglong = state.masks[house.cells[k]]
        more: cython.ulonglong = mask & (mask - 1)
        if more and more & (more - 1) == 0:
            for j in range(k):
                if state.masks[house.cells[j]] == mask and not _remove_pair(state, house, mask):
                    return 0
    return 1


def _remove_pair(state: State, house: House, pair: cython.ulonglong) -> cython.int:
    """Remove two digits, which are all that two cells have, from the other cells."""
    alone: cython.int = 0
    for k in range(house.size):
        cell: cython.int = house.cells[k]
        mask: cython.ulonglong = state.masks[cell]
        alone += mask == pair
        if (mask & pair and mask != pair and not state.restrict(cell, mask & ~pair)) or alone > 2:
            return state.fail(cell)
    return 1


def _point(state: State, at, left, two, three) -> cython.int:
    """Remove digits with *two* and with *three* places in a house from the cells that see these; 0 where none is left.

    *left* sets of the house's cells that others see are listed from *at* on.
    """
    cython.declare(k=cython.int, once=cython.ulonglong, twice=cython.ulonglong, thrice=cython.ulonglong)
    while left:
        left -= 1
        middle: cython.int = at + 2 + state.visibility[at]
        once = twice = thrice = 0
        for k in range(at + 2, middle):
            mask: cython.ulonglong = state.masks[state.visibility[k]]
            thrice |= twice & mask
            twice |= once & mask
            once |= mask
        if not _remove(state, middle, state.visibility[at + 1], (twice & two) | (thrice & three)):
            return 0
        at = middle + state.visibility[at + 1]
    return 1


def propagate_crossing(state: State, crossing: Crossing) -> cython.int:
    """Remove the digits that one side cannot hold from the other."""
    cython.declare(k=cython.int, left=cython.ulonglong, right=cython.ulonglong)
    end: cython.int = crossing.left + crossing.right
    left = right = 0
    for k in range(crossing.left):
        left |= state.masks[crossing.cells[k]]
    for k in range(crossing.left, end):
        right |= state.masks[crossing.cells[k]]
    if left & ~right:
        for k in range(crossing.left):
            if not state.restrict(crossing.cells[k], right):
                return 0
    if right & ~left:
        for k in range(crossing.left, end):
            if not state.restrict(crossing.cells[k], left):
                return 0
    return 1


def propagate_different(state: State, different: Different) -> cython.int:
    """Remove the digits of known cells from the others."""
    for k in range(different.size):
        mask: cython.ulonglong = state.masks[different.cells[k]]
        if mask & (mask - 1) == 0:
            for j in range(different.size):
                cell: cython.int = different.cells[j]
                if j != k and not state.restrict(cell, state.masks[cell] & ~mask):
                    return 0
    return 1
