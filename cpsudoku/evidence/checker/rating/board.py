"""The classic board of a rating: houses, peers, their names in certificates, and the candidates left on a path."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import Rejected, require, shown

BOXES = [tuple(27 * r + 3 * c + 9 * i + j for i in range(3) for j in range(3)) for r in range(3) for c in range(3)]
ROWS = [tuple(range(9 * r, 9 * r + 9)) for r in range(9)]
COLUMNS = [tuple(range(c, 81, 9)) for c in range(9)]
HOUSES = BOXES + ROWS + COLUMNS
KINDS = ("box", "row", "column")
NUMBER = {f"{KINDS[h // 9]} {h % 9 + 1}": h for h in range(27)}
"""`box 3` -> its number in HOUSES."""
OF = [tuple(h for h in range(27) if cell in HOUSES[h]) for cell in range(81)]
"""Cell -> its box, row and column."""
INSIDE = [frozenset(house) for house in HOUSES]
PEERS = [frozenset(c for h in OF[cell] for c in HOUSES[h]) - {cell} for cell in range(81)]
Candidate = tuple[int, int]
"""(cell, digit)."""


def kind(house: int) -> str:
    """box, row or column."""
    return KINDS[house // 9]


def cell_of(text: object) -> int:
    """`r3c7` -> 24."""
    good = isinstance(text, str) and len(text) == 4 and text[0] == "r" and text[2] == "c"
    require(good and {str(text)[1], str(text)[3]} <= set("123456789"), f"{shown(text)} is no cell")
    return 9 * int(str(text)[1]) + int(str(text)[3]) - 10


def name(cell: int) -> str:
    """24 -> `r3c7`."""
    return f"r{cell // 9 + 1}c{cell % 9 + 1}"


def house_of(text: object) -> int:
    """`box 3` -> its number."""
    if not isinstance(text, str) or text not in NUMBER:
        raise Rejected(f"{shown(text)} is no house of the classic board")
    return NUMBER[text]


def common(cells: list[int]) -> frozenset[int]:
    """The cells that see all of these."""
    return frozenset.intersection(*(PEERS[cell] for cell in cells))


class Grid:
    """The candidates left at one point of a path.

    `held[cell]` is the set of its candidates, empty where `digit[cell]` is placed; `clue[cell]`: it was given.
    """

    def __init__(self, puzzle: Sequence[int]):
        self.digit = [0] * 81
        self.held = [frozenset(range(1, 10))] * 81
        self.clue = [bool(digit) for digit in puzzle]
        for cell, digit in enumerate(puzzle):
            if digit:
                self.place(cell, digit)

    def place(self, cell: int, digit: int) -> None:
        """The cell gets the digit, its peers lose it."""
        self.digit[cell] = digit
        self.held[cell] = frozenset()
        for peer in PEERS[cell]:
            self.held[peer] -= {digit}

    def remove(self, candidates: Iterable[Candidate]) -> None:
        """These candidates go."""
        for cell, digit in candidates:
            self.held[cell] -= {digit}

    def without(self, candidates: Iterable[Candidate]) -> Grid:
        """A copy that lacks these candidates."""
        copy = Grid.__new__(Grid)
        copy.digit, copy.held, copy.clue = self.digit, list(self.held), self.clue
        copy.remove(candidates)
        return copy

    def has(self, cell: int, digit: int) -> bool:
        """Is it a candidate?"""
        return digit in self.held[cell]

    def places(self, house: int, digit: int) -> list[int]:
        """The cells of the house that may hold the digit."""
        return [cell for cell in HOUSES[house] if digit in self.held[cell]]

    def empty(self, house: int) -> int:
        """How many cells of the house have no digit yet."""
        return sum(not self.digit[cell] for cell in HOUSES[house])

    def among(self, cells: Iterable[int], digits: Iterable[int]) -> frozenset[Candidate]:
        """The candidates of these cells that are of these digits."""
        wanted = frozenset(digits)
        return frozenset((cell, digit) for cell in cells for digit in self.held[cell] & wanted)
