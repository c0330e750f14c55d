# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Sandwiches: what lies between the lowest and the highest digit of a full house is one of some sets of digits.

Code after the kind and the gate: the number of cells, the cells; then for each number of cells between, from 0 on, the
place of the sets in `table` and their number. A place of the two ends counts with a set while the cells between, and
the others, can hold their digits, each cell and each digit for itself.
"""

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.rules.state import State
else:
    from cpsudoku.kernels.rules.state import State


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def between(state: State, at: cython.int) -> cython.int:
    """Keep the digits that some place of the two ends allows; 0 where there is none."""
    size: cython.int = state.code[at + 2]
    cells: cython.int = at + 3
    sets: cython.int = cells + size
    low: cython.ulonglong = 1
    high: cython.ulonglong = low << (state.side - 1)
    kept: cython.ulonglong[16]
    i: cython.int
    j: cython.int
    k: cython.int
    here: cython.int
    a: cython.ulonglong
    b: cython.ulonglong
    inner: cython.ulonglong
    ways: cython.ulonglong
    if not cython.compiled:
        kept = [0] * 16
    for k in range(size):
        kept[k] = 0
    for i in range(size - 1):
        a = state.masks[state.code[cells + i]]
        if a & (low | high) == 0:
            continue
        for j in range(i + 1, size):
            here = sets + 2 * (j - i - 1)
            b = state.masks[state.code[cells + j]]
            if state.code[here + 1] == 0 or not ((a & low and b & high) or (a & high and b & low)):
                continue
            ways = _ways(state, cells, size, i, j, state.code[here], state.code[here + 1])
            if ways == 0:
                continue
            inner = ways >> 32
            ways &= state.full & ~low
            if a & low and b & high:
                kept[i] |= low
                kept[j] |= high
            if a & high and b & low:
                kept[i] |= high
                kept[j] |= low
            for k in range(size):
                if k != i and k != j:
                    kept[k] |= inner if i < k < j else ways
    for k in range(size):
        if kept[k] == 0:
            state.broken = state.code[cells + k]
            return 0
    for k in range(size):
        if not state.restrict(state.code[cells + k], kept[k]):
            return 0
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ways(
    state: State,
    cells: cython.int,
    size: cython.int,
    i: cython.int,
    j: cython.int,
    first: cython.int,
    number: cython.int,
) -> cython.ulonglong:
    """With the ends at *i* and *j*: digits of the cells between (times 2^32) and of the others; 0 where no set fits."""
    middle: cython.ulonglong = state.full & ~(cython.cast(cython.ulonglong, 1) | ((state.full >> 1) + 1))
    within: cython.ulonglong = 0
    without: cython.ulonglong = 0
    inside: cython.ulonglong = 0  # known digits between, and elsewhere
    outside: cython.ulonglong = 0
    inner: cython.ulonglong = 0
    outer: cython.ulonglong = 0
    chosen: cython.ulonglong
    mask: cython.ulonglong
    found: cython.int = 0
    k: cython.int
    n: cython.int
    for k in range(size):
        if k == i or k == j:
            continue
        mask = state.masks[state.code[cells + k]] & middle
        if mask == 0:
            return 0
        if i < k < j:
            within |= mask
            if mask & (mask - 1) == 0:
                inside |= mask
        else:
            without |= mask
            if mask & (mask - 1) == 0:
                outside |= mask
    for n in range(first, first + number):
        chosen = state.table[n]
        if inside & ~chosen or outside & chosen or chosen & ~within or (middle & ~chosen) & ~without:
            continue
        for k in range(size):
            if (
                k != i
                and k != j
                and not state.masks[state.code[cells + k]] & (chosen if i < k < j else middle & ~chosen)
            ):
                break
        else:
            inner |= chosen
            outer |= middle & ~chosen
            found = 1
    # the lowest digit is in neither: its bit says that there is a way, where nothing is between or beside
    return (inner << 32) | outer | 1 if found else 0
