# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Digging clues out of classic 9x9 grids, in batches: minimal puzzles and puzzles dug until the first ambiguity.

Clues go in a random order, in groups (single cells, or the orbits of a symmetry). Uniqueness only ever gets lost
along the order, so everything before the first ambiguity is found by bisection: the result is that of removing group
by group. After it each group is tried by itself.

Unavoidable sets (`exchanges`) spare most of the searches that would find a rival.
"""

import cython
from cython.cimports.cpsudoku.kernels.classic.exchanges import SLOTS, last_of_a_set, unavoidable
from cython.cimports.cpsudoku.kernels.classic.uniform import fill9
from cython.cimports.cpsudoku.kernels.polling import look, settle
from cython.cimports.cpsudoku.kernels.randomness import shuffle
from cython.cimports.cpsudoku.kernels.search import count9, other9

from cpsudoku.kernels.classic.uniform import prepare
from cpsudoku.kernels.given import full_grid, groups_of_cells


@cython.locals(middle=cython.int, k=cython.int, j=cython.int, slot=cython.int, s=cython.int, cell=cython.int)
def prefix(grid, order, groups, start, members, most, of_cell, left, work) -> cython.int:
    """How many groups can go in this order before uniqueness does; *work* is left without them.

    At most *most* are tried. The unavoidable sets bound it from above, then bisection.
    """
    low: cython.int = 0
    high: cython.int = 0
    open: cython.bint = True
    while open and high < most:
        for k in range(start[order[high]], start[order[high] + 1]):
            cell = members[k]
            for slot in range(SLOTS):
                s = of_cell[13 * cell + slot]
                left[s] -= 1
                if left[s] == 0:
                    open = False
        high += 1
    # put the counts back as they were
    for j in range(high):
        for k in range(start[order[j]], start[order[j] + 1]):
            for slot in range(SLOTS):
                left[of_cell[13 * members[k] + slot]] += 1
    if not open:
        high -= 1
    middle = high
    while low < high:
        for cell in range(81):
            work[cell] = grid[cell]
        for j in range(middle):
            for k in range(start[order[j]], start[order[j] + 1]):
                work[members[k]] = 0
        if count9(work, 2) == 1:
            low = middle
        else:
            high = middle - 1
        # the first probes stay near the top, where the answer mostly is
        middle = high - (high - low) // 4 if high - low > 3 else high - (high - low) // 2
    for cell in range(81):
        work[cell] = grid[cell]
    for j in range(low):
        remove(order[j], start, members, of_cell, left, work)
    return low


@cython.locals(k=cython.int, slot=cython.int, s=cython.int)
def remove(group, start, members, of_cell, left, work) -> cython.void:
    """Takes a group's clues away, and out of their sets."""
    for k in range(start[group], start[group + 1]):
        work[members[k]] = 0
        for slot in range(SLOTS):
            s = of_cell[13 * members[k] + slot]
            left[s] -= 1


def needed(grid: cython.p_uchar, work: cython.p_uchar, cell: cython.int) -> cython.bint:
    """True where the unique puzzle *work* has several solutions without its clue in *cell*."""
    work[cell] = 0
    several: cython.bint = other9(work, cell, grid[cell])
    work[cell] = grid[cell]
    return several


@cython.locals(done=cython.int, size=cython.int, k=cython.int, j=cython.int, unique=cython.bint)
def dig(state, grid, groups, start, members, fewest, thorough, work) -> cython.int:
    """Removes groups in random order while the puzzle stays unique; never below *fewest* clues.

    Without *thorough* the first failure ends it. Returns the number of clues; *work* is the puzzle.
    """
    of_cell = cython.declare(cython.ushort[1053])
    left = cython.declare(cython.ushort[256])
    order = cython.declare(cython.ushort[81])
    clues: cython.int = 81
    most: cython.int = 0
    unavoidable(grid, of_cell, left)
    for k in range(groups):
        order[k] = k
    shuffle(state, order, groups)
    size = 81
    while most < groups:
        size -= start[order[most] + 1] - start[order[most]]
        if size < fewest:
            break
        most += 1
    done = prefix(grid, order, groups, start, members, most, of_cell, left, work)
    for k in range(done):
        clues -= start[order[k] + 1] - start[order[k]]
    if not thorough:
        return clues
    for k in range(done, groups):
        size = start[order[k] + 1] - start[order[k]]
        if clues - size < fewest:
            continue
        unique = True
        for j in range(start[order[k]], start[order[k] + 1]):
            if last_of_a_set(members[j], of_cell, left):
                unique = False
        if unique and size == 1:
            unique = not needed(grid, work, members[start[order[k]]])
        elif unique:
            for j in range(start[order[k]], start[order[k] + 1]):
                work[members[j]] = 0
            unique = count9(work, 2) == 1
            for j in range(start[order[k]], start[order[k] + 1]):
                work[members[j]] = grid[members[j]]
        if unique:
            remove(order[k], start, members, of_cell, left, work)
            clues -= size
    return clues


