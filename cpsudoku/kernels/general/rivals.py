# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which open candidates of a board exclude each other in a house."""

from array import array

import cython


def pair_count(candidates: cython.const[cython.int][::1], side: cython.int, houses: object) -> int:
    """How many pairs of *candidates* exclude each other in a house, those in two houses twice: `Repair` holds each
    pair twice, four bytes each time."""
    cython.declare(k=cython.Py_ssize_t, at=cython.int)
    n: cython.int = side
    seen: cython.uchar[::1] = bytearray(n * n * n)
    count: cython.int[::1] = array("i", bytes(4 * n))
    total: cython.longlong = 0
    for k in range(len(candidates)):
        at = candidates[k]
        if not 0 <= at < n * n * n:
            raise ValueError(f"candidate {at} on a board of side {n}")
        seen[at] = 1
    for house in houses:
        for at in range(n):
            count[at] = 0
        for cell in house:
            for at in range(n):
                count[at] += seen[cell * n + at]
        for at in range(n):
            total += count[at] * (count[at] - 1) // 2
    return total


def rivals_of(candidates: cython.const[cython.int][::1], side: cython.int, houses: object) -> tuple:
    """(starts, rivals): those of candidate number k are rivals[starts[k]:starts[k + 1]], each once: of its digit, in
    another cell of its houses. By way of the members of each house and digit.

    *candidates*: `cell * side + digit - 1`. An empty list of rivals has a 0, so that it is an array to look into.
    """
    cython.declare(k=cython.int, i=cython.int, h=cython.int, v=cython.int)
    n: cython.int = side
    used: cython.int = 0
    number: cython.int = cython.cast(cython.int, len(candidates))
    of: list = [[] for _ in range(n * n)]
    for index, house in enumerate(houses):
        for cell in house:
            of[cell].append(index)
    members: list = [None] * (len(houses) * n)
    for k in range(number):
        for index in of[candidates[k] // n]:
            at = index * n + candidates[k] % n
            if members[at] is None:
                members[at] = array("i")
            members[at].append(k)
    starts = array("i", bytes(4 * (number + 1)))
    start: cython.int[::1] = starts
    seen: cython.int[::1] = array("i", [-1]) * (number + 1)
    found = array("i")
    for k in range(number):
        seen[k] = k
        own: list = of[candidates[k] // n]
        room = array("i", bytes(4 * sum([len(members[index * n + candidates[k] % n]) for index in own])))
        here: cython.int[::1] = room
        used = 0
        for h in range(len(own)):
            row: cython.int[::1] = members[own[h] * n + candidates[k] % n]
            for i in range(len(row)):
                v = row[i]
                if seen[v] != k:
                    seen[v] = k
                    here[used] = v
                    used += 1
        found.extend(room[:used])
        start[k + 1] = len(found)
    return starts, found if len(found) else array("i", [0])
