# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Different cells whose digits form one of some sets: killer cages, renban lines.

Code after the kind and the gate: the place of the sets in `table`, their number, the number of cells, the cells.
Up to SMALL cells every digit left has a filling (generalised arc consistency): for each set, which of its subsets the
first k cells can hold is one word of 2^cells bits, from both ends. Beyond, a set counts while each cell has a digit of
it, each of its digits a cell, and the known digits lie in it; digits of all such sets with one place go there.
"""

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.rules.state import State
else:
    from cpsudoku.kernels.rules.state import State

SMALL = cython.declare(cython.int, 6)
WITHOUT = cython.declare(cython.ulonglong[6])
"""The subsets (bits of a word) that lack element j."""
WITHOUT = [sum(1 << subset for subset in range(64) if not subset >> j & 1) for j in range(6)]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sets(state: State, at: cython.int) -> cython.int:
    """Keep the digits with a filling; 0 where there is none."""
    sets_at: cython.int = state.code[at + 2]
    number: cython.int = state.code[at + 3]
    size: cython.int = state.code[at + 4]
    first: cython.int = at + 5
    k: cython.int
    j: cython.int
    live: cython.int
    mask: cython.ulonglong
    chosen: cython.ulonglong
    union: cython.ulonglong = 0
    twice: cython.ulonglong = 0
    fixed: cython.ulonglong = 0
    allowed: cython.ulonglong = 0
    fresh: cython.ulonglong
    must: cython.ulonglong = state.full
    for k in range(size):
        mask = state.masks[state.code[first + k]]
        twice |= union & mask
        union |= mask
        if mask & (mask - 1) == 0:
            if fixed & mask:
                state.broken = state.code[first + k]
                return 0
            fixed |= mask
        if k < SMALL:
            state.reach[k] = 0
    for j in range(number):
        chosen = state.table[sets_at + j]
        if fixed & ~chosen or chosen & ~union:
            continue
        live = 1
        fresh = 0
        for k in range(size):
            mask = state.masks[state.code[first + k]] & chosen
            if mask == 0:
                live = 0
                break
            if k < SMALL:
                fresh |= mask & ~state.reach[k]
        if live == 0 or (size <= SMALL and fresh == 0):
            continue  # no filling, or none that would show anything new
        if size <= SMALL:
            if _fill(state, first, size, chosen) == 0:
                continue
        allowed |= chosen
        must &= chosen
    if allowed == 0:
        state.broken = state.code[first]
        return 0
    if size <= SMALL:
        for k in range(size):
            if not state.restrict(state.code[first + k], state.reach[k]):
                return 0
        return 1
    must &= ~twice
    for k in range(size):
        mask = state.masks[state.code[first + k]]
        if mask & must:
            if not state.restrict(state.code[first + k], must):
                return 0
        elif not state.restrict(state.code[first + k], allowed):
            return 0
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill(state: State, first: cython.int, size: cython.int, chosen: cython.ulonglong) -> cython.int:
    """Add to reach[k] the digits of the set that cell k has in some filling; 0 where there is none."""
    digits: cython.ulonglong[6]
    before: cython.ulonglong[7]
    after: cython.ulonglong
    next_: cython.ulonglong
    mask: cython.ulonglong
    without: cython.ulonglong
    found: cython.ulonglong
    k: cython.int
    j: cython.int
    if not cython.compiled:
        digits, before = [0] * 6, [0] * 7
    for j in range(size):
        digits[j] = chosen & (~chosen + 1)
        chosen &= chosen - 1
    before[0] = 1
    for k in range(size):
        mask = state.masks[state.code[first + k]]
        next_ = 0
        for j in range(size):
            if mask & digits[j]:
                next_ |= (before[k] & WITHOUT[j]) << (1 << j)
        if next_ == 0:
            return 0
        before[k + 1] = next_
    after = cython.cast(cython.ulonglong, 1) << ((1 << size) - 1)
    if before[size] & after == 0:
        return 0
    for k in range(size - 1, -1, -1):
        mask = state.masks[state.code[first + k]]
        next_ = 0
        found = 0
        for j in range(size):
            if mask & digits[j]:
                without = (after >> (1 << j)) & WITHOUT[j]
                if without & before[k]:
                    found |= digits[j]
                    next_ |= without
        state.reach[k] |= found
        after = next_
    return 1