@cython.locals(cell=cython.int)
def irredundant(grid: cython.p_uchar, work: cython.p_uchar) -> cython.bint:
    """True where every clue of the unique puzzle *work* is needed."""
    for cell in range(81):
        if work[cell] and not needed(grid, work, cell):
            return False
    return True


def attempt(
    state, grid, fill, groups, start, members, fewest, most, goal, thorough, minimal, attempts, work, tries, stop
) -> cython.int:
    """Grids (uniform, or the one given) dug until a puzzle fits: 1 minimal, 0 not minimal, -1 none within *attempts*.

    Fits: *fewest* to *most* clues; where *minimal* is 1, no clue too many, for groups of cells as for cells.
    Digging stops at *goal* clues.
    """
    single: cython.bint = start[groups] == groups and goal == 0 and thorough
    tries[0] = 0
    while attempts == 0 or tries[0] < attempts:
        if look(stop):
            break
        tries[0] += 1
        if fill:
            fill9(state, grid)
        clues: cython.int = dig(state, grid, groups, start, members, goal, thorough, work)
        if clues < fewest or clues > most:
            continue
        # single cells dug thoroughly are minimal by construction, where every cell was in a group
        proven: cython.int = 1 if single and groups == 81 else irredundant(grid, work)
        if minimal != 1 or proven:
            return proven
    return -1


def as_bytes(cells: cython.p_uchar) -> bytes:
    """The 81 cells."""
    return cells[:81] if cython.compiled else bytes([cells[i] for i in range(81)])


@cython.locals(cell=cython.int)
def flattened(groups: object, start: cython.p_ushort, members: cython.p_ushort) -> cython.int:
    """Writes groups of cells one after the other, group i from members[start[i]] on; how many groups there are.

    Raises ValueError unless each has distinct cells of the board, and none is in two.
    """
    seen = cython.declare(cython.uchar[81])
    at: cython.int = 0
    count: cython.int = 0
    for cell in range(81):
        seen[cell] = 0
    start[0] = 0
    for group in groups:
        for cell in group:
            if not 0 <= cell < 81 or seen[cell]:
                groups_of_cells(groups, 81, apart=True)
            seen[cell] = 1
            members[at] = cell
            at += 1
        if at == start[count]:
            groups_of_cells(groups, 81, apart=True)
        count += 1
        start[count] = at
    return count


@cython.locals(i=cython.int, result=cython.int)
def batch(
    streams: list,
    grid: object,
    groups: object,
    fewest: cython.int,
    most: cython.int,
    goal: cython.int,
    thorough: cython.bint,
    minimal: cython.int,
    attempts: cython.longlong,
) -> list:
    """One puzzle for each number in *streams* (a random stream's start each).

    *grid* is 81 bytes, or None for a uniform grid an attempt. *groups*: tuples of cells that go together. The rest as
    `attempt`. Returns (puzzle, grid, minimal, tries) each; puzzle is None where no attempt fitted.
    """
    state = cython.declare(cython.ulonglong[1])
    tries = cython.declare(cython.longlong[1])
    stop = cython.declare(cython.double[2])
    cells = cython.declare(cython.uchar[81])
    work = cython.declare(cython.uchar[81])
    start = cython.declare(cython.ushort[82])
    members = cython.declare(cython.ushort[81])
    count: cython.int = flattened(groups, start, members)
    fill: cython.bint = grid is None
    if grid is not None:
        full_grid(grid, 9)
    stop[0] = stop[1] = 0
    prepare()
    if not fill:
        for i in range(81):
            cells[i] = grid[i]
    found = []
    for stream in streams:
        state[0] = stream
        with cython.nogil:
            result = attempt(
                state,
                cells,
                fill,
                count,
                start,
                members,
                fewest,
                most,
                goal,
                thorough,
                minimal,
                attempts,
                work,
                tries,
                stop,
            )
        settle(stop)
        if result < 0:
            found.append((None, None, False, tries[0]))
        else:
            found.append((as_bytes(work), as_bytes(cells), result == 1, tries[0]))
    return found


def still_removable(grid: bytes, order: list) -> list:
    """For a deletion *order* that left a minimal puzzle: at each step, how many clues could have gone.

    *order*: the cells that went, first to last. A clue, once needed, stays needed, so for each clue that was kept the
    step from which it was is found by bisection.
    """
    cython.declare(i=cython.int, low=cython.int, high=cython.int, middle=cython.int, cell=cython.int)
    cells = cython.declare(cython.uchar[81])
    work = cython.declare(cython.uchar[81])
    gone: cython.int = len(order)
    full_grid(grid, 9)
    groups_of_cells([[cell] for cell in order], 81, apart=True)
    for i in range(81):
        cells[i] = grid[i]
    removable = [gone - i for i in range(gone)]
    for cell in range(81):
        if cell in order:
            continue
        # needed after `high` deletions, not needed after `low`
        low = 0
        high = gone
        while high - low > 1:
            middle = (low + high) // 2
            for i in range(81):
                work[i] = cells[i]
            for i in range(middle):
                work[order[i]] = 0
            if needed(cells, work, cell):
                high = middle
            else:
                low = middle
        for i in range(high):
            removable[i] += 1
    return removable
