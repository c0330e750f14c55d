# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Depth-first search on the classic 9x9 board: count solutions to a limit, keep the first ones.

A cell is a mask of nine candidate bits. One inference rule is applied band by band, to the three
row bands and the three column bands in turn: a band is nine triads (the three cells of a line in a
box). A triad must hold a digit when the rest of its line, or of its box, cannot, or when one of its
cells is that digit. Such a digit leaves the other triads of the line and of the box, and where only
one cell of the triad admits it, it is that cell's digit. This is naked and hidden singles and locked
candidates in one rule. The search branches on a cell with fewest candidates.

On x86-64 processors with AVX2, and on 64-bit ARM, the same search runs on vectors (vector9.h), some ten times
faster; elsewhere, and interpreted, the scalar code of this file does. Both find the same solutions, in an order of
their own. The environment variable CPSUDOKU_INSTRUCTIONS (`scalar`, `neon`, `avx2`, `avx512`) sets the most that is
used, here and in the vectors of other files.

Triads: Dillon, tdoku (2019).
"""

import os
from array import array

import cython
from cython.cimports.cpsudoku.kernels.bits import lowest, ones
from cython.cimports.cpsudoku.kernels.polling import NEVER, look, now, settle

from cpsudoku.errors import UsageError

LEVELS = ("scalar", "neon", "avx2", "avx512")
"""Sets of instructions, by number."""


def most_instructions() -> int:
    """The number of the set that the environment allows; the widest where it says nothing. Raises UsageError."""
    word = os.environ.get("CPSUDOKU_INSTRUCTIONS", "avx512")
    if word not in LEVELS:
        raise UsageError(f"CPSUDOKU_INSTRUCTIONS={word!r}: accepted are {', '.join(LEVELS)}")
    return LEVELS.index(word)


VECTOR = cython.declare(cython.int)
VECTOR = v9_available(most_instructions()) if cython.compiled else 0

CLASSIC_PEERS = [
    j
    for i in range(81)
    for j in range(81)
    if i != j and (i // 9 == j // 9 or i % 9 == j % 9 or (i // 27 == j // 27 and i % 9 // 3 == j % 9 // 3))
]
"""The peers of each cell, 20 a cell."""
PEERS = cython.declare(cython.uchar[1620])
PEERS = CLASSIC_PEERS


@cython.locals(k=cython.int, r=cython.int, b=cython.int, p=cython.int, x=cython.uint, y=cython.uint, z=cython.uint)
@cython.locals(sx=cython.uint, sy=cython.uint, sz=cython.uint, keep=cython.uint, only=cython.uint)
def _infer(c: cython.p_ushort, at: cython.int, line: cython.int, step: cython.int) -> cython.int:
    """Apply the rule once to the band from c[at]: a bit for each of its boxes changed, -1 if contradictory."""
    t: cython.uint[9]  # digits some cell of the triad admits
    m: cython.uint[9]  # digits two cells of the triad admit
    s: cython.uint[9]  # digits some cell of the triad has
    q: cython.uint[9]  # digits the triad need not hold
    if not cython.compiled:
        t, m, s, q = [0] * 9, [0] * 9, [0] * 9, [0] * 9
    found: cython.uint = 511
    changed: cython.int = 0
    for r in range(3):
        for b in range(3):
            k = 3 * r + b
            p = at + r * line + 3 * b * step
            x = c[p]
            y = c[p + step]
            z = c[p + 2 * step]
            t[k] = x | y | z
            m[k] = (x & y) | ((x | y) & z)
            sx = x if x & (x - 1) == 0 else 0
            sy = y if y & (y - 1) == 0 else 0
            sz = z if z & (z - 1) == 0 else 0
            s[k] = sx | sy | sz
    for k in range(3):
        found &= (t[3 * k] | t[3 * k + 1] | t[3 * k + 2]) & (t[k] | t[3 + k] | t[6 + k])
    if found != 511:
        return -1
    for r in range(3):
        for b in range(3):
            k = 3 * r + b
            x = t[3 * r + (b + 1) % 3] | t[3 * r + (b + 2) % 3]
            y = t[(k + 3) % 9] | t[(k + 6) % 9]
            q[k] = x & y & (511 ^ s[k])
    for r in range(3):
        for b in range(3):
            k = 3 * r + b
            keep = q[3 * r + (b + 1) % 3] & q[3 * r + (b + 2) % 3] & q[(k + 3) % 9] & q[(k + 6) % 9]
            only = 511 & ~(q[k] | m[k])
            if t[k] & ~keep == 0 and (only & ~s[k]) == 0 and (s[k] & m[k]) == 0:
                continue
            p = at + r * line + 3 * b * step
            x = c[p]
            y = c[p + step]
            z = c[p + 2 * step]
            sx = x if x & (x - 1) == 0 else 0
            sy = y if y & (y - 1) == 0 else 0
            sz = z if z & (z - 1) == 0 else 0
            x &= keep & ~(sy | sz)
            y &= keep & ~(sx | sz)
            z &= keep & ~(sx | sy)
            if x & only:
                x &= only
            if y & only:
                y &= only
            if z & only:
                z &= only
            if x == 0 or y == 0 or z == 0:
                return -1
            if c[p] != x or c[p + step] != y or c[p + 2 * step] != z:
                c[p] = x
                c[p + step] = y
                c[p + 2 * step] = z
                changed |= 1 << b
    return changed


@cython.locals(i=cython.int, x=cython.uint)
def _is_open(c: cython.p_ushort, at: cython.int) -> cython.bint:
    """Some cell has two candidates or more."""
    for i in range(81):
        x = c[at + i]
        if x & (x - 1):
            return True
    return False


@cython.locals(k=cython.int, boxes=cython.int)
def propagate9(c: cython.p_ushort, at: cython.int) -> cython.int:
    """Apply the rule to the state at c[at], columns and rows in turn, until columns bring nothing; 0: a contradiction.

    What rows alone might still find is not worth another round. The vector code ends at the same state.
    """
    dirty: cython.int = 63  # bands that may change: three of rows, three of columns
    moved: cython.int = 1  # the first round goes on in any case
    while dirty:
        for k in range(3):
            if dirty & 8 << k:
                dirty &= ~(8 << k)
                boxes = _infer(c, at + 3 * k, 1, 9)
                if boxes < 0:
                    return 0
                if boxes:
                    moved = 1
                    dirty |= boxes | 8 << k
        if not moved and _is_open(c, at):  # a grid that is full goes on: it must be shown to be right
            break
        moved = 0
        for k in range(3):
            if dirty & 1 << k:
                dirty &= ~(1 << k)
                boxes = _infer(c, at + 27 * k, 9, 1)
                if boxes < 0:
                    return 0
                if boxes:
                    dirty |= boxes << 3 | 1 << k
    return 1


@cython.locals(i=cython.int, r=cython.int, k=cython.int, bit=cython.uint, used=cython.uint[27])
def _load(cells: cython.p_uchar, start: cython.int, c: cython.p_ushort) -> cython.int:
    """Every candidate of the empty cells, as the vector code begins; 0 where two clues clash or a byte is above 9."""
    if not cython.compiled:
        used = [0] * 27
    for i in range(27):
        used[i] = 0
    i = 0
    for r in range(9):
        for k in range(9):
            if cells[start + i]:
                if cells[start + i] > 9:
                    return 0
                bit = 1 << (cells[start + i] - 1)
                if (used[r] | used[9 + k] | used[18 + r // 3 * 3 + k // 3]) & bit:
                    return 0
                used[r] |= bit
                used[9 + k] |= bit
                used[18 + r // 3 * 3 + k // 3] |= bit
            i += 1
    for i in range(81):
        c[i] = 1 << (cells[start + i] - 1) if cells[start + i] else 511
    return 1


@cython.locals(i=cython.int)
def settle9(c: cython.p_ushort, at: cython.int, to: cython.int) -> cython.int:
    """`propagate9` from the state at c[at] to c[to], by the fastest code this processor runs; 0: a contradiction."""
    if cython.compiled:
        if VECTOR:
            return v9_settle(c + at, c + to)
    if to != at:
        for i in range(81):
            c[to + i] = c[at + i]
    return propagate9(c, to)


@cython.locals(i=cython.int, size=cython.int)
def left9(c: cython.p_ushort, at: cython.int, to: cython.int, cell: cython.int, bit: cython.uint) -> cython.int:
    """How many candidates `settle9` leaves of the state at c[at] where one cell has *bit*; 0: a contradiction.

    c[to] may be overwritten.
    """
    if cython.compiled:
        if VECTOR:
            return v9_left(c + at, cell, bit)
    for i in range(81):
        c[to + i] = c[at + i]
    c[to + cell] = bit
    size = 0
    if propagate9(c, to):
        for i in range(81):
            size += ones(c[to + i])
    return size


@cython.locals(i=cython.int, k=cython.int, score=cython.int, x=cython.uint, y=cython.uint)
def choose9(c: cython.p_ushort, at: cython.int) -> cython.int:
    """The cell to branch on, -1 where every cell has its digit.

    Of the cells with two candidates the one whose digits most peers share, peers with two candidates
    counted three times; where there is none, the first cell with fewest candidates.
    """
    best: cython.int = -1
    most: cython.int = -1
    fewest: cython.int = 10
    for i in range(81):
        x = c[at + i]
        y = x & (x - 1)
        if y and y & (y - 1) == 0:
            score = 0
            for k in range(20 * i, 20 * i + 20):
                y = c[at + PEERS[k]]
                if y & x:
                    y &= y - 1
                    if y:
                        score += 1 if y & (y - 1) else 3
            if score > most:
                most = score
                best = i
    if best >= 0:
        return best
    for i in range(81):
        k = ones(c[at + i])
        if 1 < k < fewest:
            fewest = k
            best = i
    return best


def digit9(x: cython.uint) -> cython.int:
    """The digit of a mask with one bit."""
    return lowest(x) + 1


@cython.locals(cell=cython.int, i=cython.int, bit=cython.uint)
def scalar9(cells, start, limit, out, out_at, keep, max_nodes, nodes, stop) -> cython.longlong:
    """Number of solutions of the 81 bytes at cells[start], counted up to *limit* (0: all).

    The first *keep* solutions go to out[out_at], 81 bytes each. Branches are added to nodes[0];
    after *max_nodes* of them (0: no bound) the answer is -1 - (solutions so far), and likewise where
    *stop* (see `polling`; NULL: never) ended the search.
    """
    c: cython.ushort[81 * 82]  # the stack: every branch fixes one of 81 cells
    if not cython.compiled:
        c = [0] * (81 * 82)
    level: cython.int = 0
    at: cython.int = 0
    count: cython.longlong = 0
    spent: cython.longlong = 0
    if not _load(cells, start, c):
        return 0
    while True:
        if propagate9(c, at):
            cell = choose9(c, at)
            if cell >= 0:
                if (max_nodes and spent >= max_nodes) or (stop != NEVER and spent & 1023 == 1023 and look(stop)):
                    nodes[0] += spent
                    return -1 - count
                spent += 1
                for i in range(81):
                    c[at + 81 + i] = c[at + i]
                bit = c[at + cell] & (~c[at + cell] + 1)
                c[at + cell] ^= bit
                level += 1
                at += 81
                c[at + cell] = bit
                continue
            if count < keep:
                for i in range(81):
                    out[out_at + 81 * count + i] = digit9(c[at + i])
            count += 1
            if count == limit:
                break
        if level == 0:
            break
        level -= 1
        at -= 81
    nodes[0] += spent
    return count


def search9(cells, start, limit, out, out_at, keep, max_nodes, nodes, stop) -> cython.longlong:
    """As `scalar9`, by the fastest code this processor runs."""
    if cython.compiled:
        if VECTOR:
            return v9_search(cells + start, limit, out + out_at, keep, max_nodes, nodes, stop)
    return scalar9(cells, start, limit, out, out_at, keep, max_nodes, nodes, stop)


@cython.locals(nodes=cython.longlong[1])
def count9(cells: cython.p_uchar, limit: cython.longlong) -> cython.longlong:
    """Number of solutions of 81 bytes, counted up to *limit* (0: all). For other kernels."""
    if not cython.compiled:
        nodes = [0]
    nodes[0] = 0
    return search9(cells, 0, limit, cells, 0, 0, 0, nodes, NEVER)


def other9(cells: cython.p_uchar, cell: cython.int, digit: cython.int) -> cython.bint:
    """True where the 81 bytes have a solution with another digit than *digit* in the empty cell *cell*."""
    second = cython.declare(cython.uchar[81])
    if cython.compiled:
        if VECTOR:
            return v9_other(cells, cell, digit, cython.NULL) != 0
    return second9(cells, cell, digit, second)


@cython.locals(clash=cython.bint, k=cython.int, d=cython.int)
def second9(cells: cython.p_uchar, cell: cython.int, digit: cython.int, out: cython.p_uchar) -> cython.bint:
    """As `other9`; such a solution goes to *out*."""
    work = cython.declare(cython.uchar[81])
    nodes = cython.declare(cython.longlong[1])
    if cython.compiled:
        if VECTOR:
            return v9_other(cells, cell, digit, out) != 0
    nodes[0] = 0
    for k in range(81):
        work[k] = cells[k]
    for d in range(1, 10):
        if d == digit:
            continue
        clash = False
        for k in range(20 * cell, 20 * cell + 20):
            if work[PEERS[k]] == d:
                clash = True
        if not clash:
            work[cell] = d
            if search9(work, 0, 1, out, 0, 1, 0, nodes, NEVER):
                return True
    return False


@cython.locals(k=cython.int)
def singles9(cells: cython.p_uchar, start: cython.longlong, out: cython.p_uchar, at: cython.longlong) -> cython.bint:
    """True where naked and hidden singles alone fill the 81 bytes at cells[start]; the grid goes to out[at].

    The grid still has to be checked: of clues that contradict each other it is wrong. Where False, out[at] has the
    clues and what singles place besides. Without vector instructions always False, for "not tried", and the clues
    alone: `kernels.general.singles` does the same on any processor.
    """
    if cython.compiled:
        if VECTOR:
            return v9_by_singles(cells + start, out + at) != 0
    for k in range(81):
        out[at + k] = cells[start + k]
    return False


def room9() -> cython.int:
    """Bytes of a search that can be left, 0 where there are no vector instructions: then there is none here."""
    if cython.compiled:
        if VECTOR:
            return v9_room()
    return 0


def begin9(room: cython.p_uchar, masks: cython.p_ushort) -> cython.void:
    """Begin such a search within 81 masks, in `room9` bytes."""
    if cython.compiled:
        v9_begin(room, masks)


def resume9(room, level, wanted, wide, out, max_nodes, nodes, stop) -> cython.int:
    """Search on: 1 a solution (to *out*), 0 no more, -1 after *max_nodes* branches (negative: no bound) or by *stop*.

    *wanted* are 81 masks, or NULL: see `classic.masked_search.MaskSearch`. *level* is 0 at first.
    *wide*: see `classic.lookahead`.
    """
    if cython.compiled:
        return v9_resume(room, level, wanted, wide, out, max_nodes, nodes, stop)
    return 0


def instructions() -> str:
    """What the classic search runs on here: a word of LEVELS, or "python" where nothing is compiled."""
    return LEVELS[VECTOR] if cython.compiled else "python"


def count(cells: bytes, limit: cython.longlong = 2) -> int:
    """Number of solutions of one classic puzzle (81 bytes, 0 = empty), counted up to *limit* (0: all)."""
    return counted(cells, limit)[0]


def counted(
    cells: bytes, limit: cython.longlong = 0, max_nodes: cython.longlong = 0, seconds: cython.double = 0
) -> tuple:
    """(solutions of one classic puzzle up to *limit*, 0: all; whether the search ended by itself; nodes).

    It ends early after *max_nodes* branches or *seconds* (0: no bound).
    """
    if len(cells) != 81:
        raise ValueError(f"{len(cells)} bytes; a classic puzzle has 81")
    found, _, nodes = solve_batch(cells, limit, 0, max_nodes, False, seconds)
    return (found[0], True, nodes) if found[0] >= 0 else (-1 - found[0], False, nodes)


def search(
    cells: bytes,
    limit: cython.longlong = 2,
    max_nodes: cython.longlong = 0,
    room: cython.longlong = 0,
    seconds: cython.double = 0,
) -> tuple:
    """Solutions of one classic puzzle, up to *limit* (0: all): (81-byte grids, how many, complete, nodes).

    `complete` is False where there may be others: the limit was reached, *max_nodes* branches or *seconds*
    (0: no bound). *room* bounds how many grids are kept (0: the limit, or 4,096 where that is 0).
    """
    if len(cells) != 81:
        raise ValueError(f"{len(cells)} bytes; a classic puzzle has 81")
    keep: cython.longlong = room if room else (limit if limit else 4096)
    found, grids, nodes = solve_batch(cells, limit, keep, max_nodes, False, seconds)
    got = found[0] if found[0] >= 0 else -1 - found[0]
    kept = min(got, keep)
    return [grids[81 * i : 81 * i + 81] for i in range(kept)], got, found[0] >= 0 and (got != limit or not limit), nodes


def solve_batch(
    cells: bytes,
    limit: cython.longlong = 2,
    keep: cython.longlong = 2,
    max_nodes: cython.longlong = 0,
    scalar: cython.bint = False,
    seconds: cython.double = 0,
) -> tuple:
    """Many classic puzzles, 81 bytes each: (counts, solutions, nodes).

    `counts`: array of int64, solutions found of each puzzle up to *limit* (0: all), or -1 - found
    where *max_nodes* branches did not suffice, or the *seconds* for all of them (0: no bound). `solutions`:
    *keep* * 81 bytes a puzzle, the first solutions found, zeros where there were fewer. `nodes`: branches in total.
    The GIL is released. *scalar* keeps to the code without vectors, for comparison.
    """
    if len(cells) % 81:
        raise ValueError(f"{len(cells)} bytes; a batch has 81 bytes a puzzle")
    n: cython.longlong = len(cells) // 81
    numbers = bytearray(8 * n)
    grids = bytearray(n * keep * 81)
    i: cython.longlong
    nodes = cython.declare(cython.longlong[1])
    stop = cython.declare(cython.double[2])
    if not cython.compiled:
        nodes, stop = [0], [0.0, 0.0]
    nodes[0] = 0
    stop[0] = now() + seconds if seconds > 0 else 0
    stop[1] = 0
    if cython.compiled:
        text: cython.p_const_uchar = cells
        p: cython.p_uchar = cython.cast(cython.p_uchar, text)
        out: cython.p_uchar = grids
        room: cython.p_uchar = numbers
        into: cython.p_longlong = cython.cast(cython.p_longlong, room)
    else:
        p, out, into = cells, grids, memoryview(numbers).cast("q")
    with cython.nogil:
        for i in range(n):
            if (i & 255 == 255 or stop[1]) and look(stop):
                into[i] = -1
            elif scalar:
                into[i] = scalar9(p, 81 * i, limit, out, 81 * keep * i, keep, max_nodes, nodes, stop)
            else:
                into[i] = search9(p, 81 * i, limit, out, 81 * keep * i, keep, max_nodes, nodes, stop)
    settle(stop)
    return array("q", numbers), bytes(grids), nodes[0]


def count_batch(cells: bytes, limit: cython.longlong = 2) -> object:
    """Solutions of many classic puzzles, 81 bytes each, counted up to *limit* (0: all): array of int64."""
    return solve_batch(cells, limit, 0)[0]
