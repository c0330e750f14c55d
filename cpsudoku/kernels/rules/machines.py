# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Layered automata: every digit left lies on a way from the first state to the end (generalised arc consistency).

REREAD: the same where a cell is read twice, so that one pass need not be the last. States are numbered through all
layers, from 0, the first; the mask of an edge holds the digits that lead from its source to its target.
"""

import cython
from cython.cimports.cpsudoku.kernels.rules.records import Edge, Layer, Machine, record
from cython.cimports.cpsudoku.kernels.rules.state import State


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
