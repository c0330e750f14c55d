# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What propagation leaves open on a large board, as few groups: lines and boxes share their intersections.

A group is a list of literals of which exactly one is true. The groups of a house over single candidates
would need millions of pairs; over intersections of lines and boxes (one new variable each, shared by
both houses) they need a fraction, and they propagate more (locked candidates).
"""

import cython

from cpsudoku.kernels.given import full_houses


def shared_groups(candidates: list, side: cython.int, box_of: bytes, extras: list) -> tuple:
    """(groups, variables) over variables 1 .. len(candidates), variable v being `cell * side + digit - 1`.

    *box_of* has the box number of each cell; *extras* the cells of each further house, which is
    stated over single candidates. Intersections of one candidate need no variable of their own.
    """
    cython.declare(v=cython.int, c=cython.int, d=cython.int, k=cython.int, i=cython.int, box=cython.int)
    full_houses(side, extras)
    if len(box_of) != side * side or max(box_of) >= side:
        raise ValueError(
            f"{len(box_of)} box numbers up to {max(box_of)}; a board of side {side} has {side * side}, below {side}"
        )
    n: cython.int = side
    boxes: cython.const[cython.uchar][::1] = box_of
    last: cython.int = len(candidates)
    cells: list = [None] * (n * n)
    pieces: dict = {}
    houses: dict = {}
    groups: list = []
    at: list = [None] * (n * n * n if extras else 0)
    for v in range(1, last + 1):
        k = candidates[v - 1]
        c = k // n
        d = k % n
        box = boxes[c]
        if cells[c] is None:
            cells[c] = [v]
            groups.append(cells[c])
        else:
            cells[c].append(v)
        for i in range(2):
            # (row or column, its number, box, digit) in one number
            key = ((i * n + (c % n if i else c // n)) * n + box) * n + d
            piece = pieces.get(key)
            if piece is None:
                pieces[key] = [v]
            else:
                piece.append(v)
        if extras:
            at[k] = v
    for key, piece in pieces.items():
        if len(piece) == 1:
            literal = piece[0]
        else:
            last += 1
            literal = last
            piece.append(-literal)
            groups.append(piece)
        i = key // (n * n * n)
        line = (i * n + key // (n * n) % n) * n + key % n
        box = ((2 + i) * n + key // n % n) * n + key % n
        for house in (line, box):
            group = houses.get(house)
            if group is None:
                houses[house] = [literal]
            else:
                group.append(literal)
    groups.extend(houses.values())
    for house in extras:
        for d in range(n):
            group = [at[c * n + d] for c in house if at[c * n + d] is not None]
            if group:
                groups.append(group)
    return groups, last


def clause_count(groups: list) -> int:
    """How many clauses `feed` makes of these groups."""
    total: cython.longlong = 0
    for group in groups:
        size: cython.longlong = len(group)
        total += 1 + size * (size - 1) // 2
    return total


def feed(groups: list, add) -> None:
    """Call *add* with each clause of "exactly one" of each group: some literal, and no two of them.

    The list given to *add* is the same one each time for pairs, refilled; *add* copies what it keeps.
    """
    cython.declare(i=cython.Py_ssize_t, j=cython.Py_ssize_t, size=cython.Py_ssize_t, row=list, negated=list)
    pair: list = [0, 0]
    for group in groups:
        row = group
        add(row)
        size = len(row)
        negated = [-x for x in row]
        for i in range(size):
            pair[0] = negated[i]
            for j in range(i + 1, size):
                pair[1] = negated[j]
                add(pair)
