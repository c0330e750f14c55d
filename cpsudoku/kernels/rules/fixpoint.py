# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Propagation to a fixpoint, and what needs all of it: alternatives and conditions.

Code after the kind and the gate: CHOICE: its variable, the number of branches, of cells and variables they speak of,
these; then for each branch the number of its propagators and their places in the code. WHEN: the gate of its
conditions, the number of propagators, their places. A propagator below a condition runs by itself once its gate is
true; until then it is tried here, on masks that are put back: a branch that fails is refused, and what no branch keeps
goes.
"""

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import lowest64
    from cython.cimports.cpsudoku.kernels.rules.between import between
    from cython.cimports.cpsudoku.kernels.rules.board import board
    from cython.cimports.cpsudoku.kernels.rules.cages import aside
    from cython.cimports.cpsudoku.kernels.rules.equal import equal
    from cython.cimports.cpsudoku.kernels.rules.houses import crossing, different, house
    from cython.cimports.cpsudoku.kernels.rules.innies import innies
    from cython.cimports.cpsudoku.kernels.rules.kinds import (
        BETWEEN,
        BOARD,
        CHOICE,
        CLAUSE,
        CROSSING,
        DIFFERENT,
        EQUAL,
        HOUSE,
        INNIES,
        MACHINE,
        PAIR,
        RANK,
        REREAD,
        SETS,
        SUM,
    )
    from cython.cimports.cpsudoku.kernels.rules.machines import machine
    from cython.cimports.cpsudoku.kernels.rules.pairs import clause, pair
    from cython.cimports.cpsudoku.kernels.rules.ranks import rank
    from cython.cimports.cpsudoku.kernels.rules.sets import sets
    from cython.cimports.cpsudoku.kernels.rules.state import State
    from cython.cimports.cpsudoku.kernels.rules.sums import total
else:
    from cpsudoku.kernels.bits import lowest64
    from cpsudoku.kernels.rules.between import between
    from cpsudoku.kernels.rules.board import board
    from cpsudoku.kernels.rules.cages import aside
    from cpsudoku.kernels.rules.equal import equal
    from cpsudoku.kernels.rules.houses import crossing, different, house
    from cpsudoku.kernels.rules.innies import innies
    from cpsudoku.kernels.rules.kinds import (
        BETWEEN,
        BOARD,
        CHOICE,
        CLAUSE,
        CROSSING,
        DIFFERENT,
        EQUAL,
        HOUSE,
        INNIES,
        MACHINE,
        PAIR,
        RANK,
        REREAD,
        SETS,
        SUM,
    )
    from cpsudoku.kernels.rules.machines import machine
    from cpsudoku.kernels.rules.pairs import clause, pair
    from cpsudoku.kernels.rules.ranks import rank
    from cpsudoku.kernels.rules.sets import sets
    from cpsudoku.kernels.rules.state import State
    from cpsudoku.kernels.rules.sums import total

DEPTH = cython.declare(cython.int, 6)
"""Choices within choices that are looked into; `State` has room for them."""
SMALL = cython.declare(cython.int, 6)
"""As in `sets.py`."""
PASSES = cython.declare(cython.int, 3)
"""How often the propagators of a branch run while they change something."""


def propagate(state: State) -> cython.int:
    """Run what is in the queue until it is empty; 0 on contradiction, which `blamed` found (-1: peers)."""
    k: cython.int
    while True:
        if state.singles_end and not state.spread():
            return 0
        p: cython.int = -1
        for k in range(state.queue_words):
            word: cython.ulonglong = state.queue[k]
            if word:
                p = (k << 6) + lowest64(word)
                state.queue[k] = word & (word - 1)
                break
        if p < 0:
            return 1
        at: cython.int = state.starts[p]
        if state.code[at + 1] and not state.active(state.code[at + 1]):
            continue
        state.runs += 1
        kind: cython.int = state.code[at]
        if kind == BOARD:
            if not board(state, at):
                return 0
            state.queue[p >> 6] &= ~(cython.cast(cython.ulonglong, 1) << (p & 63))  # all is done, but:
            continue
        if not run(state, at):
            state.blamed = p
            return 0
        if kind == SETS and state.must and not told(state, at):
            state.blamed = p
            return 0
        if (
            kind == PAIR
            or kind == INNIES
            or kind == MACHINE
            or kind == BETWEEN
            or (kind == SETS and state.code[at + 4] <= SMALL)
        ):
            # these leave nothing for themselves to do; sandwiches next to nothing
            state.queue[p >> 6] &= ~(cython.cast(cython.ulonglong, 1) << (p & 63))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def told(state: State, at: cython.int) -> cython.int:
    """The digits that a cage must have leave who sees all their places; 0 on contradiction."""
    end: cython.int = at + 5 + state.code[at + 4]
    if state.tied and state.code[end]:
        return aside(state, state.near[state.code[end] - 1], state.must)
    return state.point(state.code, at + 5, end, state.must)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def run(state: State, at: cython.int) -> cython.int:
    """Run one propagator, whatever its gate says; 0 on contradiction."""
    kind: cython.int = state.code[at]
    if kind == HOUSE:
        return house(state, at)
    if kind == PAIR:
        return pair(state, at)
    if kind == SETS:
        return sets(state, at)
    if kind == INNIES:
        return innies(state, at)
    if kind == SUM:
        return total(state, at)
    if kind == EQUAL:
        return equal(state, at)
    if kind == CROSSING:
        return crossing(state, at)
    if kind == CLAUSE:
        return clause(state, at)
    if kind == MACHINE or kind == REREAD:
        return machine(state, at)
    if kind == DIFFERENT:
        return different(state, at)
    if kind == CHOICE:
        return choice(state, at)
    if kind == RANK:
        return rank(state, at)
    if kind == BETWEEN:
        return between(state, at)
    return when(state, at)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def choice(state: State, at: cython.int) -> cython.int:
    """Refuse the branches that fail; keep what some branch keeps."""
    variable: cython.int = state.code[at + 2]
    branches: cython.int = state.code[at + 3]
    size: cython.int = state.code[at + 4]
    here: cython.int = at + 5 + size
    cython.declare(branch=cython.int, k=cython.int)
    some: cython.int = 0
    mask: cython.ulonglong = state.masks[variable]
    if mask & (mask - 1) == 0 or state.depth >= DEPTH:
        return 1
    kept: cython.int = state.depth * state.union_size
    for branch in range(branches):
        if (mask >> branch) & 1:
            mark: cython.int = _enter(state)
            if _all(state, here + 1, state.code[here]):
                for k in range(size):
                    if some == 0:
                        state.union_[kept + k] = 0
                    state.union_[kept + k] |= state.masks[state.code[at + 5 + k]]
                some = 1
                _leave(state, mark)
            else:
                _leave(state, mark)
                if not state.restrict(variable, state.masks[variable] & ~(cython.cast(cython.ulonglong, 1) << branch)):
                    return 0
        here += 1 + state.code[here]
    for k in range(size):
        if not state.restrict(state.code[at + 5 + k], state.union_[kept + k]):
            return 0
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def when(state: State, at: cython.int) -> cython.int:
    """Where all conditions but one are true and the statement fails, that one is false."""
    gate: cython.int = state.code[at + 2]
    k: cython.int
    left: cython.int = -1
    for k in range(gate + 1, gate + 1 + state.code[gate]):
        known: cython.int = state.holds(state.code[k])
        if known == 0 or (known < 0 and left >= 0):
            return 1
        if known < 0:
            left = state.code[k]
    if left < 0 or state.depth >= DEPTH:
        return 1
    mark: cython.int = _enter(state)
    fine: cython.int = state.require(left) and _all(state, at + 4, state.code[at + 3])
    _leave(state, mark)
    return 1 if fine else state.refuse(left)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _all(state: State, first: cython.int, count: cython.int) -> cython.int:
    """Run the propagators of a branch until nothing changes, or often enough; 0 on contradiction."""
    cython.declare(k=cython.int, turn=cython.int)
    for turn in range(PASSES):
        mark: cython.int = state.trail_end
        for k in range(first, first + count):
            if not run(state, state.code[k]):
                return 0
        if mark == state.trail_end or count == 1:
            return 1
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _enter(state: State) -> cython.int:
    """Begin a trial: the queue is put aside. The trail's length, for `_leave`."""
    k: cython.int
    at: cython.int = state.depth * (state.queue_words + 1)
    for k in range(state.queue_words):
        state.saved[at + k] = state.queue[k]
    state.saved[at + state.queue_words] = state.singles_end
    state.depth += 1
    return state.trail_end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _leave(state: State, mark: cython.int) -> cython.void:
    """End the trial: masks and queue as they were."""
    k: cython.int
    state.depth -= 1
    at: cython.int = state.depth * (state.queue_words + 1)
    for k in range(state.queue_words):
        state.queue[k] = state.saved[at + k]
    state.singles_end = cython.cast(cython.int, state.saved[at + state.queue_words])
    state.undo(mark)
