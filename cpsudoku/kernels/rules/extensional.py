# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Constraints given as tables: pairs of digits, clauses of literals, layered automata.

MACHINE: every digit left lies on a way from the first state to the end (generalised arc consistency). REREAD: the same
where a cell is read twice, so that one pass need not be the last. States are numbered through all layers, from 0, the
first; the mask of an edge holds the digits that lead from its source to its target.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64
from cython.cimports.cpsudoku.kernels.rules.records import Clause, Edge, Layer, Machine, Pair, record
from cython.cimports.cpsudoku.kernels.rules.state import State

FEW = cython.declare(cython.int, 6)
"""Open literals up to which a clause removes its digit from the cells that see all of them."""
EVERY = cython.declare(cython.ulonglong, 2**64 - 1)


def propagate_pair(state: State, pair: Pair) -> cython.int:
    """Keep the digits that go with one on the other side (arc consistency)."""
    if not state.restrict(pair.b, _partners(state, pair.rows, state.masks[pair.a])):
        return 0
    return state.restrict(pair.a, _partners(state, pair.rows + state.side, state.masks[pair.b]))


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
    cells = cython.declare(cython.int[6])
    digit = open_ = 0
    left: cython.int = -1
    for k in range(clause.size):
        value: cython.int = state.holds(clause.literals[k])
        if value == 1:
            return 1
        if value:
            left = clause.literals[k]
            if open_ < FEW:
                cells[open_] = cython.cast(cython.int, state.table[left])
            open_ += 1
            digit |= state.table[left + 1] if state.table[left] < state.cells else EVERY
    if open_ > 1:
        return state.point(cells, open_, digit) if open_ <= FEW and digit & (digit - 1) == 0 else 1
    if left >= 0:
        return state.require(left)
    return state.fail(-1)


def propagate_machine(state: State, machine: Machine) -> cython.int:
    """Mark the states that can be reached, forward, then those that lead to the end, backward."""
    cython.declare(n=cython.int, k=cython.int, some=cython.int, masks=cython.int, edges=Edge, mask=cython.ulonglong)
    layers: Layer = machine.layers
    state.stamp += 1
    stamp: cython.int = state.stamp
    state.marks[0] = stamp
    for n in range(machine.size):
        edges = cython.cast(Edge, record(state, layers[n].edges))
        masks = layers[n].masks
        mask = state.masks[layers[n].cell]
        some = 0
        for k in range(layers[n].number):
            if state.table[masks + k] & mask and state.marks[edges[k].source] == stamp:
                state.marks[edges[k].target] = stamp
                some = 1
        if some == 0:
            return state.fail(layers[n].cell)
    state.back[machine.end] = stamp
    for n in range(machine.size - 1, -1, -1):
        edges = cython.cast(Edge, record(state, layers[n].edges))
        masks = layers[n].masks
        mask = state.masks[layers[n].cell]
        kept: cython.ulonglong = 0
        for k in range(layers[n].number):
            if state.table[masks + k] & mask:
                if state.back[edges[k].target] == stamp and state.marks[edges[k].source] == stamp:
                    kept |= state.table[masks + k]
                    state.back[edges[k].source] = stamp
        if not state.restrict(layers[n].cell, kept):
            return 0
    return 1
