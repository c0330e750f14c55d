# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Propagation to a fixpoint, and what needs all of it: alternatives and conditions.

A propagator below a condition runs by itself once its gate is true. Until then it is tried here, on masks that are put
back: a branch that fails is refused, and a digit that no branch keeps is removed.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest64
from cython.cimports.cpsudoku.kernels.rules import records
from cython.cimports.cpsudoku.kernels.rules.board import propagate_board
from cython.cimports.cpsudoku.kernels.rules.cages import propagate_cage
from cython.cimports.cpsudoku.kernels.rules.extensional import propagate_clause, propagate_machine, propagate_pair
from cython.cimports.cpsudoku.kernels.rules.houses import propagate_crossing, propagate_different, propagate_house
from cython.cimports.cpsudoku.kernels.rules.innies import propagate_equal, propagate_innies
from cython.cimports.cpsudoku.kernels.rules.lines import propagate_between, propagate_rank
from cython.cimports.cpsudoku.kernels.rules.links import remove_from_viewers
from cython.cimports.cpsudoku.kernels.rules.records import Cage, Choice, Head, Numbers, When, record
from cython.cimports.cpsudoku.kernels.rules.state import State
from cython.cimports.cpsudoku.kernels.rules.sums import propagate_sum

BIT = cython.declare(cython.ulonglong, 1)
DEPTH = cython.declare(cython.int, 6)
"""Choices within choices that are tried; `State` has room for them."""
SMALL = cython.declare(cython.int, 6)
"""As in `cages.py`."""
IDEMPOTENT = cython.declare(cython.int)
IDEMPOTENT = sum([1 << kind for kind in (records.PAIR, records.INNIES, records.MACHINE, records.BETWEEN)])
"""The kinds, as bits, that leave nothing for themselves to do; sandwiches next to nothing."""
PASSES = cython.declare(cython.int, 3)
"""How often the propagators of a branch run while they change something."""


def propagate(state: State) -> cython.int:
    """Run what is in the queue until it is empty; 0 on contradiction, which `blamed` found (-1: peers)."""
    cython.declare(k=cython.int, p=cython.int, kind=cython.int, head=Head)
    while True:
        p = -1
        if state.singles_end and not state.spread():
            break
        for k in range(state.queue_words):
            word: cython.ulonglong = state.queue[k]
            if word:
                p = (k << 6) + lowest64(word)
                state.queue[k] = word & (word - 1)
                break
        if p < 0:
            return 1
        head = cython.cast(Head, record(state, state.starts[p]))
        if head.gate and not state.active(head.gate):
            continue
        state.runs += 1
        kind = head.kind
        if kind == records.BOARD:
            if not propagate_board(state):
                return 0
            state.queue[p >> 6] &= ~(BIT << (p & 63))  # all is done, but:
            continue
        if not _run(state, state.starts[p]):
            break
        cage: Cage = cython.cast(Cage, head)
        if kind == records.CAGE and state.required and not remove_from_viewers(state, cage, state.required):
            break
        if (IDEMPOTENT >> kind) & 1 or (kind == records.CAGE and cage.size <= SMALL):
            state.queue[p >> 6] &= ~(BIT << (p & 63))
    state.blamed = p
    return 0


