# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Classic 9x9 grids, 81 bytes each, checked by rows, columns and boxes. Shares no code with what finds them.

A grid that has all clues of a puzzle but one, and in that one's cell another digit, is a witness that the clue is
needed: without it the puzzle has a second solution.
"""

import cython

ALL_SHOWN = 81
"""What `unwitnessed` says of a puzzle whose clues all have a witness."""
_ALL_SHOWN = cython.declare(cython.uchar, ALL_SHOWN)


def first_wrong(grids: bytes, cells: bytes, numbers: bytes, least: cython.int, most: cython.int) -> int:
    """Index of the first grid that is no solution of its puzzle, -1 where all are; without the GIL.

    Only puzzles whose number is *least* to *most* have a grid. Raises ValueError where the lengths do not fit.
    """
    cython.declare(i=cython.longlong)
    n: cython.longlong = len(numbers)
    if len(grids) != 81 * n or len(cells) != 81 * n:
        raise ValueError(f"{len(grids)} and {len(cells)} bytes are not {n} puzzles of 81 cells")
    grid: cython.p_uchar = grids
    text: cython.p_uchar = cells
    of: cython.p_uchar = numbers
    found: cython.longlong = -1
    with cython.nogil:
        for i in range(n):
            if least <= of[i] <= most and not solves(grid, text, 81 * i):
                found = i
                break
    return found


def solves(grid: cython.p_uchar, cells: cython.p_uchar, at: cython.longlong) -> cython.bint:
    """True where the grid has every digit once in each row, column and box, and keeps the clues."""
    columns = cython.declare(cython.uint[9])
    boxes = cython.declare(cython.uint[3])
    bad: cython.uint = 0
    for c in range(9):
        columns[c] = 0
    for r in range(9):
        row: cython.uint = 0
        if r % 3 == 0:
            boxes[0] = boxes[1] = boxes[2] = 0
        for c in range(9):
            d: cython.uint = grid[at + 9 * r + c]
            bad |= (d > 9) | ((cells[at + 9 * r + c] != 0) & (cells[at + 9 * r + c] != d))
            d = 1 << (d & 15)
            row |= d
            columns[c] |= d
            boxes[c // 3] |= d
        bad |= row ^ 1022
        if r % 3 == 2:
            bad |= (boxes[0] & boxes[1] & boxes[2]) ^ 1022
    for c in range(9):
        bad |= columns[c] ^ 1022
    return bad == 0


def unwitnessed(cells: bytes, witnesses: bytes) -> bytes:
    """For each puzzle the first cell whose clue has no valid witness, a byte each; ALL_SHOWN where every clue has one.

    *witnesses*: 81 bytes for each clue, in the order of puzzles and cells. The GIL is released; raises ValueError
    where the lengths do not fit.
    """
    cython.declare(i=cython.longlong, at=cython.longlong, cell=cython.int, k=cython.int)
    n: cython.longlong = blocks(cells)
    if len(witnesses) != 81 * (len(cells) - cells.count(0)):
        raise ValueError(f"{len(witnesses)} bytes are not a grid for each of {len(cells) - cells.count(0)} clues")
    found = bytearray(n or 1)
    out: cython.uchar[::1] = found
    text: cython.p_uchar = cells
    shown: cython.p_uchar = witnesses
    at = 0
    with cython.nogil:
        for i in range(n):
            out[i] = _ALL_SHOWN
            for cell in range(81):
                if text[81 * i + cell]:
                    if out[i] == _ALL_SHOWN and not _shows(text, 81 * i, cell, shown, at):
                        out[i] = cell
                    at += 81
    return bytes(found[:n])


def _shows(cells: cython.p_uchar, start: cython.longlong, cell: cython.int, grids: cython.p_uchar, at: cython.longlong):
    """True where the grid at grids[at] is a witness that the clue in *cell* of the puzzle at cells[start] is needed."""
    clues = cython.declare(cython.uchar[81])
    grid = cython.declare(cython.uchar[81])
    for k in range(81):
        clues[k] = cells[start + k]
        grid[k] = grids[at + k]
    clues[cell] = 0
    return grid[cell] != cells[start + cell] and solves(grid, clues, 0)


def blocks(cells: bytes) -> int:
    """The number of puzzles. Raises ValueError for a wrong length."""
    if len(cells) % 81:
        raise ValueError(f"{len(cells)} bytes; a block has 81 bytes a puzzle")
    return len(cells) // 81
