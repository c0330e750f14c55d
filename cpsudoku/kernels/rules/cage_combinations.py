# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which sets of digits a cage may still have: variables that long searches branch on.

Bit k of the variable: the k-th set of the cage is possible. `add_combinations` makes a variable for each cage of
several cells and few sets; they follow all others, from number `State.variables` on, and `Cage.combinations` is the
number of each. `cages.py` skips impossible sets and drops those without a filling. Where the cells of a cage have many
candidates, a search may branch on "the cage has this digit": both answers restrict the whole cage. Killers of
large cages are searched in half the nodes; small cages are better searched by their cells.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import ones
from cython.cimports.cpsudoku.kernels.rules.records import CAGE, Cage, record
from cython.cimports.cpsudoku.kernels.rules.state import State

EVERY = cython.declare(cython.ulonglong, 2**64 - 1)
LEAST = 4
"""Cells of a cage from which on its sets are a variable."""
MOST = 64
"""Sets of such a cage, at most."""


def add_combinations(state: State) -> None:
    """Make the variables, once; all sets are possible."""
    p: cython.int
    masks: list = []
    propagators: list = []
    for p in range(state.propagators):
        cage: Cage = cython.cast(Cage, record(state, state.starts[p]))
        # under no condition
        if cage.kind == CAGE and not cage.gate and cage.size >= LEAST and 1 < cage.number <= MOST:
            cage.combinations = state.variables + len(masks)
            masks.append(EVERY >> (64 - cage.number))
            propagators.append(p)
    if masks:
        state.add_variables(masks, propagators)


def combinations(state: State) -> list:
    """The variables as they are: a mask of possible sets each."""
    return [state.masks[state.variables + k] for k in range(state.combinations)]


def with_digit(state: State, cage: Cage, possible: cython.ulonglong) -> cython.ulonglong:
    """Those of the *possible* sets of a cage that have the (lowest) digit that divides them most evenly."""
    number: cython.int = ones(possible)
    cython.declare(digit=cython.int, k=cython.int, least=cython.int, best=cython.ulonglong)
    best = 0
    least = number
    for digit in range(state.side):
        some: cython.ulonglong = 0
        for k in range(cage.number):
            some |= ((state.table[cage.sets + k] >> digit) & 1) << k
        some &= possible
        apart: cython.int = 2 * ones(some) - number
        if apart < 0:  # not abs(), which may raise
            apart = -apart
        if apart < least:
            least = apart
            best = some
    return best
