"""The candidates left at one point of a solution path."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .board import HOUSES, PEERS, Candidate


class Grid:
    """`held[cell]` is the set of its candidates, empty where `digit[cell]` is placed; `clue[cell]`: it was given."""

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
