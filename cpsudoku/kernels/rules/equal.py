# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Several parts with one sum, whatever it is: cells of a part all differ.

Code after the kind and the gate: the number of parts of up to three cells, and of larger ones; then each part, small
ones first: how many cells, what is added to the numbers of their bits for the sum, and for each cell the cell and 1;
a larger part has then the place of all sets of so many digits in `table`, by their sums, and in the code the place of
where each sum begins there. Sums are bits of a word: those that each part can have, hence those that all can, and then
what each cell has in a way to one of these.
"""

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import lowest64
    from cython.cimports.cpsudoku.kernels.rules.innies import group_sums, keep_sums
    from cython.cimports.cpsudoku.kernels.rules.sets import filled
    from cython.cimports.cpsudoku.kernels.rules.state import State
else:
    from cpsudoku.kernels.bits import lowest64
    from cpsudoku.kernels.rules.innies import group_sums, keep_sums
    from cpsudoku.kernels.rules.sets import filled
    from cpsudoku.kernels.rules.state import State

FEW = 3
"""Cells of a small part, at most: see `innies.py`."""
MOST = 64
"""Sums that a word holds."""
SMALL = cython.declare(cython.int, 6)
"""As in `sets.py`."""
EVERY = cython.declare(cython.ulonglong, 2**64 - 1)


def equal(state: State, at: cython.int) -> cython.int:
    """Keep the digits with a way to a sum that all parts can have; 0 where there is none."""
    small: cython.int = state.code[at + 2]
    large: cython.int = state.code[at + 3]
    here: cython.int = at + 4
    common: cython.ulonglong = EVERY
    sums = cython.declare(cython.ulonglong[16])
    k: cython.int
    for k in range(small):
        sums[k] = group_sums(state, here + 2, state.code[here])
        common &= sums[k] << state.code[here + 1]
        here += 2 + 2 * state.code[here]
    for k in range(large):
        common = _large(state, here, common)
        if common == 0:
            return 0
        here += 4 + 2 * state.code[here]
    if common == 0:
        state.broken = -1
        return 0
    here = at + 4
    for k in range(small):
        if common >> state.code[here + 1] != sums[k] and not keep_sums(
            state, here + 2, state.code[here], common >> state.code[here + 1]
        ):
            return 0
        here += 2 + 2 * state.code[here]
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _large(state: State, at: cython.int, common: cython.ulonglong) -> cython.ulonglong:
    """Which of these sums the part can have; its cells keep what they have in a way to one, 0 where there is none."""
    size: cython.int = state.code[at]
    first: cython.int = at + 2
    end: cython.int = first + 2 * size
    sets: cython.int = state.code[end]
    begins: cython.int = state.code[end + 1]
    left: cython.ulonglong = common >> state.code[at + 1]
    found: cython.ulonglong = 0
    allowed: cython.ulonglong = 0
    fixed: cython.ulonglong = 0
    union: cython.ulonglong = 0
    cython.declare(mask=cython.ulonglong, n=cython.int, k=cython.int)
    open_: cython.int = 0
    masks = cython.declare(cython.ulonglong[6])
    cells = cython.declare(cython.int[6])
    state.broken = -1
    for k in range(first, end, 2):
        mask = state.masks[state.code[k]]
        if mask & (mask - 1) == 0:
            if fixed & mask:
                return 0
            fixed |= mask
            continue
        union |= mask
        if open_ < SMALL:
            masks[open_] = mask
            cells[open_] = state.code[k]
            state.reach[open_] = 0
        open_ += 1
    for k in range(min(open_, SMALL)):
        masks[k] &= ~fixed
    while left:
        sum_: cython.int = lowest64(left)
        bit: cython.ulonglong = left & (~left + 1)
        left ^= bit
        for n in range(sets + state.code[begins + sum_], sets + state.code[begins + sum_ + 1]):
            chosen: cython.ulonglong = state.table[n]
            if fixed & ~chosen or (chosen ^ fixed) & ~union:
                continue
            chosen ^= fixed
            if open_ > SMALL:
                allowed |= chosen
                found |= bit
                continue
            fresh: cython.ulonglong = 0
            for k in range(open_):
                mask = masks[k] & chosen
                if mask == 0:
                    break
                fresh |= mask & ~state.reach[k]
            else:
                # else it shows nothing new, whether it has a filling or not
                if (fresh or not found & bit) and filled(state, masks, open_, chosen):
                    found |= bit
    if open_ > SMALL:
        for k in range(first, end, 2):
            mask = state.masks[state.code[k]]
            if mask & (mask - 1) and not state.restrict(state.code[k], allowed):
                return 0
    else:
        for k in range(open_):
            if not state.restrict(cells[k], state.reach[k]):
                return 0
    return found << state.code[at + 1]
