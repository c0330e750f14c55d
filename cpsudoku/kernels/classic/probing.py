# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""How much a classic puzzle resists trial and error: a measure of hardness that correlates with the rating.

A candidate is refuted where taking it, naked and hidden singles and locked candidates end in a contradiction. In rounds
all candidates are tried, and those refuted go. What is hard about a puzzle is its narrowest place: the round that
refutes the least share of the candidates left. Of puzzles rated ER 8.5 it refutes some 63, at 9.2 it is 33, at 9.5 it
is 7; from ER 9.8 on nearly every puzzle has a round that refutes none.

From there on the trials are nested: each candidate is taken, and what is left is solved by trial and error in its turn.
How many trials that takes in all is the measure: some 15,000 at ER 10.0, 25,000 at 10.5, 40,000 at 11.0. It does not
see techniques that rest on the solution being unique: some puzzles resist much and are easy all the same.

How deep trial and error must be nested has classified hard puzzles since Berthier's T&E(n) (2007).
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.polling import look, settle
from cython.cimports.cpsudoku.kernels.search import settle9

OPEN = cython.declare(cython.longlong, 1000)
"""From this resistance on trials must be nested; below, it is what the narrowest round leaves, in thousandths."""
STATES = cython.declare(cython.int, 243)
"""Room for three states: of the puzzle, of a trial, and of a trial within it."""


def trials(c: cython.p_ushort, at: cython.int, spare: cython.int) -> cython.longlong:
    """Trial and error from the settled state c[at] until it is contradictory or none of its candidates is refuted.

    Returns the trials; c[spare] is overwritten.
    """
    spent: cython.longlong = 0
    moved: cython.bint = True
    while moved:
        moved = False
        for i in range(81):
            left: cython.uint = c[at + i]
            if left & (left - 1) == 0:
                continue
            while left:
                bit: cython.uint = left & (~left + 1)
                left ^= bit
                here: cython.uint = c[at + i]
                if here & bit == 0 or here == bit:
                    continue
                c[at + i] = bit
                spent += 1
                if settle9(c, at, spare):
                    c[at + i] = here
                    continue
                c[at + i] = here ^ bit
                moved = True
                if not settle9(c, at, at):
                    return spent
    return spent


@cython.locals(tried=cython.longlong, refuted=cython.longlong)
def narrowest(c: cython.p_ushort) -> cython.longlong:
    """Thousandths of the candidates that the narrowest round leaves, OPEN where one refutes none; c[0] is settled."""
    least: cython.longlong = 0
    while True:
        tried = refuted = 0
        for i in range(81):
            c[162 + i] = c[i]
        for i in range(81):
            mask: cython.uint = c[i]
            if mask & (mask - 1) == 0:
                continue
            left: cython.uint = mask
            while left:
                bit: cython.uint = left & (~left + 1)
                left ^= bit
                tried += 1
                c[i] = bit
                if not settle9(c, 0, 81):
                    refuted += 1
                    c[162 + i] ^= bit
            c[i] = mask
        if tried == 0:
            return least
        if refuted == 0:
            return OPEN
        least = max(least, (OPEN - 1) * (tried - refuted) // tried)
        if not settle9(c, 162, 0):
            return least


def begin(cells: cython.p_const_uchar, start: cython.longlong, c: cython.p_ushort) -> cython.void:
    """The settled state of the puzzle at cells[start] goes to c[0]."""
    for i in range(81):
        c[i] = 1 << (cells[start + i] - 1) if cells[start + i] else 511
    settle9(c, 0, 0)


def effort(cells: cython.p_const_uchar, start: cython.longlong, c: cython.p_ushort) -> cython.longlong:
    """Trials, not nested, that solve the unique puzzle at cells[start]; -1: none do, its resistance is OPEN or more.

    That takes a fifth of the time of `resistance`, and goes with it: of hard puzzles' neighbours that reach 900 (950) a
    twentieth takes less than 46 (115) trials, half 104 (253).
    """
    begin(cells, start, c)
    spent: cython.longlong = trials(c, 0, 81)
    for i in range(81):
        mask: cython.uint = c[i]
        if mask & (mask - 1):
            return -1
    return spent


def resistance(cells, start, c, nested) -> cython.longlong:
    """Of the unique puzzle at cells[start]; without *nested* at most OPEN. c: STATES numbers, overwritten."""
    begin(cells, start, c)
    found: cython.longlong = narrowest(c)
    if found < OPEN or not nested:
        return found
    for i in range(81):
        mask: cython.uint = c[i]
        if mask & (mask - 1) == 0:
            continue
        left: cython.uint = mask
        while left:
            bit: cython.uint = left & (~left + 1)
            left ^= bit
            c[i] = bit
            for j in range(81):
                c[81 + j] = c[j]
            found += 1
            if settle9(c, 81, 81):
                found += trials(c, 81, 162)
        c[i] = mask
    return found


@cython.ccall
@cython.locals(at=cython.longlong)
def resistances(puzzles: bytes, nested: cython.bint = True) -> object:
    """Resistance of each puzzle (81 bytes each, unique): an array of int64, the same on every processor.

    Below 1000 (`OPEN`) simple trials solve the puzzle. Without *nested* it is 1000 where they do not.
    """
    if len(puzzles) % 81:
        raise ValueError(f"{len(puzzles)} bytes; a batch has 81 bytes a puzzle")
    if max(puzzles, default=0) > 9:
        raise ValueError(f"a byte of {max(puzzles)}; cells are 0 to 9")
    c = cython.declare(cython.ushort[243])
    stop = cython.declare(cython.double[2])
    n: cython.longlong = len(puzzles) // 81
    cells: cython.p_const_uchar = puzzles
    found = array("q", [0]) * n
    measured: cython.longlong[::1] = found
    stop[0] = stop[1] = 0
    with cython.nogil:
        for at in range(n):
            measured[at] = resistance(cells, 81 * at, c, nested)
            if look(stop):
                break
    settle(stop)
    return found
