# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Sums of coefficients times cells or literals: bounds that know which cells differ, then which sums can be reached.

Code after the kind and the gate: the place of the totals in `table` (ascending, each plus BIAS), their number, the
numbers of terms and of groups; a term is a variable (or -1 - the place of a literal) and its coefficient; a group is
how many of the terms in turn are cells that all differ and have one coefficient. A cell counts the number of its bit, a
literal 0 or 1. Where all terms together can move by less than WIDE, every value left is one of some way to a total,
each term for itself.
"""

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import highest64, lowest64
    from cython.cimports.cpsudoku.kernels.rules.state import State
else:
    from cpsudoku.kernels.bits import highest64, lowest64
    from cpsudoku.kernels.rules.state import State

WIDE = cython.declare(cython.longlong, 64)
BIAS = cython.declare(cython.longlong, 1 << 40)
"""What the table adds to a total, so that it is not negative."""


def total(state: State, at: cython.int) -> cython.int:
    """Keep the values that can be part of a total; 0 where none can be reached."""
    totals: cython.int = state.code[at + 2]
    number: cython.int = state.code[at + 3]
    size: cython.int = state.code[at + 4]
    groups: cython.int = state.code[at + 5]
    terms: cython.int = at + 6
    sizes: cython.int = terms + 2 * size
    others: cython.int = size + 3 * groups
    first: cython.int = 0
    cython.declare(group=cython.int, k=cython.int, count=cython.int, value=cython.longlong)
    mark: cython.int = state.trail_end
    least: cython.longlong = 0
    most: cython.longlong = 0
    low: cython.longlong = 0
    high: cython.longlong = 0
    found: cython.int = 0
    for k in range(size):
        _ends(state, terms + 2 * k, k)
    for group in range(groups):
        count = state.code[sizes + group]
        if count == 1:
            state.low[size + group] = state.low[first]
            state.high[size + group] = state.high[first]
        else:
            _group(state, terms, first, count, size, group, groups)
        low += state.low[size + group]
        high += state.high[size + group]
        first += count
    for k in range(number):
        value = cython.cast(cython.longlong, state.table[totals + k]) - BIAS
        if low <= value <= high:
            if found == 0:
                least = value
            most = value
            found = 1
    if found == 0:
        state.broken = -1
        return 0
    first = 0
    for group in range(groups):
        count = state.code[sizes + group]
        for k in range(first, first + count):
            if state.low[k] == state.high[k]:
                continue
            if count > 1:
                _others(state, terms, k, count, size, group, groups)
            value = most - (low - state.low[size + group]) - (state.low[others] if count > 1 else 0)
            if state.high[k] > value and not _at_most(state, terms + 2 * k, value):
                return 0
            value = least - (high - state.high[size + group]) - (state.high[others] if count > 1 else 0)
            if state.low[k] < value and not _at_least(state, terms + 2 * k, value):
                return 0
        first += count
    if mark != state.trail_end:
        return 1  # it is in the queue again
    low = 0
    high = 0
    found = 0
    for k in range(size):
        low += state.low[k]
        high += state.high[k]
        if state.low[k] != state.high[k]:
            found += 1
    if found == 0 or high - low >= WIDE:
        return 1
    return _reach(state, at, low, high - low)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ends(state: State, term: cython.int, k: cython.int) -> cython.void:
    """low[k] and high[k]: what the term can be, at least and at most."""
    reference: cython.int = state.code[term]
    by: cython.longlong = state.code[term + 1]
    cython.declare(least=cython.longlong, most=cython.longlong)
    if reference >= 0:
        least = lowest64(state.masks[reference])
        most = highest64(state.masks[reference])
    else:
        known: cython.int = state.holds(-1 - reference)
        least = 1 if known == 1 else 0
        most = 0 if known == 0 else 1
    state.low[k] = least * by if by > 0 else most * by
    state.high[k] = most * by if by > 0 else least * by


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _group(
    state: State,
    terms: cython.int,
    first: cython.int,
    count: cython.int,
    size: cython.int,
    group: cython.int,
    groups: cython.int,
) -> cython.void:
    """The least and greatest sum of a group: each cell for itself, or as many of its digits as there are cells.

    They are put into `low` and `high` behind those of the terms; behind them the same of one digit less, then each cell
    for itself. reach[2 * group]: the group's digits, reach[2 * group + 1]: those that one cell alone has.
    """
    k: cython.int
    at: cython.int = size + group
    low: cython.longlong = 0
    high: cython.longlong = 0
    once: cython.ulonglong = 0
    twice: cython.ulonglong = 0
    for k in range(first, first + count):
        low += state.low[k]
        high += state.high[k]
        mask: cython.ulonglong = state.masks[state.code[terms + 2 * k]]
        twice |= once & mask
        once |= mask
    state.reach[2 * group] = once
    state.reach[2 * group + 1] = once & ~twice
    _digits(state, once, count, state.code[terms + 2 * first + 1], at)
    state.low[at] = max(low, state.low[at])
    state.high[at] = min(high, state.high[at])
    _digits(state, once, count - 1, state.code[terms + 2 * first + 1], at + groups)
    state.low[at + 2 * groups] = low
    state.high[at + 2 * groups] = high


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _others(
    state: State,
    terms: cython.int,
    but: cython.int,
    count: cython.int,
    size: cython.int,
    group: cython.int,
    groups: cython.int,
) -> cython.void:
    """The same of a group without term *but*, put into `low` and `high` behind all that."""
    at: cython.int = size + group + groups
    end: cython.int = size + 3 * groups
    own: cython.ulonglong = state.masks[state.code[terms + 2 * but]] & state.reach[2 * group + 1]
    if own:
        _digits(state, state.reach[2 * group] & ~own, count - 1, state.code[terms + 2 * but + 1], end)
    else:
        state.low[end] = state.low[at]
        state.high[end] = state.high[at]
    state.low[end] = max(state.low[end], state.low[at + groups] - state.low[but])
    state.high[end] = min(state.high[end], state.high[at + groups] - state.high[but])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _digits(
    state: State, mask: cython.ulonglong, count: cython.int, by: cython.longlong, at: cython.int
) -> cython.void:
    """low[at] and high[at]: *by* times the least and greatest sum of *count* digits of the mask."""
    least: cython.longlong = _lowest(mask, count)
    most: cython.longlong = _highest(mask, count)
    state.low[at] = least * by if by > 0 else most * by
    state.high[at] = most * by if by > 0 else least * by


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lowest(mask: cython.ulonglong, count: cython.int) -> cython.longlong:
    """The sum of the lowest *count* bits' numbers; of all where there are fewer."""
    found: cython.longlong = 0
    while mask and count:
        found += lowest64(mask)
        mask &= mask - 1
        count -= 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _highest(mask: cython.ulonglong, count: cython.int) -> cython.longlong:
    """The sum of the highest *count* bits' numbers; of all where there are fewer (too few digits: nothing is lost)."""
    found: cython.longlong = 0
    while mask and count:
        top: cython.int = highest64(mask)
        found += top
        mask ^= cython.cast(cython.ulonglong, 1) << top
        count -= 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _at_most(state: State, term: cython.int, value: cython.longlong) -> cython.int:
    """The term is *value* at most."""
    reference: cython.int = state.code[term]
    by: cython.longlong = state.code[term + 1]
    kept: cython.ulonglong = 0
    if reference < 0:
        # a literal that counts too much is false; one that would take away is true
        return state.refuse(-1 - reference) if by > 0 else state.require(-1 - reference)
    mask: cython.ulonglong = state.masks[reference]
    while mask:
        if by * lowest64(mask) <= value:
            kept |= mask & (~mask + 1)
        mask &= mask - 1
    return state.restrict(reference, kept)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _at_least(state: State, term: cython.int, value: cython.longlong) -> cython.int:
    """The term is *value* at least."""
    reference: cython.int = state.code[term]
    by: cython.longlong = state.code[term + 1]
    kept: cython.ulonglong = 0
    if reference < 0:
        return state.require(-1 - reference) if by > 0 else state.refuse(-1 - reference)
    mask: cython.ulonglong = state.masks[reference]
    while mask:
        if by * lowest64(mask) >= value:
            kept |= mask & (~mask + 1)
        mask &= mask - 1
    return state.restrict(reference, kept)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _reach(state: State, at: cython.int, low: cython.longlong, width: cython.longlong) -> cython.int:
    """Which sums, counted from *low*, the first k terms reach, and from which of them the rest comes to a total."""
    totals: cython.int = state.code[at + 2]
    size: cython.int = state.code[at + 4]
    terms: cython.int = at + 6
    cython.declare(k=cython.int, reference=cython.int, by=cython.longlong, value=cython.longlong)
    cython.declare(next_=cython.ulonglong, mask=cython.ulonglong, kept=cython.ulonglong, step=cython.ulonglong)
    need: cython.ulonglong = 0
    state.reach[0] = 1
    for k in range(size):
        reference = state.code[terms + 2 * k]
        if state.low[k] == state.high[k]:
            state.reach[k + 1] = state.reach[k]
        elif reference < 0:
            state.reach[k + 1] = state.reach[k] | (state.reach[k] << (state.high[k] - state.low[k]))
        else:
            by = state.code[terms + 2 * k + 1]
            mask = state.masks[reference]
            next_ = 0
            while mask:
                next_ |= state.reach[k] << (by * lowest64(mask) - state.low[k])
                mask &= mask - 1
            state.reach[k + 1] = next_
    for k in range(state.code[at + 3]):
        value = cython.cast(cython.longlong, state.table[totals + k]) - BIAS - low
        if 0 <= value <= width:
            need |= cython.cast(cython.ulonglong, 1) << value
    if need & state.reach[size] == 0:
        state.broken = -1
        return 0
    for k in range(size - 1, -1, -1):
        if state.low[k] == state.high[k]:
            continue
        reference = state.code[terms + 2 * k]
        if reference < 0:
            value = state.high[k] - state.low[k]
            by = state.code[terms + 2 * k + 1]
            kept = state.reach[k] & need  # where the term is its least
            step = state.reach[k] & (need >> value)
            if kept == 0:
                if not (state.require(-1 - reference) if by > 0 else state.refuse(-1 - reference)):
                    return 0
                need = need >> value
            elif step == 0:
                if not (state.refuse(-1 - reference) if by > 0 else state.require(-1 - reference)):
                    return 0
            else:
                need |= need >> value
            continue
        by = state.code[terms + 2 * k + 1]
        mask = state.masks[reference]
        next_ = 0
        kept = 0
        while mask:
            step = need >> (by * lowest64(mask) - state.low[k])
            if step & state.reach[k]:
                kept |= mask & (~mask + 1)
                next_ |= step
            mask &= mask - 1
        if not state.restrict(reference, kept):
            return 0
        need = next_
    return 1
