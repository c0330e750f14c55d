# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Sums of factors times cells or literals: bounds that know which cells differ, then which sums can be reached.

A cell counts the number of its bit, a literal 0 or 1. A group is one term, or cells that all differ and have one
factor. Where all terms together vary by less than WIDE, a value stays if it is part of some way to a total, each term
taken by itself.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import highest64, lowest64
from cython.cimports.cpsudoku.kernels.rules.records import Sum, Term
from cython.cimports.cpsudoku.kernels.rules.state import State

WIDE = cython.declare(cython.longlong, 64)
BIT = cython.declare(cython.ulonglong, 1)
BIAS = cython.declare(cython.longlong, 1 << 40)
"""What the table adds to a total, so that it is not negative."""


def propagate_sum(state: State, sum_: Sum) -> cython.int:
    """Keep the values that can be part of a total; 0 where none can be reached.

    `State.low` and `high` hold the least and the greatest value of each term, and at `size` + k what `_bound_group`
    finds of the group that begins at term k.
    """
    cython.declare(k=cython.int, first=cython.int, count=cython.int, found=cython.int, value=cython.longlong)
    cython.declare(least=cython.longlong, most=cython.longlong, low=cython.longlong, high=cython.longlong)
    terms: Term = sum_.terms
    size: cython.int = sum_.size
    others: cython.int = 4 * size
    mark: cython.int = state.trail_end
    least = most = low = high = first = found = 0
    for k in range(size):
        _bound_term(state, terms, k)
    while first < size:
        count = terms[first].group
        if count == 1:
            state.low[size + first] = state.low[first]
            state.high[size + first] = state.high[first]
        else:
            _bound_group(state, terms, first, size)
        low += state.low[size + first]
        high += state.high[size + first]
        first += count
    for k in range(sum_.number):
        value = cython.cast(cython.longlong, state.table[sum_.totals + k]) - BIAS
        if low <= value <= high:
            if found == 0:
                least = value
            most = value
            found = 1
    if found == 0:
        return state.fail(-1)
    first = 0
    while first < size:
        count = terms[first].group
        for k in range(first, first + count):
            if state.low[k] == state.high[k]:
                continue
            if count > 1:
                _bound_others(state, terms, first, k, size)
            value = most - (low - state.low[size + first]) - (state.low[others] if count > 1 else 0)
            if state.high[k] > value and not _at_most(state, terms[k].variable, terms[k].factor, value):
                return 0
            value = least - (high - state.high[size + first]) - (state.high[others] if count > 1 else 0)
            if state.low[k] < value and not _at_most(state, terms[k].variable, -terms[k].factor, -value):
                return 0
        first += count
    if mark != state.trail_end:
        return 1  # it is in the queue again
    low = high = found = 0
    for k in range(size):
        low += state.low[k]
        high += state.high[k]
        if state.low[k] != state.high[k]:
            found += 1
    if found == 0 or high - low >= WIDE:
        return 1
    return _reach(state, sum_, low, high - low)


