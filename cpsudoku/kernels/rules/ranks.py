# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The place of a line among all lines read as numbers, on a board whose four edges are full houses.

Each digit then begins four lines, one from each edge: a rank gives the first digit, and how many of the three others
that begin with it read smaller. Lines are numbered through the cells of `Rank`: 0 is the line itself.
"""

import cython
from cython.cimports.cpsudoku.kernels.bits import highest64, lowest64
from cython.cimports.cpsudoku.kernels.rules.records import Rank
from cython.cimports.cpsudoku.kernels.rules.state import State

EDGES = cython.declare(cython.int, 3)
BIT = cython.declare(cython.ulonglong, 1)
LESS = cython.declare(cython.int, -1)
SAME = cython.declare(cython.int, 0)
MORE = cython.declare(cython.int, -2)
"""What comparing finds, beside the place of the first cells that are not known to be the same."""


def propagate_rank(state: State, rank: Rank) -> cython.int:
    """Count the lines that begin alike and read smaller; where that settles it, restrict the others."""
    cython.declare(edge=cython.int, found=cython.int, less=cython.int, open_=cython.int)
    first: cython.ulonglong = state.masks[rank.cells[0]]
    less = open_ = 0
    for edge in range(EDGES):
        found = _beginning(state, rank, edge, first)
        found = 1 if found < 0 else _compared(state, rank, found, 0)
        if found == LESS:
            less += 1
        elif found > SAME:
            open_ += 1
        elif found == SAME and not rank.ties:
            return state.fail(rank.cells[0])
    if less > rank.smaller or less + open_ < rank.smaller:
        return state.fail(rank.cells[0])
    if less < rank.smaller < less + open_:
        return 1
    for edge in range(EDGES):
        found = _beginning(state, rank, edge, first)
        if found >= 0:
            if not _force(state, rank, found, less < rank.smaller):
                return 0
        elif not _begin_elsewhere(state, rank, edge, first, less < rank.smaller):
            return 0
    return 1


def _beginning(state: State, rank: Rank, edge: cython.int, first: cython.ulonglong) -> cython.int:
    """The line of the edge whose first cell is known to hold the digit; -1 where that is open."""
    line: cython.int
    for line in range(1 + edge * rank.size, 1 + (edge + 1) * rank.size):
        if state.masks[rank.cells[line * rank.size]] == first:
            return line
    return -1


def _compared(state: State, rank: Rank, one: cython.int, other: cython.int) -> cython.int:
    """LESS, SAME or MORE, of lines that begin alike; or the first place (from 1) that is open."""
    k: cython.int
    one *= rank.size
    other *= rank.size
    for k in range(1, rank.size):
        if rank.cells[one + k] == rank.cells[other + k]:
            continue
        a: cython.ulonglong = state.masks[rank.cells[one + k]]
        b: cython.ulonglong = state.masks[rank.cells[other + k]]
        if highest64(a) < lowest64(b):
            return LESS
        if lowest64(a) > highest64(b):
            return MORE
        if a != b or a & (a - 1):
            return k
    return SAME


def _force(state: State, rank: Rank, line: cython.int, less: cython.int) -> cython.int:
    """The line, where it is open, reads smaller than the ranked one (*less*), or not smaller."""
    k: cython.int = _compared(state, rank, line, 0)
    if k <= SAME:
        return 1
    other: cython.int = line * rank.size + k
    small: cython.int = rank.cells[other if less else k]
    great: cython.int = rank.cells[k if less else other]
    strict: cython.int = 1 if k == rank.size - 1 and (less or not rank.ties) else 0
    return state.restrict(great, ~cython.cast(cython.ulonglong, 0) << (lowest64(state.masks[small]) + strict)) and (
        state.restrict(small, (BIT << highest64(state.masks[great]) << (1 - strict)) - 1)
    )


def _begin_elsewhere(state, rank, edge, first, less) -> cython.int:
    """Remove the digit from the beginning of those lines of the edge that would read as none may now."""
    line: cython.int
    for line in range(1 + edge * rank.size, 1 + (edge + 1) * rank.size):
        cell: cython.int = rank.cells[line * rank.size]
        if state.masks[cell] & first:
            found: cython.int = _compared(state, rank, line, 0)
            if found <= SAME and (found == LESS) != (less != 0) or (found == SAME and not rank.ties):
                if not state.restrict(cell, state.masks[cell] & ~first):
                    return 0
    return 1
