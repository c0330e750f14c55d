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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def clause(state: State, at: cython.int) -> cython.int:
    """The last literal that is not false holds."""
    first: cython.int = at + 3
    k: cython.int
    left: cython.int = -1
    value: cython.int
    for k in range(first, first + state.code[at + 2]):
        value = state.holds(state.code[k])
        if value == 1:
            return 1
        if value:
            if left >= 0:
                return 1
            left = state.code[k]
    if left >= 0:
        return state.require(left)
    state.broken = -1
    return 0
