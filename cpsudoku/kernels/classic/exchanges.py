# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Unavoidable sets that an exchange shows: the cells of two digits that hang together, of two lines of a band that do.

Exchanging the two digits, or the two lines, within such a set gives another solution; so a puzzle must keep a clue in
each, and a clue that is the last of its set is necessary. They spare most searches that would find a rival.
"""

import cython

from cpsudoku.kernels.given import full_grid

if not cython.compiled:
    SLOTS = 13


@cython.locals(c=cython.int)
def unavoidable(grid: cython.p_uchar, of_cell: cython.p_ushort, left: cython.p_ushort) -> cython.int:
    """The unavoidable sets of a grid; returns how many there are, set 0 (no set) included.

    `of_cell[13 * cell + slot]`: the sets of a cell; `left[set]`: its size. Two digits that hang together do so by whole
    rows: from the first in a row to the second in its column, and to the second in its box.
    """
    in_row = cython.declare(cython.uchar[90])  # column of a digit in a row
    in_column = cython.declare(cython.uchar[90])  # row of a digit in a column
    in_box = cython.declare(cython.uchar[90])  # row of a digit in a box
    stack = cython.declare(cython.uchar[9])
    count: cython.int = 1
    for k in range(81 * 13):
        of_cell[k] = 0
    left[0] = 9999
    cell: cython.int = 0
    for r in range(9):
        for c in range(9):
            a: cython.int = grid[cell]
            in_row[9 * a + r] = c
            in_column[9 * a + c] = r
            in_box[9 * a + r // 3 * 3 + c // 3] = r
            cell += 1
    for a in range(1, 10):
        for b in range(a + 1, 10):
            done: cython.int = 0
            for r in range(9):
                if done >> r & 1:
                    continue
                left[count] = 0
                done |= 1 << r
                stack[0] = r
                depth: cython.int = 1
                while depth:
                    depth -= 1
                    row: cython.int = stack[depth]
                    c = in_row[9 * a + row]
                    left[count] += 2
                    of_cell[13 * (9 * row + c) + b - 1] = count  # where a cell with the other digit notes this set
                    of_cell[13 * (9 * row + in_row[9 * b + row]) + a - 1] = count
                    other: cython.int = in_column[9 * b + c]
                    for k in range(2):
                        if not done >> other & 1:
                            done |= 1 << other
                            stack[depth] = other
                            depth += 1
                        other = in_box[9 * b + row // 3 * 3 + c // 3]
                count += 1
    for k in range(9):
        # the k-th pair of lines of one band: (0, 1), (0, 2), (1, 2) of each
        first: cython.int = k // 3 * 3 + (1 if k % 3 == 2 else 0)
        other = k // 3 * 3 + (1 if k % 3 == 0 else 2)
        for r in range(9):
            count = cycle(grid, in_row, first, other, r, 9, 1, 9, count, of_cell, left)
            count = cycle(grid, in_column, first, other, r, 1, 9, 11, count, of_cell, left)
    return count


def cycle(grid, place, first, other, start, line, step, slot, count, of_cell, left) -> cython.int:
    """Notes the set through position *start* of two lines, if new: exchange there, repair the line where a digit
    now stands twice, and so on until both are whole. Cells are `line * number + step * position`."""
    at: cython.int = start
    mine: cython.int = slot + (other - first + 3) % 3 - 1
    theirs: cython.int = slot + (first - other + 3) % 3 - 1
    if of_cell[13 * (line * first + step * start) + mine]:
        return count
    left[count] = 0
    while True:
        a: cython.int = line * first + step * at
        b: cython.int = line * other + step * at
        of_cell[13 * a + mine] = count
        of_cell[13 * b + theirs] = count
        left[count] += 2
        at = place[9 * grid[b] + first]
        if at == start:
            return count + 1


def count_clues(cells: cython.p_uchar, of_cell: cython.p_ushort, left: cython.p_ushort) -> cython.void:
    """Take the open cells off *left*, the sizes of the sets: their numbers of clues remain."""
    for cell in range(81):
        if not cells[cell]:
            for slot in range(SLOTS):
                left[of_cell[13 * cell + slot]] -= 1


def last_of_a_set(cell: cython.int, of_cell: cython.p_ushort, left: cython.p_ushort) -> cython.bint:
    """True where some unavoidable set has no other clue."""
    for slot in range(SLOTS):
        if left[of_cell[13 * cell + slot]] == 1:
            return True
    return False


@cython.locals(other=cython.int)
def exchanged(
    grid: cython.p_uchar, cell: cython.int, of_cell: cython.p_ushort, left: cython.p_ushort, out: cython.p_uchar
) -> cython.bint:
    """True where some unavoidable set has no other clue; the grid with that set exchanged goes to *out*."""
    for slot in range(SLOTS):
        s: cython.int = of_cell[13 * cell + slot]
        if left[s] == 1:
            for k in range(81):
                out[k] = grid[k]
            a: cython.int = grid[cell]
            if slot < 9:
                b: cython.int = slot + 1
                for k in range(81):
                    if grid[k] == a and of_cell[13 * k + b - 1] == s:
                        out[k] = b
                    elif grid[k] == b and of_cell[13 * k + a - 1] == s:
                        out[k] = a
                return True
            # the other line: the same band, one or two lines on
            line: cython.int = 9 if slot < 11 else 1
            step: cython.int = 10 - line
            first: cython.int = cell // 9 if slot < 11 else cell % 9
            on: cython.int = (slot - 9) % 2 + 1
            other = first // 3 * 3 + (first + on) % 3
            for k in range(9):
                if of_cell[13 * (line * first + step * k) + slot] == s:
                    out[line * first + step * k] = grid[line * other + step * k]
                    out[line * other + step * k] = grid[line * first + step * k]
            return True
    return False


def unavoidable_sets(grid: bytes) -> list:
    """The unavoidable sets of a grid that digging uses, as lists of cells (some come twice)."""
    cython.declare(i=cython.int)
    of_cell = cython.declare(cython.ushort[1053])
    left = cython.declare(cython.ushort[256])
    cells = cython.declare(cython.uchar[81])
    full_grid(grid, 9)
    for i in range(81):
        cells[i] = grid[i]
    found: list = [[] for _ in range(unavoidable(cells, of_cell, left))]
    for cell in range(81):
        for slot in range(SLOTS):
            found[of_cell[13 * cell + slot]].append(cell)
    return found[1:]