def _run(state: State, at: cython.int) -> cython.int:
    """Run one propagator without a check of its gate; 0 on contradiction."""
    head: Head = cython.cast(Head, record(state, at))
    kind: cython.int = head.kind
    if kind == records.HOUSE:
        return propagate_house(state, cython.cast(records.House, head), at < state.board_end)
    if kind == records.PAIR:
        return propagate_pair(state, cython.cast(records.Pair, head))
    if kind == records.CAGE:
        return propagate_cage(state, cython.cast(Cage, head))
    if kind == records.INNIES:
        return propagate_innies(state, cython.cast(records.Sum, head))
    if kind == records.SUM:
        return propagate_sum(state, cython.cast(records.Sum, head))
    if kind == records.EQUAL:
        return propagate_equal(state, cython.cast(records.Equal, head))
    if kind == records.CROSSING:
        return propagate_crossing(state, cython.cast(records.Crossing, head))
    if kind == records.CLAUSE:
        return propagate_clause(state, cython.cast(records.Clause, head))
    if kind == records.MACHINE or kind == records.REREAD:
        return propagate_machine(state, cython.cast(records.Machine, head))
    if kind == records.DIFFERENT:
        return propagate_different(state, cython.cast(records.Different, head))
    if kind == records.CHOICE:
        return _propagate_choice(state, cython.cast(Choice, head))
    if kind == records.RANK:
        return propagate_rank(state, cython.cast(records.Rank, head))
    if kind == records.BETWEEN:
        return propagate_between(state, cython.cast(records.Between, head))
    return _propagate_when(state, cython.cast(When, head))


def _propagate_choice(state: State, choice: Choice) -> cython.int:
    """Refuse the branches that fail; keep what some branch keeps."""
    cython.declare(branch=cython.int, k=cython.int, fine=cython.int)
    variable: cython.int = choice.variable
    size: cython.int = choice.cells
    some: cython.int = 0
    mask: cython.ulonglong = state.masks[variable]
    if mask & (mask - 1) == 0 or state.depth >= DEPTH:
        return 1
    kept: cython.int = state.depth * state.union_size
    for branch in range(choice.branches):
        if not (mask >> branch) & 1:
            continue
        mark: cython.int = _enter(state)
        fine = _run_all(state, cython.cast(Numbers, record(state, choice.items[size + branch])))
        if fine:
            for k in range(size):
                if some == 0:
                    state.union_[kept + k] = 0
                state.union_[kept + k] |= state.masks[choice.items[k]]
            some = 1
        _leave(state, mark)
        if not fine and not state.restrict(variable, state.masks[variable] & ~(BIT << branch)):
            return 0
    for k in range(size):
        if not state.restrict(choice.items[k], state.union_[kept + k]):
            return 0
    return 1


def _propagate_when(state: State, when: When) -> cython.int:
    """Where all conditions but one are true and the statement fails, that one is false."""
    k: cython.int
    conditions: Numbers = cython.cast(Numbers, record(state, when.conditions))
    left: cython.int = -1
    for k in range(conditions.size):
        known: cython.int = state.holds(conditions.items[k])
        if known == 0 or (known < 0 and left >= 0):
            return 1
        if known < 0:
            left = conditions.items[k]
    if left < 0 or state.depth >= DEPTH:
        return 1
    mark: cython.int = _enter(state)
    fine: cython.int = state.require(left) and _run_all(state, cython.cast(Numbers, record(state, when.statement)))
    _leave(state, mark)
    return 1 if fine else state.refuse(left)


def _run_all(state: State, statement: Numbers) -> cython.int:
    """Run the propagators of a branch until nothing changes, or often enough; 0 on contradiction."""
    cython.declare(k=cython.int, turn=cython.int)
    for turn in range(PASSES):
        mark: cython.int = state.trail_end
        for k in range(statement.size):
            if not _run(state, statement.items[k]):
                return 0
        if mark == state.trail_end or statement.size == 1:
            return 1
    return 1


def _enter(state: State) -> cython.int:
    """Begin a trial and save the queue; the trail's length, for `_leave`."""
    k: cython.int
    at: cython.int = state.depth * (state.queue_words + 1)
    for k in range(state.queue_words):
        state.saved[at + k] = state.queue[k]
    state.saved[at + state.queue_words] = state.singles_end
    state.depth += 1
    return state.trail_end


def _leave(state: State, mark: cython.int) -> cython.void:
    """End the trial: masks and queue as they were."""
    k: cython.int
    state.depth -= 1
    at: cython.int = state.depth * (state.queue_words + 1)
    for k in range(state.queue_words):
        state.queue[k] = state.saved[at + k]
    state.singles_end = cython.cast(cython.int, state.saved[at + state.queue_words])
    state.undo(mark)
