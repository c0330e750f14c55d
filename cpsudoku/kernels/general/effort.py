# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The solver whose search effort rates puzzles of method `effort`, for every box size.

Depth first: the empty cell with the fewest possible digits (digits no clue and no earlier placement of its row, column
and box holds; the first such cell in reading order) gets each of them in ascending order. Nothing else is inferred.
The effort is the number of digits placed, until as many solutions were found as asked for or all were.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import ones
from cython.cimports.cpsudoku.kernels.polling import look, settle

LARGEST = 64
"""Longest side: digits of a cell are the bits of one word."""
ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(cell=cython.int, r=cython.int, c=cython.int, bit=cython.ulonglong)
def enter(side: cython.int, cells: cython.p_uchar, box: cython.p_uchar, used: cython.p_ulonglong) -> cython.int:
    """Note in `used` what rows, columns and boxes show; the number of empty cells, or -1 where two clues are equal."""
    empty: cython.int = 0
    for cell in range(3 * side):
        used[cell] = 0
    for cell in range(side * side):
        if cells[cell] == 0:
            empty += 1
            continue
        bit = cython.cast(cython.ulonglong, 1) << (cells[cell] - 1)
        r = cell // side
        c = side + cell % side
        if (used[r] | used[c] | used[2 * side + box[cell]]) & bit:
            return -1
        used[r] |= bit
        used[c] |= bit
        used[2 * side + box[cell]] |= bit
    return empty


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
@cython.locals(cell=cython.int, count=cython.int)
def narrowest(
    side: cython.int, full: cython.ulonglong, cells: cython.p_uchar, box: cython.p_uchar, used: cython.p_ulonglong
) -> cython.int:
    """The first empty cell with the fewest digits left."""
    best: cython.int = 0
    fewest: cython.int = side + 1
    for cell in range(side * side):
        if cells[cell] == 0:
            count = ones(full & ~(used[cell // side] | used[side + cell % side] | used[2 * side + box[cell]]))
            if count < fewest:
                fewest = count
                best = cell
                if count < 2:
                    break
    return best


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def flip(
    side: cython.int, box: cython.p_uchar, used: cython.p_ulonglong, cell: cython.int, bit: cython.ulonglong
) -> cython.void:
    """A digit is used in the cell's row, column and box, or no longer."""
    used[cell // side] ^= bit
    used[side + cell % side] ^= bit
    used[2 * side + box[cell]] ^= bit


@cython.locals(cell=cython.int, best=cython.int, digit=cython.int, empty=cython.int, bit=cython.ulonglong)
def walk(side, cells, box, limit, most, first, report, cell_at, left, used, stop) -> cython.void:
    """Searches; `report`: effort, solutions, 1 where *most* placements did not suffice. *cells* is used up."""
    size: cython.int = side * side
    full: cython.ulonglong = ALL >> (64 - side)
    depth: cython.int = 0
    down: cython.bint = True
    report[0] = 0
    report[1] = 0
    report[2] = 0
    empty = enter(side, cells, box, used)
    if empty < 0:
        return
    while True:
        if down:
            if depth == empty:
                if report[1] == 0:
                    for cell in range(size):
                        first[cell] = cells[cell]
                report[1] += 1
                if report[1] == limit:
                    return
                down = False
                continue
            best = narrowest(side, full, cells, box, used)
            cell_at[depth] = best
            left[depth] = full & ~(used[best // side] | used[side + best % side] | used[2 * side + box[best]])
        else:
            if depth == 0:
                return
            depth -= 1
            best = cell_at[depth]
            bit = cython.cast(cython.ulonglong, 1) << (cells[best] - 1)
            flip(side, box, used, best, bit)
            cells[best] = 0
        if left[depth] == 0:
            down = False
            continue
        best = cell_at[depth]
        bit = left[depth] & (~left[depth] + 1)
        left[depth] ^= bit
        digit = ones(bit - 1) + 1
        cells[best] = digit
        flip(side, box, used, best, bit)
        report[0] += 1
        depth += 1
        down = True
        if (most and report[0] >= most) or (report[0] & 1023 == 1023 and look(stop)):
            report[2] = 1
            return


def effort(cells: bytes, boxes: bytes, limit: cython.longlong = 0, most: cython.longlong = 0) -> tuple:
    """(first solution or None, effort, solutions): search until *limit* solutions (0: all).

    *boxes*: the box of each cell. The effort is negative where *most* placements (0: no bound) did not suffice.
    Raises ValueError for boards that are not square, or of a side above LARGEST.
    """
    side: cython.int = round(len(cells) ** 0.5)
    if side * side != len(cells) or len(boxes) != len(cells) or not 0 < side <= 64:
        raise ValueError(f"{len(cells)} cells; a board has the square of 1 to {LARGEST}")
    if max(cells) > side or max(boxes) >= side:
        raise ValueError(
            f"digits up to {max(cells)}, boxes up to {max(boxes)}; here digits end at {side}, boxes at {side - 1}"
        )
    from array import array

    stop = cython.declare(cython.double[2])
    stop[0] = stop[1] = 0
    work = bytearray(cells)
    first = bytearray(len(cells))
    report = array("q", [0, 0, 0])
    cell_at = array("H", bytes(2 * len(cells)))
    left = array("Q", bytes(8 * len(cells) + 8))
    used = array("Q", bytes(24 * side))
    if cython.compiled:
        work_view: cython.uchar[::1] = work
        first_view: cython.uchar[::1] = first
        report_view: cython.longlong[::1] = report
        cell_view: cython.ushort[::1] = cell_at
        left_view: cython.ulonglong[::1] = left
        used_view: cython.ulonglong[::1] = used
        box_text: cython.p_const_uchar = boxes
        with cython.nogil:
            walk(
                side,
                cython.address(work_view[0]),
                cython.cast(cython.p_uchar, box_text),
                limit,
                most,
                cython.address(first_view[0]),
                cython.address(report_view[0]),
                cython.address(cell_view[0]),
                cython.address(left_view[0]),
                cython.address(used_view[0]),
                stop,
            )
    else:
        walk(side, work, boxes, limit, most, first, report, cell_at, left, used, stop)
    settle(stop)
    return bytes(first) if report[1] else None, -report[0] if report[2] else report[0], report[1]
