# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The place of a line among all lines read as numbers, on a board whose four edges are full houses.

Each digit then begins four lines, one from each edge: a rank tells the first digit, and how many of the three others
that begin with it read smaller. Code after the kind and the gate: the number of cells of a line, the number of lines
that read smaller, whether others may read the same, the cells of the line; then for each of the other edges its lines,
as many as there are cells in one.
"""

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import highest64, lowest64
    from cython.cimports.cpsudoku.kernels.rules.state import State
else:
    from cpsudoku.kernels.bits import highest64, lowest64
    from cpsudoku.kernels.rules.state import State

EDGES = cython.declare(cython.int, 3)
LESS = cython.declare(cython.int, -1)
SAME = cython.declare(cython.int, 0)
MORE = cython.declare(cython.int, -2)
"""What comparing finds, beside the place of the first cells that are not known to be the same."""


def rank(state: State, at: cython.int) -> cython.int:
    """Count the lines that begin alike and read smaller; the others have to do what is left."""
    size: cython.int = state.code[at + 2]
    smaller: cython.int = state.code[at + 3]
    ties: cython.int = state.code[at + 4]
    mine: cython.int = at + 5
    lines: cython.int = mine + size
    first: cython.ulonglong = state.masks[state.code[mine]]
    cython.declare(edge=cython.int, here=cython.int, found=cython.int)
    less: cython.int = 0
    open_: cython.int = 0
    for edge in range(EDGES):
        here = _beginning(state, lines + edge * size * size, size, first)
        found = 1 if here < 0 else _compared(state, here, mine, size)
        if found == LESS:
            less += 1
        elif found > SAME:
            open_ += 1
        elif found == SAME and not ties:
            state.broken = state.code[mine]
            return 0
    if less > smaller or less + open_ < smaller:
        state.broken = state.code[mine]
        return 0
    if less < smaller < less + open_:
        return 1
    for edge in range(EDGES):
        here = lines + edge * size * size
        found = _beginning(state, here, size, first)
        if found >= 0:
            if not _forced(state, found, mine, size, less < smaller, ties):
                return 0
        elif not _elsewhere(state, here, mine, size, less < smaller, ties):
            return 0
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _beginning(state: State, lines: cython.int, size: cython.int, first: cython.ulonglong) -> cython.int:
    """The place of the edge's line whose first cell is known to hold the digit; -1 where that is open."""
    k: cython.int
    for k in range(size):
        if state.masks[state.code[lines + k * size]] == first:
            return lines + k * size
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _compared(state: State, one: cython.int, other: cython.int, size: cython.int) -> cython.int:
    """LESS, SAME or MORE, of lines that begin alike; or the first place (from 1) that is open."""
    k: cython.int
    for k in range(1, size):
        if state.code[one + k] == state.code[other + k]:
            continue
        a: cython.ulonglong = state.masks[state.code[one + k]]
        b: cython.ulonglong = state.masks[state.code[other + k]]
        if highest64(a) < lowest64(b):
            return LESS
        if lowest64(a) > highest64(b):
            return MORE
        if a != b or a & (a - 1):
            return k
    return SAME


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _forced(
    state: State, one: cython.int, other: cython.int, size: cython.int, less: cython.int, ties: cython.int
) -> cython.int:
    """Line *one*, where it is open, reads smaller than the *other* (*less*), or not smaller."""
    k: cython.int = _compared(state, one, other, size)
    if k <= SAME:
        return 1
    small: cython.int = state.code[one + k] if less else state.code[other + k]
    great: cython.int = state.code[other + k] if less else state.code[one + k]
    strict: cython.int = 1 if k == size - 1 and (less or not ties) else 0
    return state.restrict(great, ~cython.cast(cython.ulonglong, 0) << (lowest64(state.masks[small]) + strict)) and (
        state.restrict(small, (cython.cast(cython.ulonglong, 1) << highest64(state.masks[great]) << (1 - strict)) - 1)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _elsewhere(
    state: State, lines: cython.int, mine: cython.int, size: cython.int, less: cython.int, ties: cython.int
) -> cython.int:
    """The digit does not begin lines of the edge that would read as none may now."""
    k: cython.int
    first: cython.ulonglong = state.masks[state.code[mine]]
    for k in range(size):
        cell: cython.int = state.code[lines + k * size]
        if state.masks[cell] & first:
            found: cython.int = _compared(state, lines + k * size, mine, size)
            if found <= SAME and (found == LESS) != (less != 0) or (found == SAME and not ties):
                if not state.restrict(cell, state.masks[cell] & ~first):
                    return 0
    return 1