def _bound_term(state: State, terms: Term, k: cython.int) -> cython.void:
    """Write to low[k] and high[k] what the term can be, at least and at most."""
    variable: cython.int = terms[k].variable
    if variable >= 0:
        _bound(state, k, terms[k].factor, lowest64(state.masks[variable]), highest64(state.masks[variable]))
    else:
        known: cython.int = state.holds(-1 - variable)
        _bound(state, k, terms[k].factor, 1 if known == 1 else 0, 0 if known == 0 else 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bound(
    state: State, at: cython.int, factor: cython.longlong, least: cython.longlong, most: cython.longlong
) -> cython.void:
    """Write to low[at] and high[at] the factor times what is between *least* and *most*."""
    state.low[at] = least * factor if factor > 0 else most * factor
    state.high[at] = most * factor if factor > 0 else least * factor


def _bound_group(state: State, terms: Term, first: cython.int, size: cython.int) -> cython.void:
    """The least and greatest sum of a group: each cell by itself, or as many of its digits as there are cells.

    They go to `low` and `high` at *size* + *first*; then, *size* further each, the same of one cell less, and of each
    cell by itself. reach[2 * first]: the group's digits, reach[2 * first + 1]: those that one cell alone has.
    """
    cython.declare(k=cython.int, low=cython.longlong, high=cython.longlong, once=cython.ulonglong)
    cython.declare(twice=cython.ulonglong)
    at: cython.int = size + first
    count: cython.int = terms[first].group
    low = high = once = twice = 0
    for k in range(first, first + count):
        low += state.low[k]
        high += state.high[k]
        mask: cython.ulonglong = state.masks[terms[k].variable]
        twice |= once & mask
        once |= mask
    state.reach[2 * first] = once
    state.reach[2 * first + 1] = once & ~twice
    _bound(state, at, terms[first].factor, _lowest(once, count), _highest(once, count))
    state.low[at] = max(low, state.low[at])
    state.high[at] = min(high, state.high[at])
    _bound(state, at + size, terms[first].factor, _lowest(once, count - 1), _highest(once, count - 1))
    state.low[at + 2 * size] = low
    state.high[at + 2 * size] = high


def _bound_others(state: State, terms: Term, first: cython.int, but: cython.int, size: cython.int) -> cython.void:
    """The same of a group without term *but*, at 4 * *size*."""
    at: cython.int = 2 * size + first
    end: cython.int = 4 * size
    count: cython.int = terms[first].group - 1
    own: cython.ulonglong = state.masks[terms[but].variable] & state.reach[2 * first + 1]
    if own:
        own = state.reach[2 * first] & ~own
        _bound(state, end, terms[but].factor, _lowest(own, count), _highest(own, count))
    else:
        state.low[end] = state.low[at]
        state.high[end] = state.high[at]
    state.low[end] = max(state.low[end], state.low[at + size] - state.low[but])
    state.high[end] = min(state.high[end], state.high[at + size] - state.high[but])


def _lowest(mask: cython.ulonglong, count: cython.int) -> cython.longlong:
    """The sum of the lowest *count* bits' numbers; of all where there are fewer."""
    found: cython.longlong = 0
    while mask and count:
        found += lowest64(mask)
        mask &= mask - 1
        count -= 1
    return found


def _highest(mask: cython.ulonglong, count: cython.int) -> cython.longlong:
    """The sum of the highest *count* bits' numbers; of all where there are fewer (too few digits: nothing is lost)."""
    found: cython.longlong = 0
    while mask and count:
        top: cython.int = highest64(mask)
        found += top
        mask ^= BIT << top
        count -= 1
    return found


def _at_most(state: State, variable: cython.int, factor: cython.longlong, value: cython.longlong) -> cython.int:
    """The factor times the variable is *value* at most; 0 where nothing is left."""
    if variable < 0:  # a literal that counts too much is false; one that would take away is true
        return state.refuse(-1 - variable) if factor > 0 else state.require(-1 - variable)
    kept: cython.ulonglong = 0
    mask: cython.ulonglong = state.masks[variable]
    while mask:
        if factor * lowest64(mask) <= value:
            kept |= mask & (~mask + 1)
        mask &= mask - 1
    return state.restrict(variable, kept)


def _reach(state: State, sum_: Sum, low: cython.longlong, width: cython.longlong) -> cython.int:
    """Which sums, counted from *low*, the first k terms reach, and from which of them the rest reaches a total."""
    cython.declare(k=cython.int, variable=cython.int, factor=cython.longlong, value=cython.longlong)
    cython.declare(next_=cython.ulonglong, mask=cython.ulonglong, kept=cython.ulonglong, step=cython.ulonglong)
    terms: Term = sum_.terms
    size: cython.int = sum_.size
    need: cython.ulonglong = 0
    state.reach[0] = 1
    for k in range(size):
        variable = terms[k].variable
        if state.low[k] == state.high[k]:
            state.reach[k + 1] = state.reach[k]
        elif variable < 0:
            state.reach[k + 1] = state.reach[k] | (state.reach[k] << (state.high[k] - state.low[k]))
        else:
            factor = terms[k].factor
            mask = state.masks[variable]
            next_ = 0
            while mask:
                next_ |= state.reach[k] << (factor * lowest64(mask) - state.low[k])
                mask &= mask - 1
            state.reach[k + 1] = next_
    for k in range(sum_.number):
        value = cython.cast(cython.longlong, state.table[sum_.totals + k]) - BIAS - low
        if 0 <= value <= width:
            need |= BIT << value
    if need & state.reach[size] == 0:
        return state.fail(-1)
    for k in range(size - 1, -1, -1):
        if state.low[k] == state.high[k]:
            continue
        variable = terms[k].variable
        factor = terms[k].factor
        if variable < 0:
            value = state.high[k] - state.low[k]
            kept = state.reach[k] & need  # where the term is its least
            step = state.reach[k] & (need >> value)
            if kept == 0:
                if not (state.require(-1 - variable) if factor > 0 else state.refuse(-1 - variable)):
                    return 0
                need = need >> value
            elif step == 0:
                if not (state.refuse(-1 - variable) if factor > 0 else state.require(-1 - variable)):
                    return 0
            else:
                need |= need >> value
            continue
        mask = state.masks[variable]
        next_ = kept = 0
        while mask:
            step = need >> (factor * lowest64(mask) - state.low[k])
            if step & state.reach[k]:
                kept |= mask & (~mask + 1)
                next_ |= step
            mask &= mask - 1
        if not state.restrict(variable, kept):
            return 0
        need = next_
    return 1
