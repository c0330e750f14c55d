# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Neighbours of a 9x9 puzzle: some clues go, others come, and the result is unique again and without spare groups.

This is the vicinity search {-k+k} of the hunters of hard puzzles, drawn at random: k groups of clues (single cells,
or orbits of a symmetry) go; of the solutions the rest has, one is taken; clues of it are added, each in a cell where
some rival differs, until no rival is left; then groups that are not needed go, in random order.
On a fixed pattern the cells stay and only their digits change.
"""

import cython
from cython.cimports.cpsudoku.kernels.classic.digging import as_bytes, flattened
from cython.cimports.cpsudoku.kernels.polling import NEVER, look, settle
from cython.cimports.cpsudoku.kernels.randomness import below, shuffle
from cython.cimports.cpsudoku.kernels.search import count9, search9

RIVALS = cython.declare(cython.int, 24)
"""Solutions among which the new one is drawn."""
NOTHING = cython.declare(cython.uchar[81])
NOTHING = [0] * 81


@cython.locals(i=cython.int)
def standing(state, groups, start, members, work, order) -> cython.int:
    """The groups that are clues, in random order; how many."""
    there: cython.int = 0
    for i in range(groups):
        if work[members[start[i]]]:
            order[there] = i
            there += 1
    shuffle(state, order, there)
    return there


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(j=cython.int)
def put(
    group: cython.int, start: cython.p_ushort, members: cython.p_ushort, source: cython.p_uchar, work: cython.p_uchar
) -> cython.void:
    """The cells of a group become what they are in *source*."""
    for j in range(start[group], start[group + 1]):
        work[members[j]] = source[members[j]]


@cython.locals(i=cython.int, j=cython.int, cell=cython.int, count=cython.int, rival=cython.int)
def settled(state, groups, start, members, work, grid) -> cython.void:
    """Adds clues of *grid*, each group where some rival differs, until no rival is left."""
    differs = cython.declare(cython.ushort[81])
    out = cython.declare(cython.uchar[162])
    nodes = cython.declare(cython.longlong[1])
    nodes[0] = 0
    while search9(work, 0, 2, out, 0, 2, 0, nodes, NEVER) == 2:
        rival = 81
        for cell in range(81):
            if out[cell] != grid[cell]:
                rival = 0
                break
        count = 0
        for cell in range(81):
            if out[rival + cell] != grid[cell]:
                differs[count] = cell
                count += 1
        cell = differs[below(state, count)]
        for i in range(groups):
            for j in range(start[i], start[i + 1]):
                if members[j] == cell:
                    put(i, start, members, grid, work)


@cython.locals(there=cython.int, cell=cython.int, i=cython.int, rival=cython.int, found=cython.longlong)
def vary(state, groups, start, members, k, fixed, work, grid) -> cython.bint:
    """Turns the unique puzzle *work* into a neighbour; *grid* becomes its solution. False where none came about."""
    order = cython.declare(cython.ushort[81])
    out = cython.declare(cython.uchar[1944])
    nodes = cython.declare(cython.longlong[1])
    there = standing(state, groups, start, members, work, order)
    k = min(k, there)
    for i in range(k):
        put(order[i], start, members, NOTHING, work)
    nodes[0] = 0
    found = search9(work, 0, RIVALS, out, 0, RIVALS, 0, nodes, NEVER)
    if found == 0:
        return False
    rival = below(state, cython.cast(cython.int, found))
    for cell in range(81):
        grid[cell] = out[81 * rival + cell]
    if fixed:
        for i in range(k):
            put(order[i], start, members, grid, work)
        return count9(work, 2) == 1
    settled(state, groups, start, members, work, grid)
    there = standing(state, groups, start, members, work, order)
    for i in range(there):
        put(order[i], start, members, NOTHING, work)
        if count9(work, 2) != 1:
            put(order[i], start, members, grid, work)
    return True


@cython.ccall
@cython.locals(i=cython.int, found_one=cython.bint)
def neighbours(
    stream: object, puzzle: bytes, groups: object, k: cython.int, fixed: cython.bint, count: cython.int
) -> list:
    """*count* draws of a neighbour of *puzzle* (81 bytes, unique): (puzzle, solution) of those that came about.

    *stream* is a random stream's start. *groups*: tuples of cells that go and come together; with *fixed*, clues only
    change their digits.
    """
    state = cython.declare(cython.ulonglong[1])
    cells = cython.declare(cython.uchar[81])
    work = cython.declare(cython.uchar[81])
    grid = cython.declare(cython.uchar[81])
    start = cython.declare(cython.ushort[82])
    members = cython.declare(cython.ushort[81])
    size: cython.int = flattened(groups, start, members)
    stop = cython.declare(cython.double[2])
    if len(puzzle) != 81 or max(puzzle) > 9:
        raise ValueError(f"{len(puzzle)} bytes up to {max(puzzle, default=0)}; a puzzle has 81, of 0 to 9")
    stop[0] = stop[1] = 0
    state[0] = stream
    for i in range(81):
        cells[i] = puzzle[i]
    found = []
    for _ in range(count):
        for i in range(81):
            work[i] = cells[i]
        with cython.nogil:
            found_one = vary(state, size, start, members, k, fixed, work, grid)
        look(stop)
        settle(stop)
        if found_one:
            found.append((as_bytes(work), as_bytes(grid)))
    return found
