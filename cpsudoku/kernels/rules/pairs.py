# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Two cells under a table of allowed digits, and clauses of literals."""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64
from cython.cimports.cpsudoku.kernels.rules.records import Clause, Pair
from cython.cimports.cpsudoku.kernels.rules.state import State

FEW = cython.declare(cython.int, 6)
"""Open literals up to which a clause removes its digit from the cells that see all of them."""
EVERY = cython.declare(cython.ulonglong, 2**64 - 1)


def propagate_pair(state: State, pair: Pair) -> cython.int:
    """Keep the digits that go with one on the other side (arc consistency)."""
    if not state.restrict(pair.b, _partners(state, pair.rows, state.masks[pair.a])):
        return 0
    return state.restrict(pair.a, _partners(state, pair.rows + state.side, state.masks[pair.b]))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _partners(state: State, rows: cython.int, mask: cython.ulonglong) -> cython.ulonglong:
    """What goes with one of the digits."""
    found: cython.ulonglong = 0
    while mask:
        found |= state.table[rows + lowest64(mask)]
        mask &= mask - 1
    return found


def propagate_clause(state: State, clause: Clause) -> cython.int:
    """The last open literal holds; where several have one digit, remove it from the cells that see all of theirs."""
    cython.declare(k=cython.int, open_=cython.int, digit=cython.ulonglong)
    digit = open_ = 0
    left: cython.int = -1
    for k in range(clause.size):
        value: cython.int = state.holds(clause.literals[k])
        if value == 1:
            return 1
        if value:
            left = clause.literals[k]
            open_ += 1
            digit |= state.table[left + 1] if state.table[left] < state.cells else state.full
    if open_ > 1:
        return _point(state, clause, digit) if open_ <= FEW and digit & (digit - 1) == 0 else 1
    if left >= 0:
        return state.require(left)
    return state.fail(-1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _point(state: State, clause: Clause, digit: cython.ulonglong) -> cython.int:
    """Remove the digit from the cells that see all cells of the open literals."""
    cython.declare(k=cython.int, j=cython.int, cell=cython.int)
    for j in range(state.words):
        row: cython.ulonglong = EVERY
        for k in range(clause.size):
            if state.holds(clause.literals[k]):
                cell = cython.cast(cython.int, state.table[clause.literals[k]])
                row &= state.peers[cell * state.words + j]
        while row:
            cell = (j << 6) + lowest64(row)
            row &= row - 1
            if state.masks[cell] & digit and not state.restrict(cell, state.masks[cell] & ~digit):
                return 0
    return 1
