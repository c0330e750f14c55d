# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Short sums of cells that count once, some perhaps negative: every value left is one of some way to a total.

Code as in `sums.py`. A group (one to three cells that all differ) is taken as what its cells can sum to together; the
groups are free of each other. Sums are bits of a word: which the groups so far reach, counted from the least that they
can, and from which of them the rest comes to a total. Most runs find each sum of each group in use, and end. Sums of
many cells that are still too wide for a word are looked at as `sums.py` does.
"""

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import highest64, lowest64
    from cython.cimports.cpsudoku.kernels.rules.state import State
    from cython.cimports.cpsudoku.kernels.rules.sums import total
else:
    from cpsudoku.kernels.bits import highest64, lowest64
    from cpsudoku.kernels.rules.state import State
    from cpsudoku.kernels.rules.sums import total

GROUP = 3
"""Cells of a group, at most."""
GROUPS = 8
"""Groups, at most."""
WIDE = cython.declare(cython.int, 64)
WIDEST = 90
"""What a sum's ends may be apart, with all cells open: these are soon less wide than a word."""
BIAS = cython.declare(cython.longlong, 1 << 40)
"""As in `sums.py`."""
ONE = cython.declare(cython.ulonglong, 1)


def is_short(terms: list, sizes: list, side: int) -> bool:
    """Whether `innies` takes these terms (variable, coefficient, variable, ...) in groups of these sizes."""
    if not 0 < len(sizes) <= GROUPS or max(sizes) > GROUP or GROUP * (side - 1) >= 64:
        return False
    if (len(terms) // 2) * (side - 1) > WIDEST:
        return False
    return all([abs(by) == 1 for by in terms[1::2]]) and min(terms[::2]) >= 0


def innies(state: State, at: cython.int) -> cython.int:
    """Keep the values that can be part of a total; 0 where none can be reached."""
    totals: cython.int = state.code[at + 2]
    groups: cython.int = state.code[at + 5]
    term: cython.int = at + 6
    sizes: cython.int = term + 2 * state.code[at + 4]
    cython.declare(g=cython.int, k=cython.int, value=cython.longlong, next_=cython.ulonglong, left=cython.ulonglong)
    least: cython.longlong = 0
    width: cython.longlong = 0
    zero: cython.longlong = BIAS
    need: cython.ulonglong = 0
    sums = cython.declare(cython.ulonglong[8])
    before = cython.declare(cython.ulonglong[8])
    low = cython.declare(cython.int[8])
    for g in range(groups):
        left = group_sums(state, term, state.code[sizes + g])
        if left == 0:
            state.broken = -1
            return 0
        low[g] = lowest64(left)
        sums[g] = left >> low[g]
        value = highest64(left)
        width += value - low[g]
        if state.code[term + 1] > 0:
            zero += low[g]
        else:
            zero -= value
            least += value - low[g]
        term += 2 * state.code[sizes + g]
    if width >= WIDE:
        return _bounds(state, at)
    for k in range(state.code[at + 3]):
        value = cython.cast(cython.longlong, state.table[totals + k]) - zero
        if 0 <= value < WIDE:
            need |= ONE << value
    before[0] = ONE << least
    term = at + 6
    for g in range(groups - 1):
        left = sums[g]
        next_ = 0
        if state.code[term + 1] > 0:
            if g == 0:
                next_ = left << least
                left = 0
            while left:
                next_ |= before[g] << lowest64(left)
                left &= left - 1
        else:
            while left:
                next_ |= before[g] >> lowest64(left)
                left &= left - 1
        before[g + 1] = next_
        term += 2 * state.code[sizes + g]
    for g in range(groups - 1, -1, -1):
        left = sums[g]
        next_ = 0
        kept: cython.ulonglong = 0
        by: cython.int = state.code[term + 1]
        if by < 0 and need and need & (need - 1) == 0:
            value = lowest64(need)
            kept = left & (before[g] >> value)
            next_ = kept << value
            left = 0
        elif by > 0 and g == 0:
            kept = left & (need >> least)
            left = 0
        while left:
            bit: cython.ulonglong = left & (~left + 1)
            left ^= bit
            # counted back from the totals
            value = lowest64(bit)
            next_ |= need >> value if by > 0 else need << value
            if before[g] & (need >> value if by > 0 else need << value):
                kept |= bit
        need = next_
        if kept == 0 or (kept != sums[g] and not keep_sums(state, term, state.code[sizes + g], kept << low[g])):
            state.broken = -1
            return 0
        if g:
            term -= 2 * state.code[sizes + g - 1]
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _bounds(state: State, at: cython.int) -> cython.int:
    """What `total` says, until that is all."""
    mark: cython.int = -1
    while mark != state.trail_end:
        mark = state.trail_end
        if not total(state, at):
            return 0
    return 1


def group_sums(state: State, term: cython.int, size: cython.int) -> cython.ulonglong:
    """What the cells of a group can sum to."""
    one: cython.ulonglong = state.masks[state.code[term]]
    found: cython.ulonglong = 0
    if size == 1:
        return one
    two: cython.ulonglong = state.masks[state.code[term + 2]]
    if size == 2:
        return _two(one, two)
    three: cython.ulonglong = state.masks[state.code[term + 4]]
    while one:
        bit: cython.ulonglong = one & (~one + 1)
        one ^= bit
        found |= _two(two & ~bit, three & ~bit) << lowest64(bit)
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _two(one: cython.ulonglong, two: cython.ulonglong) -> cython.ulonglong:
    """What two cells that differ can sum to."""
    found: cython.ulonglong = 0
    while one:
        bit: cython.ulonglong = one & (~one + 1)
        one ^= bit
        found |= (two & ~bit) << lowest64(bit)
    return found


def keep_sums(state: State, term: cython.int, size: cython.int, sums: cython.ulonglong) -> cython.int:
    """The cells of a group keep what they have in some way to one of its *sums*; 0 where there is none."""
    left: cython.ulonglong = state.masks[state.code[term]]
    cython.declare(bit=cython.ulonglong, some=cython.ulonglong)
    ones: cython.ulonglong = 0
    twos: cython.ulonglong = 0
    threes: cython.ulonglong = 0
    if size == 1:
        return state.restrict(state.code[term], sums)
    two: cython.ulonglong = state.masks[state.code[term + 2]]
    if size == 2:
        while left:
            bit = left & (~left + 1)
            left ^= bit
            some = ((two & ~bit) << lowest64(bit)) & sums
            if some:
                ones |= bit
                twos |= some >> lowest64(bit)
        return state.restrict(state.code[term], ones) and state.restrict(state.code[term + 2], twos)
    three: cython.ulonglong = state.masks[state.code[term + 4]]
    while left:
        bit = left & (~left + 1)
        left ^= bit
        rest: cython.ulonglong = two & ~bit
        while rest:
            other: cython.ulonglong = rest & (~rest + 1)
            rest ^= other
            here: cython.ulonglong = lowest64(bit) + lowest64(other)
            some = (((three & ~bit) & ~other) << here) & sums
            if some:
                ones |= bit
                twos |= other
                threes |= some >> here
    return (
        state.restrict(state.code[term], ones)
        and state.restrict(state.code[term + 2], twos)
        and state.restrict(state.code[term + 4], threes)
    )
