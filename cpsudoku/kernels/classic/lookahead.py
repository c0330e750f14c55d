# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""What to branch on where a classic board within candidates is wide open: by links, or by looking ahead.

By links: a candidate is linked where its cell has but one other, or its digit but one other place in its row, column or
box: one of the two must hold. Branched on is the linked candidate with most company: the candidates of its cell and the
places of its digit in its row, column and box, each number 7 at most; of equal ones the first, in lines 0 3 6 1 4 7 2 5
8. Among few candidates the choice of `kernels.search`, cells with two of them alone, is better (a third fewer branches
for the hardest puzzles by clues); where much is open, this one takes a half of the branches or fewer. `links9.h` and
`links9_wide.h` are the same by vectors.

Looking ahead: a choice is a cell's candidates, or a digit's places in a row, column or box: one of them must hold. The
candidates of choices with few (MOST, or the fewest there are) are tried one by one. Those refuted at once go; branched
on is the choice after whose candidates least is left in all, each board weighted by how long a search of it may take.
"""

import cython
from cython.cimports.cpsudoku.kernels.search import left9, settle9

MANY = cython.declare(cython.int, 7)
PLACES = (
    list(range(81))
    + [9 * k + h for h in range(9) for k in range(9)]
    + [27 * (h // 3) + 3 * (h % 3) + 9 * (k // 3) + k % 3 for h in range(9) for k in range(9)]
)
"""The cells of rows, columns and boxes, nine each."""
HOUSES = [h for k in range(81) for h in (k // 9, 9 + k % 9, 18 + k // 27 * 3 + k % 9 // 3)]
"""The three houses of each cell, by their numbers in PLACES."""
ONES = [bin(mask).count("1") for mask in range(512)]
"""The candidates of a mask."""
MOST = cython.declare(cython.int, 3)
"""Candidates of a choice up to which they are tried, where there are such choices."""
GROWTH = 1.05
"""How much longer a search is meant to take for each candidate more."""
COST = cython.declare(cython.double[730], [GROWTH**size for size in range(730)])
"""By the candidates left on a board."""


@cython.locals(n=cython.int)
def _many(n: cython.int) -> cython.int:
    return n if n < MANY else MANY


def _count(c: cython.p_ushort, at: cython.int, places: cython.p_uchar) -> cython.void:
    """The places of each digit in each house, at places[9 * house + digit - 1]."""
    for h in range(27):
        for d in range(9):
            places[9 * h + d] = 0
        for k in range(9):
            for d in range(9):
                places[9 * h + d] += c[at + PLACES[9 * h + k]] >> d & 1


@cython.locals(best=cython.int, most=cython.int)
def linked9(c: cython.p_ushort, at: cython.int, wanted: cython.p_ushort) -> cython.int:
    """16 * cell + digit - 1 of the candidate of the settled state c[at] to branch on, -1 where none is linked.

    Of those in the 81 masks *wanted*, if there are any.
    """
    places = cython.declare(cython.uchar[243])
    _count(c, at, places)
    best = most = -1
    for i in range(81):
        k: cython.int = (i // 9 % 3 * 3 + i // 27) * 9 + i % 9
        left: cython.uint = c[at + k]
        n: cython.int = ONES[left]
        if n < 2:
            continue
        for d in range(9):
            if left >> d & 1 == 0:
                continue
            r: cython.int = places[9 * HOUSES[3 * k] + d]
            s: cython.int = places[9 * HOUSES[3 * k + 1] + d]
            b: cython.int = places[9 * HOUSES[3 * k + 2] + d]
            if n == 2 or r == 2 or s == 2 or b == 2:
                good: cython.int = 64 if wanted[k] >> d & 1 else 0
                company: cython.int = good + _many(n) + _many(r) + _many(s) + _many(b)
                if company > most:
                    most = company
                    best = 16 * k + d
    return best


@cython.locals(h=cython.int, one=cython.uint, two=cython.uint, four=cython.uint, eight=cython.uint)
def _few(c: cython.p_ushort, at: cython.int, tried: cython.p_ushort) -> cython.void:
    """The masks of what to try: a cell each, then the digits of each house whose places are among them."""
    digits = cython.declare(cython.uint[270])  # 10 h + n: those with n places
    few: cython.int = 9
    for h in range(27):
        one = two = four = eight = 0
        for k in range(9):
            x: cython.uint = c[at + PLACES[9 * h + k]]
            up: cython.uint = one & x
            one ^= x
            x = two & up
            two ^= up
            up = four & x
            four ^= x
            eight ^= up
        for k in range(2, 10):
            x = (one if k & 1 else ~one) & (two if k & 2 else ~two) & (four if k & 4 else ~four)
            digits[10 * h + k] = x & (eight if k & 8 else ~eight) & 511
            if digits[10 * h + k] and k < few:
                few = k
    for k in range(81):
        h = ONES[c[at + k]]
        if 1 < h < few:
            few = h
    few = max(few, MOST)
    for h in range(27):
        some: cython.uint = 0
        for k in range(2, few + 1):
            some |= digits[10 * h + k]
        tried[81 + h] = some
    for k in range(81):
        some = 511 if ONES[c[at + k]] <= few else 0
        for h in range(3):
            some |= tried[81 + HOUSES[3 * k + h]]
        x = c[at + k]
        tried[k] = x & some if x & (x - 1) else 0


def _try(c: cython.p_ushort, at: cython.int, tried: cython.p_ushort, cost: cython.p_double) -> cython.int:
    """Take away what is refuted, and how much went; -1: a contradiction.

    cost[9 * cell + digit - 1] of what was tried and is not refuted, else 0.
    """
    went: cython.int = 0
    for k in range(729):
        cost[k] = 0
    for k in range(81):
        if tried[k] == 0:
            continue
        for d in range(9):
            left: cython.uint = c[at + k]
            if (tried[k] & left) >> d & 1 == 0 or left & (left - 1) == 0:
                continue
            size: cython.int = left9(c, at, at + 81, k, 1 << d)
            if size:
                cost[9 * k + d] = COST[size]
                continue
            c[at + k] = left ^ 1 << d
            went += 1
            if not settle9(c, at, at):
                return -1
    return went


@cython.locals(i=cython.int, d=cython.int)
def _price(c: cython.p_ushort, at: cython.int, cost: cython.p_double, i: cython.int, d: cython.int) -> cython.double:
    """The costs of the choice of a cell (i: 0 .. 80), or of digit d + 1 in house i - 81, in all.

    0 where it has no two candidates left, or some that were not tried.
    """
    n: cython.int = 0
    total: cython.double = 0
    for k in range(9):
        cell: cython.int = i
        if i < 81:
            d = k
        else:
            cell = PLACES[9 * (i - 81) + k]
        if c[at + cell] >> d & 1:
            if cost[9 * cell + d] == 0:
                return 0
            n += 1
            total += cost[9 * cell + d]
    return total if n > 1 else 0


def look_ahead(c: cython.p_ushort, at: cython.int, choice: cython.p_ushort) -> cython.int:
    """How many candidates the choice has to branch on from the settled state c[at].

    They are left in *choice*, 9 * cell + digit - 1 each. -1: a contradiction. 0: look again, as candidates went and no
    choice that is left was tried in full. Some cell must be open. Candidates refuted go from c[at]; the state after it
    is overwritten.
    """
    tried = cython.declare(cython.ushort[108])
    cost = cython.declare(cython.double[729])
    _few(c, at, tried)
    went: cython.int = _try(c, at, tried, cost)
    if went < 0:
        return -1
    best: cython.int = -1
    digit: cython.int = 0
    least: cython.double = 0
    for i in range(108):
        for d in range(9):
            if i < 81 and d or i >= 81 and tried[i] >> d & 1 == 0:
                continue
            price: cython.double = _price(c, at, cost, i, d)
            if price > 0 and (best < 0 or price < least):
                least = price
                best = i
                digit = d
    if best < 0 and went:
        return 0
    while best < 0 or (best < 81 and c[at + best] & (c[at + best] - 1) == 0):  # nothing known: the first open cell
        best += 1
    n: cython.int = 0
    for k in range(9):
        cell: cython.int = best
        if best < 81:
            digit = k
        else:
            cell = PLACES[9 * (best - 81) + k]
        if c[at + cell] >> digit & 1:
            choice[n] = 9 * cell + digit
            n += 1
    return n
