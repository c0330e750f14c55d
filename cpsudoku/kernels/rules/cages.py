# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a cage says to the cells that see some of it: a digit it must have leaves who sees all places of it.

As `State.point`, for all digits at once, from lists that `near.tie` makes: the number of sets of cells that some cell
outside sees, two or more; of each how many cells of the cage it lacks, how many cells see it, and both.
"""

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.rules.state import State
else:
    from cpsudoku.kernels.rules.state import State


def seen(state: State, cage: list) -> list:
    """The list of a cage's cells."""
    size: cython.int = len(cage)
    cython.declare(cell=cython.int, k=cython.int, sees=cython.ulonglong)
    sets: dict = {}  # cells of the cage, as bits: who sees them
    for cell in range(state.cells):
        sees = 0
        for k in range(min(size, 64)):
            other: cython.int = cage[k]
            sees |= ((state.peers[cell * state.words + (other >> 6)] >> (other & 63)) & 1) << k
        if sees & (sees - 1) and cell not in cage:
            sets.setdefault(sees, []).append(cell)
    made = [len(sets)]
    for sees, cells in sets.items():
        unseen = [cage[k] for k in range(size) if k > 63 or not (sees >> k) & 1]
        made += [len(unseen), len(cells), *unseen, *cells]
    return made


def aside(state: State, here: cython.int, must: cython.ulonglong) -> cython.int:
    """Some cell of the cage whose list begins *here* has each digit of *must*; 0 where a cell beside it keeps none."""
    left: cython.int = state.near[here]
    k: cython.int
    here += 1
    while left:
        left -= 1
        middle: cython.int = here + 2 + state.near[here]
        end: cython.int = middle + state.near[here + 1]
        gone: cython.ulonglong = must
        for k in range(here + 2, middle):
            gone &= ~state.masks[state.near[k]]
        if gone:
            for k in range(middle, end):
                if state.masks[state.near[k]] & gone:
                    if not state.restrict(state.near[k], state.masks[state.near[k]] & ~gone):
                        return 0
        here = end
    return 1
