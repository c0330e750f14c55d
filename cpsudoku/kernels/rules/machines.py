# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Layered automata: every digit left lies on a way from the first state to the end (generalised arc consistency).
REREAD: the same where a cell is read twice, so that one pass need not be the last.

Code after the kind and the gate: the number of cells, the state after the last layer; for each cell: the cell, the
place of its edges in the code, their number, the place of their masks in `table`. An edge is a state and the next one,
numbered through all layers; its mask holds the digits that lead from the one to the other. State 0 is the first.
"""

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.rules.state import State
else:
    from cpsudoku.kernels.rules.state import State


def machine(state: State, at: cython.int) -> cython.int:
    """Forward the states that can be reached, backward those that get to the end."""
    size: cython.int = state.code[at + 2]
    cython.declare(layer=cython.int, k=cython.int, here=cython.int, edges=cython.int, masks=cython.int)
    cython.declare(number=cython.int, mask=cython.ulonglong)
    some: cython.int = 1
    state.stamp += 1
    stamp: cython.int = state.stamp
    state.marks[0] = stamp
    for layer in range(size):
        here = at + 4 + 4 * layer
        mask = state.masks[state.code[here]]
        edges = state.code[here + 1]
        number = state.code[here + 2]
        masks = state.code[here + 3]
        some = 0
        for k in range(number):
            if state.table[masks + k] & mask and state.marks[state.code[edges + 2 * k]] == stamp:
                state.marks[state.code[edges + 2 * k + 1]] = stamp
                some = 1
        if some == 0:
            state.broken = state.code[here]
            return 0
    state.back[state.code[at + 3]] = stamp
    for layer in range(size - 1, -1, -1):
        here = at + 4 + 4 * layer
        mask = state.masks[state.code[here]]
        edges = state.code[here + 1]
        number = state.code[here + 2]
        masks = state.code[here + 3]
        kept: cython.ulonglong = 0
        for k in range(number):
            if state.table[masks + k] & mask:
                to: cython.int = state.code[edges + 2 * k + 1]
                if state.back[to] == stamp and state.marks[state.code[edges + 2 * k]] == stamp:
                    kept |= state.table[masks + k]
                    state.back[state.code[edges + 2 * k]] = stamp
        if not state.restrict(state.code[here], kept):
            return 0
    return 1
