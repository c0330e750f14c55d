# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which of its sets a cage may still have: variables that long searches branch on.

Bit k of the variable: the k-th set of the cage is alive. `enliven` makes them, for cages of several cells and few sets;
they come after all others, number `State.variables` first, and are told where they stand in the code of their cage.
`sets.py` looks at living sets alone and buries those without a filling. A search may ask of a cage "has it this digit?"
where its cells have too many candidates to ask for one of them: both answers say much, to the whole cage. Killers of
large cages are searched in half the nodes; small ones are better asked by their cells.
"""

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import ones
    from cython.cimports.cpsudoku.kernels.rules.kinds import SETS
    from cython.cimports.cpsudoku.kernels.rules.state import State
else:
    from cpsudoku.kernels.bits import ones
    from cpsudoku.kernels.rules.kinds import SETS
    from cpsudoku.kernels.rules.state import State

EVERY = cython.declare(cython.ulonglong, 2**64 - 1)
LEAST = 4
"""Cells of a cage from which on its sets are a variable."""
MOST = 64
"""Sets of such a cage, at most."""


def enliven(state: State) -> None:
    """Make the variables, once; all sets are alive."""
    p: cython.int
    masks: list = []
    propagators: list = []
    for p in range(state.propagators):
        at: cython.int = state.starts[p]
        if state.code[at] == SETS and not state.code[at + 1]:  # under no condition
            if state.code[at + 4] >= LEAST and 1 < state.code[at + 3] <= MOST:
                state.code[at + 6 + state.code[at + 4]] = state.variables + len(masks)
                masks.append(EVERY >> (64 - state.code[at + 3]))
                propagators.append(p)
    if masks:
        state.grow(masks, propagators)


def living(state: State) -> list:
    """The variables as they are: a mask of living sets each."""
    return [state.masks[state.variables + k] for k in range(state.groups)]


def with_digit(state: State, at: cython.int, alive: cython.ulonglong) -> cython.ulonglong:
    """Those of the living sets of the cage at *at* that have the (lowest) digit that parts them most evenly."""
    number: cython.int = ones(alive)
    first: cython.int = state.code[at + 2]
    cython.declare(digit=cython.int, k=cython.int)
    least: cython.int = number
    best: cython.ulonglong = 0
    for digit in range(state.side):
        some: cython.ulonglong = 0
        for k in range(state.code[at + 3]):
            some |= ((state.table[first + k] >> digit) & 1) << k
        some &= alive
        apart: cython.int = 2 * ones(some) - number
        if apart < 0:
            apart = -apart
        if apart < least:
            least = apart
            best = some
    return best
