# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The candidate to branch on where a classic board within candidates is wide open.

A candidate is linked where its cell has but one other, or its digit but one other place in its row, column or box: one
of the two must hold. Branched on is the linked candidate with most company: the candidates of its cell and the places
of its digit in its row, column and box, each number 7 at most; of equal ones the first, in lines 0 3 6 1 4 7 2 5 8.
Among few candidates the choice of `kernels.search`, cells with two of them alone, is better (a third fewer branches for
the hardest puzzles by clues); where much is open, this one takes a half of the branches or fewer.

`links9.h` and `links9_wide.h` are the same by vectors.
"""

import cython

MANY = cython.declare(cython.int, 7)
PLACES = cython.declare(cython.uchar[243])
PLACES = (
    list(range(81))
    + [9 * k + h for h in range(9) for k in range(9)]
    + [27 * (h // 3) + 3 * (h % 3) + 9 * (k // 3) + k % 3 for h in range(9) for k in range(9)]
)
"""The cells of rows, columns and boxes, nine each."""
HOUSES = cython.declare(cython.uchar[243])
HOUSES = [h for k in range(81) for h in (k // 9, 9 + k % 9, 18 + k // 27 * 3 + k % 9 // 3)]
"""The three houses of each cell, by their numbers in PLACES."""
ONES = cython.declare(cython.uchar[512])
ONES = [bin(mask).count("1") for mask in range(512)]
"""The candidates of a mask."""


@cython.locals(n=cython.int)
def _many(n: cython.int) -> cython.int:
    return n if n < MANY else MANY


@cython.locals(k=cython.int, h=cython.int, d=cython.int)
def _count(c: cython.p_ushort, at: cython.int, places: cython.p_uchar) -> cython.void:
    """The places of each digit in each house, at places[9 * house + digit - 1]."""
    for h in range(27):
        for d in range(9):
            places[9 * h + d] = 0
        for k in range(9):
            for d in range(9):
                places[9 * h + d] += c[at + PLACES[9 * h + k]] >> d & 1


@cython.locals(i=cython.int, k=cython.int, d=cython.int, r=cython.int, s=cython.int, b=cython.int, n=cython.int)
@cython.locals(company=cython.int, good=cython.int, best=cython.int, most=cython.int, left=cython.uint)
def linked9(c: cython.p_ushort, at: cython.int, wanted: cython.p_ushort) -> cython.int:
    """16 * cell + digit - 1 of the candidate of the settled state c[at] to branch on, -1 where none is linked.

    Of those in the 81 masks *wanted*, if there are any.
    """
    places = cython.declare(cython.uchar[243])
    if not cython.compiled:
        places = [0] * 243
    _count(c, at, places)
    best = most = -1
    for i in range(81):
        k = (i // 9 % 3 * 3 + i // 27) * 9 + i % 9
        left = c[at + k]
        n = ONES[left]
        if n < 2:
            continue
        for d in range(9):
            if left >> d & 1 == 0:
                continue
            r = places[9 * HOUSES[3 * k] + d]
            s = places[9 * HOUSES[3 * k + 1] + d]
            b = places[9 * HOUSES[3 * k + 2] + d]
            if n == 2 or r == 2 or s == 2 or b == 2:
                good = 64 if wanted[k] >> d & 1 else 0
                company = good + _many(n) + _many(r) + _many(s) + _many(b)
                if company > most:
                    most = company
                    best = 16 * k + d
    return best
