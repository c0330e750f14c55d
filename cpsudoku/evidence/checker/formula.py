"""The formulas a certificate may refute, written down from the board; and their text.

They are made clause by clause and compared as they come, so a board far larger than the certificate costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations

from . import work
from .board import Board
from .errors import Rejected, require, shown
from .kinds import clauses_of
from .parts import MOST_CLAUSES, Clause

INTEGER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
"""What every reader of DIMACS takes for a number: no `+1`, `1_0` or digits of other scripts."""


def exactly_one(literals: Sequence[int]) -> Iterator[Clause]:
    """One of *literals* is true, no two are."""
    yield tuple(sorted(literals))
    for a, b in combinations(literals, 2):
        yield (-a, -b) if a > b else (-b, -a)


def rules(board: Board) -> tuple[int, Iterator[Clause]]:
    """(variables, clauses) of the board: its cells and houses, and what its constraints add (`parts`).

    Variable `cell * digits + k` says the cell holds the k-th digit.
    """
    last, plain = _shaped(board) if board.shaped else _houses(board)
    last, more = clauses_of(board.constraints, board.digits, last)
    return last, chain(plain, more)


def _shaped(board: Board) -> tuple[int, Iterator[Clause]]:
    """A digit a cell; no two cells of a house alike, and a house of as many cells as digits holds each."""
    n = board.side

    def each() -> Iterator[Clause]:
        for cell in range(board.size):
            yield from exactly_one([cell * n + d for d in range(1, n + 1)])
        for house in board.houses:
            work.spend(n * len(house) ** 2)
            for d in range(1, n + 1):
                one, *pairs = exactly_one([cell * n + d for cell in house])
                if len(house) == n:
                    yield one
                yield from pairs

    return board.size * n, each()


def _houses(board: Board) -> tuple[int, Iterator[Clause]]:
    """Of a square board. Behind the cells' variables, for each row with each box, then each column with each box, in
    order, that share two cells or more, and each digit: one that says the digit is in these cells. A share of one
    cell is the cell's own variable. Some clauses come twice on boards whose boxes are lines."""
    n, last = board.side, board.side**3
    cells_of: dict[tuple[int, int, int], list[int]] = {}  # (0 row | 1 column, its number, box) -> shared cells
    for cell, box in sorted((cell, number) for number, cells in enumerate(board.boxes) for cell in cells):
        cells_of.setdefault((0, cell // n, box), []).append(cell)
        cells_of.setdefault((1, cell % n, box), []).append(cell)
    base_of: dict[tuple[int, int, int], int] = {}  # -> base of its variables
    for share in sorted(cells_of):
        if len(cells_of[share]) == 1:
            base_of[share] = cells_of[share][0] * n
        else:
            base_of[share] = last
            last += n
    groups: dict[tuple[int, int, int], list[int]] = {}  # a line's shares; a box's shares with rows, with columns
    for (kind, line, box), base in base_of.items():
        groups.setdefault((0, kind, line), []).append(base)
        groups.setdefault((1, kind, box), []).append(base)

    def each() -> Iterator[Clause]:
        digits = range(1, n + 1)
        for share, cells in cells_of.items():
            for d in digits if len(cells) > 1 else ():
                yield from exactly_one([-(base_of[share] + d), *(i * n + d for i in cells)])
        for cell in range(n * n):
            yield from exactly_one([cell * n + d for d in digits])
        for house in board.extra:
            for d in digits:
                yield from exactly_one([i * n + d for i in house])
        for bases in groups.values():
            for d in digits:
                yield from exactly_one([base + d for base in bases])

    return last, each()


def hitting(sets: Iterable[Sequence[int]], cells: int, most: int) -> tuple[int, Iterator[Clause]]:
    """(variables, clauses): at most *most* cells are chosen, one of each set. Variable i + 1 says cell i is chosen,
    `cells + i * most + j` that at least j of cells 0 .. i are. Source: Sinz, CP 2005 (sequential counter)."""

    def each() -> Iterator[Clause]:
        for hit in sets:
            yield tuple(sorted(i + 1 for i in hit))
        for i in range(cells):
            here, before = cells + i * most, cells + (i - 1) * most
            if most:
                yield (-(i + 1), here + 1)
            if i or not most:
                yield tuple(sorted((-(i + 1), -(before + most)))) if most else (-(i + 1),)
            for j in range(1, most + 1) if i else ():
                yield (-(before + j), here + j)
                if j > 1:
                    yield tuple(sorted((-(i + 1), -(before + j - 1), here + j)))

    return cells + cells * most, each()


def check_formula(text: str, variables: int, clauses: Iterable[Clause]) -> list[Clause]:
    """The clauses of a DIMACS text, in its order. Raises Rejected unless they are, each once, *clauses*."""
    stated, listed = parse_dimacs(text)
    require(stated == variables, f"the formula has {stated} variables; the board's has {variables}")
    met = dict.fromkeys((tuple(sorted(clause)) for clause in listed), False)
    require(len(met) == len(listed), "the formula has a clause twice")
    for clause in clauses:
        if clause not in met:
            raise Rejected(f"the formula is not the one of this puzzle: missing: {shown(clause)}")
        met[clause] = True
    odd = next((clause for clause, was in met.items() if not was), None)
    require(odd is None, f"the formula is not the one of this puzzle: not the board's: {shown(odd)}")
    return listed


def parse_dimacs(text: str) -> tuple[int, list[Clause]]:
    """(variables, clauses) of a DIMACS text with one clause a line."""
    variables, expected, clauses, known = 0, -1, [], Integers()
    for number, line in enumerate(lines_of(text, "formula"), 1):
        words = line.split()
        if words[:2] == ["p", "cnf"] and expected < 0:
            variables, expected, *rest = [*known.of(words[2:]), -1, -1]
            require(len(rest) == 2, f"formula, line {number}: {shown(line)}")
        elif words and words[0] != "c":
            clauses.append(tuple(known.clause(words, f"formula, line {number}")))
    said = f"its header says {expected}" if expected >= 0 else "and no header 'p cnf VARIABLES CLAUSES'"
    require(len(clauses) == expected, f"the formula has {len(clauses)} clauses, {said}")
    return variables, clauses


def lines_of(text: str, name: str) -> list[str]:
    """The lines of a formula or a proof. Raises Rejected where there are too many."""
    require(text.count("\n") <= MOST_CLAUSES, f"the {name} has more than {MOST_CLAUSES:,} lines, the most taken on")
    return text.split("\n")


class Integers(dict[str, int]):
    """Word -> the integer it states; each word is parsed and held once."""

    def __missing__(self, word: str) -> int:
        if not INTEGER.fullmatch(word):
            raise ValueError(word)
        return self.setdefault(word, int(word))

    def of(self, words: Sequence[str]) -> list[int]:
        """The integers; none where some word is none."""
        try:
            return [self[word] for word in words]
        except ValueError:
            return []

    def clause(self, words: Sequence[str], place: str) -> list[int]:
        """The literals. Raises Rejected unless the last word, and no other, is 0."""
        found = self.of(words)
        if not (found and found[-1] == 0 and 0 not in found[:-1]):  # not `require`: its text costs, clause by clause
            raise Rejected(f"{place}: {shown(' '.join(words))} is no clause")
        return found[:-1]
