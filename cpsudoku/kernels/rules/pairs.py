# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Two cells under a table of allowed digits, and clauses of literals.

Code after the kind and the gate: PAIR: cell a, cell b, the place in `table` of a word for each digit of a (what b may
be beside it) and then one for each digit of b; CLAUSE: the number of literals, their places in `table`.
"""

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import lowest64
    from cython.cimports.cpsudoku.kernels.rules.state import State
else:
    from cpsudoku.kernels.bits import lowest64
    from cpsudoku.kernels.rules.state import State


FEW = cython.declare(cython.int, 6)
"""Literals left up to which is looked who sees all their cells."""
EVERY = cython.declare(cython.ulonglong, 2**64 - 1)


def pair(state: State, at: cython.int) -> cython.int:
    """Each digit needs one that goes with it on the other side (arc consistency)."""
    a: cython.int = state.code[at + 2]
    b: cython.int = state.code[at + 3]
    rows: cython.int = state.code[at + 4]
    mask: cython.ulonglong = state.masks[a]
    other: cython.ulonglong = 0
    while mask:
        other |= state.table[rows + lowest64(mask)]
        mask &= mask - 1
    if not state.restrict(b, other):
        return 0
    rows += state.side
    mask = state.masks[b]
    other = 0
    while mask:
        other |= state.table[rows + lowest64(mask)]
        mask &= mask - 1
    return state.restrict(a, other)


def clause(state: State, at: cython.int) -> cython.int:
    """The last literal that is not false holds; where several say one digit, who sees all their cells has it not."""
    first: cython.int = at + 3
    end: cython.int = first + state.code[at + 2]
    k: cython.int
    open_: cython.int = 0
    left: cython.int = -1
    digit: cython.ulonglong = 0
    for k in range(first, end):
        value: cython.int = state.holds(state.code[k])
        if value == 1:
            return 1
        if value:
            left = state.code[k]
            open_ += 1
            digit |= state.table[left + 1] if state.table[left] < state.cells else state.full
    if open_ > 1:
        return _point(state, first, end, digit) if open_ <= FEW and digit & (digit - 1) == 0 else 1
    if left >= 0:
        return state.require(left)
    state.broken = -1
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _point(state: State, first: cython.int, end: cython.int, digit: cython.ulonglong) -> cython.int:
    """Take the digit from who sees all cells of the literals that are not false."""
    cython.declare(k=cython.int, j=cython.int, cell=cython.int)
    for j in range(state.words):
        row: cython.ulonglong = EVERY
        for k in range(first, end):
            if state.holds(state.code[k]):
                cell = cython.cast(cython.int, state.table[state.code[k]])
                row &= state.peers[cell * state.words + j]
        while row:
            cell = (j << 6) + lowest64(row)
            row &= row - 1
            if state.masks[cell] & digit and not state.restrict(cell, state.masks[cell] & ~digit):
                return 0
    return 1
