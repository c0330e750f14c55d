"""The formulas a certificate may refute, written down from the board; and their text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from .board import Board
from .errors import require

Clause = tuple[int, ...]


def exactly_one(literals: Sequence[int]) -> Iterator[Clause]:
    """One of *literals* is true, no two are."""
    yield tuple(sorted(literals))
    for a, b in combinations(literals, 2):
        yield tuple(sorted((-a, -b)))


@lru_cache(maxsize=4)
def rules(board: Board) -> tuple[int, frozenset[Clause]]:
    """(variables, clauses) of the board. Variable `cell * side + digit` says the cell holds the digit. Behind them, for
    each row with each box, then each column with each box, in order, that share two cells or more, and each digit:
    one that says the digit is in these cells. A share of one cell is the cell's own variable."""
    n, last = board.side, board.side**3
    clauses: set[Clause] = set()
    shares: dict[tuple[int, int, int], int] = {}  # (0 row | 1 column, its number, box) -> base of its variables
    for kind, line in ((kind, line) for kind in (0, 1) for line in range(n)):
        for box in range(n):
            cells = [i for i in range(n * n) if (i % n if kind else i // n) == line and board.boxes[i] == box]
            if len(cells) == 1:
                shares[kind, line, box] = cells[0] * n
            elif cells:
                shares[kind, line, box] = last
                for d in range(1, n + 1):
                    clauses.update(exactly_one([-(last + d), *(i * n + d for i in cells)]))
                last += n
    for cell in range(n * n):
        clauses.update(exactly_one([cell * n + d for d in range(1, n + 1)]))
    for d in range(1, n + 1):
        for house in board.extra:
            clauses.update(exactly_one([i * n + d for i in house]))
        for kind, number in ((kind, number) for kind in (0, 1) for number in range(n)):
            clauses.update(exactly_one([base + d for (k, x, _), base in shares.items() if (k, x) == (kind, number)]))
            clauses.update(exactly_one([base + d for (k, _, b), base in shares.items() if (k, b) == (kind, number)]))
    return last, frozenset(clauses)


def hitting(sets: Iterable[Sequence[int]], cells: int, most: int) -> tuple[int, set[Clause]]:
    """(variables, clauses): at most *most* cells are chosen, one of each set. Variable i + 1 says cell i is chosen,
    `cells + i * most + j` that at least j of cells 0 .. i are. Source: Sinz, CP 2005 (sequential counter)."""
    clauses = {tuple(sorted(i + 1 for i in hit)) for hit in sets}
    for i in range(cells):
        here, before = cells + i * most, cells + (i - 1) * most
        if most:
            clauses.add((-(i + 1), here + 1))
        if i or not most:
            clauses.add(tuple(sorted((-(i + 1), -(before + most)))) if most else (-(i + 1),))
        for j in range(1, most + 1) if i else ():
            clauses.add((-(before + j), here + j))
            if j > 1:
                clauses.add(tuple(sorted((-(i + 1), -(before + j - 1), here + j))))
    return cells + cells * most, clauses


def parse_dimacs(text: str) -> tuple[int, list[Clause]]:
    """(variables, clauses) of a DIMACS text with one clause a line."""
    variables, expected, clauses = 0, -1, []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words[:2] == ["p", "cnf"] and len(words) == 4 and expected < 0:
            variables, expected = int(words[2]), int(words[3])
        elif words and words[0] != "c":
            clauses.append(tuple(literals(words, f"formula, line {number}")))
    require(len(clauses) == expected, f"the formula has {len(clauses)} clauses, its header says {expected}")
    return variables, clauses


def literals(words: Sequence[str], place: str) -> list[int]:
    try:
        found = [int(word) for word in words]
    except ValueError:
        found = []
    require(found and found[-1] == 0 and 0 not in found[:-1], f"{place}: {' '.join(words)[:60]!r} is no clause")
    return found[:-1]
