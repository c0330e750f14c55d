# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Whole blocks of classic 9x9 puzzles, 81 bytes each: their verdicts, singles to the end, and which clues can go.

Verdicts come from the search of `search.py`; `grid_check` checks the grids.
"""

import cython
from cython.cimports.cpsudoku.kernels.classic.exchanges import count_clues, last_of_a_set, unavoidable
from cython.cimports.cpsudoku.kernels.classic.grid_check import solves
from cython.cimports.cpsudoku.kernels.polling import look, settle
from cython.cimports.cpsudoku.kernels.search import other9, search9, singles9

from cpsudoku.kernels.classic.grid_check import blocks

NEEDED = 81
"""What `spare_clues` says of a puzzle that needs every clue."""
UNASKED = 255
"""What it says where there is no grid to ask about."""
_NEEDED = cython.declare(cython.uchar, NEEDED)
_UNASKED = cython.declare(cython.uchar, UNASKED)


def counted_to_two(cells: bytes) -> tuple:
    """(numbers of solutions, first grids, second grids) of each puzzle, counted to two.

    The numbers are a byte each, 0 to 2. First grids are 81 bytes a puzzle, zeros where there is none; second grids
    stand one after the other, of the puzzles with two. The GIL is released; raises ValueError for a wrong length.
    """
    cython.declare(found=cython.longlong, k=cython.int)
    n: cython.longlong = blocks(cells)
    numbers = bytearray(n or 1)
    grids = bytearray(81 * n or 1)
    second = bytearray(81)
    seconds = bytearray(0)
    pair = cython.declare(cython.uchar[162])
    spent = cython.declare(cython.longlong[1])
    stop = cython.declare(cython.double[2])
    i: cython.longlong = 0
    spent[0] = 0
    stop[0] = stop[1] = 0
    text: cython.p_uchar = cells
    of: cython.uchar[::1] = numbers
    out: cython.uchar[::1] = grids
    other: cython.uchar[::1] = second
    with cython.nogil:
        for i in range(n):
            if (i & 255 == 255 or stop[1]) and look(stop):
                break
            found = search9(text, 81 * i, 2, pair, 0, 2, 0, spent, stop)
            of[i] = found
            if found:
                for k in range(81):
                    out[81 * i + k] = pair[k]
            if found > 1:
                for k in range(81):
                    other[k] = pair[81 + k]
                with cython.gil:
                    seconds += second
    settle(stop)
    return bytes(numbers[:n]), bytes(grids[: 81 * n]), bytes(seconds)


def by_singles(cells: bytes) -> tuple:
    """(1 for each puzzle that naked and hidden singles alone fill, 0 for the others; grids, 81 bytes a puzzle).

    Grids are right: a filled grid that breaks a rule counts as not filled. A puzzle that is not filled has its clues
    in place of a grid, and perhaps digits that singles place. Without vector instructions all are 0, for "not tried".
    The GIL is released; raises ValueError for a wrong length.
    """
    cython.declare(i=cython.longlong, k=cython.int)
    n: cython.longlong = blocks(cells)
    filled = bytearray(n or 1)
    grids = bytearray(81 * n or 1)
    text: cython.p_uchar = cells
    of: cython.uchar[::1] = filled
    room: cython.uchar[::1] = grids
    if cython.compiled:
        out: cython.p_uchar = cython.address(room[0])
    else:
        out = room
    with cython.nogil:
        for i in range(n):
            of[i] = singles9(text, 81 * i, out, 81 * i)
            if of[i] and not solves(out, text, 81 * i):
                of[i] = 0
                for k in range(81):
                    out[81 * i + k] = text[81 * i + k]
    return bytes(filled[:n]), bytes(grids[: 81 * n])


def spare_clues(cells: bytes, grids: bytes, numbers: bytes) -> bytes:
    """A cell whose clue can go, a byte for each puzzle with exactly one solution (its number is 1, *grids* has it).

    NEEDED (81) where every clue is needed: the puzzle is minimal. UNASKED (255) for the other puzzles. A clue is
    needed where it is the last of an unavoidable set, else where a solution without it has another digit in its cell.
    The GIL is released; raises ValueError where the lengths do not fit.
    """
    n: cython.longlong = blocks(cells)
    if len(grids) != 81 * n or len(numbers) != n:
        raise ValueError(f"{len(grids)} bytes of grids and {len(numbers)} numbers for {n} puzzles")
    spare = bytearray(n or 1)
    stop = cython.declare(cython.double[2])
    i: cython.longlong = 0
    stop[0] = stop[1] = 0
    text: cython.p_uchar = cells
    grid: cython.p_uchar = grids
    of: cython.p_uchar = numbers
    out: cython.uchar[::1] = spare
    with cython.nogil:
        for i in range(n):
            if (i & 15 == 15 or stop[1]) and look(stop):
                break
            out[i] = _spare(text, grid, 81 * i) if of[i] == 1 else _UNASKED
    settle(stop)
    return bytes(spare[:n])


def _spare(cells: cython.p_uchar, grids: cython.p_uchar, at: cython.longlong) -> cython.uchar:
    of_cell = cython.declare(cython.ushort[1053])
    left = cython.declare(cython.ushort[256])
    grid = cython.declare(cython.uchar[81])
    work = cython.declare(cython.uchar[81])
    if not cython.compiled:
        of_cell, left, grid, work = [0] * 1053, [0] * 256, bytearray(81), bytearray(81)
    for cell in range(81):
        grid[cell] = grids[at + cell]
        work[cell] = cells[at + cell]
    unavoidable(grid, of_cell, left)
    count_clues(work, of_cell, left)
    for cell in range(81):
        digit: cython.uchar = work[cell]
        if digit and not last_of_a_set(cell, of_cell, left):
            work[cell] = 0
            if not other9(work, cell, digit):
                return cell
            work[cell] = digit
    return _NEEDED
