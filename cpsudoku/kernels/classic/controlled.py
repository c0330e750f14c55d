# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Minimal puzzles by controlled bias: clues go in random order, and the first ambiguity ends the order.

A minimal puzzle of n clues is then met with a chance that depends on n alone, so the bias can be weighed away.
Source: Berthier, Unbiased statistics of a constraint satisfaction problem, 2009.
"""

import cython
from cython.cimports.cpsudoku.kernels.classic.digging import as_bytes, irredundant, prefix
from cython.cimports.cpsudoku.kernels.classic.exchanges import SLOTS, unavoidable
from cython.cimports.cpsudoku.kernels.classic.uniform import fill9
from cython.cimports.cpsudoku.kernels.polling import look, now, settle
from cython.cimports.cpsudoku.kernels.randomness import shuffle
from cython.cimports.cpsudoku.kernels.search import count9

from cpsudoku.kernels.classic.uniform import prepare

FEW = cython.declare(cython.int, 36)
"""Controlled bias looks at clue sets of at most this many clues: larger minimal puzzles do not turn up by chance."""


@cython.locals(k=cython.int, slot=cython.int, s=cython.int, whole=cython.bint)
def controlled(state, grid, per_grid, attempts, start, members, work, tries, stop) -> cython.int:
    """Takes clues away in random order until uniqueness would go; 1 where the puzzle then is minimal, else begins anew.

    -1 after *attempts* (0: no bound). A grid serves *per_grid* beginnings.
    """
    of_cell = cython.declare(cython.ushort[1053])
    left = cython.declare(cython.ushort[256])
    now = cython.declare(cython.ushort[256])
    order = cython.declare(cython.ushort[81])
    sets: cython.int = 0
    tries[0] = 0
    for k in range(81):
        order[k] = k
    while attempts == 0 or tries[0] < attempts:
        if tries[0] & 63 == 0 and look(stop):
            break
        if tries[0] % per_grid == 0:
            fill9(state, grid)
            sets = unavoidable(grid, of_cell, left)
        tries[0] += 1
        shuffle(state, order, 81)
        for k in range(sets):
            now[k] = left[k]
        whole = True
        for k in range(81 - FEW):
            for slot in range(SLOTS):
                s = of_cell[13 * order[k] + slot]
                now[s] -= 1
                if now[s] == 0:
                    whole = False
            if not whole:
                break
        if not whole:
            continue
        for k in range(81):
            work[k] = grid[k]
        for k in range(81 - FEW):
            work[order[k]] = 0
        if count9(work, 2) != 1:
            continue
        prefix(grid, order, 81, start, members, 81, of_cell, left, work)
        for k in range(sets):
            left[k] = 0
        if irredundant(grid, work):
            return 1
        unavoidable(grid, of_cell, left)
    return -1


@cython.ccall
@cython.locals(i=cython.int, result=cython.int)
def controlled_batch(
    streams: list, per_grid: cython.int, attempts: cython.longlong, seconds: cython.double = 0
) -> list:
    """One puzzle by controlled bias for each number in *streams*: (puzzle, grid, beginnings); Nones without one.

    *seconds*: for all of them; 0 is no limit.
    """
    state = cython.declare(cython.ulonglong[1])
    tries = cython.declare(cython.longlong[1])
    stop = cython.declare(cython.double[2])
    cells = cython.declare(cython.uchar[81])
    work = cython.declare(cython.uchar[81])
    start = cython.declare(cython.ushort[82])
    members = cython.declare(cython.ushort[81])
    stop[0] = now() + seconds if seconds > 0 else 0
    stop[1] = 0
    prepare()
    for i in range(81):
        start[i] = i
        members[i] = i
    start[81] = 81
    found = []
    for stream in streams:
        state[0] = stream
        with cython.nogil:
            result = controlled(state, cells, per_grid, attempts, start, members, work, tries, stop)
        settle(stop)
        if result < 0:
            found.append((None, None, tries[0]))
        else:
            found.append((as_bytes(work), as_bytes(cells), tries[0]))
    return found
