"""Positions met while solving the sample puzzles, and what a rung of the ladder finds there."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.rating.rater import Rater, describe

PUZZLES = Path(__file__).parents[1] / "puzzles"


class Position(NamedTuple):
    """Values (0 = empty) and candidate sets of 81 cells, and plain helpers that share no code with the rater."""

    values: bytes
    candidates: tuple[frozenset[int], ...]

    BOXES = [[27 * (b // 3) + 3 * (b % 3) + 9 * (k // 3) + k % 3 for k in range(9)] for b in range(9)]  # noqa: RUF012
    ROWS = [[9 * r + k for k in range(9)] for r in range(9)]  # noqa: RUF012
    COLUMNS = [[9 * k + c for k in range(9)] for c in range(9)]  # noqa: RUF012

    def places(self, house: list[int], digit: int) -> list[int]:
        """Cells of the house that can hold the digit."""
        return [cell for cell in house if digit in self.candidates[cell]]

    def empty(self, house: list[int]) -> int:
        """Cells of the house without a value."""
        return sum(self.values[cell] == 0 for cell in house)

    @staticmethod
    def peers(cell: int) -> list[int]:
        """In the scale's order: box, row, column, each once."""
        homes = [h for h in Position.BOXES + Position.ROWS + Position.COLUMNS if cell in h]
        return [c for c in dict.fromkeys(c for h in homes for c in h) if c != cell]

    def has(self, cells: Any, digits: Any) -> frozenset[tuple[int, int]]:
        """The (cell, digit) pairs that are candidates."""
        return frozenset((c, d) for c in cells for d in digits if d in self.candidates[c])


def subsets(items: list[int], size: int) -> list[tuple[int, ...]]:
    """In the order of the scale: by the greatest member, then the next."""
    return sorted(combinations(sorted(items), size), key=lambda chosen: chosen[::-1])


@pytest.fixture(scope="session")
def colex() -> Callable[[list[int], int], list[tuple[int, ...]]]:
    """`subsets`."""
    return subsets


@pytest.fixture(scope="session")
def reference() -> list[dict[str, str]]:
    """The sample of reference ratings."""
    with (PUZZLES / "se_ratings.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _position(values: bytes, masks: list[int]) -> Position:
    return Position(values, tuple(frozenset(d for d in range(1, 10) if m >> (d - 1) & 1) for m in masks))


EACH = 5
"""Positions kept for each technique."""


def _positions(rows: list[dict[str, str]]) -> Iterator[Position]:
    """Up to EACH positions for each technique, and three without clues that hold a hidden quad."""
    rater = Rater()
    kept: dict[int, int] = {}
    for row in rows:
        if float(row["ER"]) > 7.2:
            continue
        rater.start(Puzzle.parse(row["puzzle"]).cells)
        while rater.grid.cells_left and rater.advance():
            kind = describe(rater.hint)
            kept[kind] = kept.get(kind, 0) + 1
            if kept[kind] <= EACH:
                yield _position(rater.grid.values(), rater.grid.candidates())
            rater.accept()
    for house in (Position.BOXES[4], Position.ROWS[2], Position.COLUMNS[7]):
        yield _position(bytes(81), [511 & ~15 if cell in house[::2] else 511 for cell in range(81)])


@pytest.fixture(scope="session")
def positions(reference: list[dict[str, str]]) -> list[Position]:
    """Positions in which all techniques but long chains are met."""
    return list(dict.fromkeys(_positions(reference)))


def at(position: Position) -> Rater:
    """A rater at this position."""
    rater = Rater()
    rater.start(position.values, [sum(1 << (d - 1) for d in digits) for digits in position.candidates])
    return rater


def removals(hint: Any) -> frozenset[tuple[int, int]]:
    """(cell, digit) pairs a record removes."""
    return frozenset((cell, d) for cell, mask in hint.removals() for d in range(1, 10) if mask >> (d - 1) & 1)


@pytest.fixture(scope="session")
def found() -> Callable[..., list[Any]]:
    """found(position, rung): all records of the rung, in order."""
    return lambda position, rung: at(position).every(rung)


@pytest.fixture(scope="session")
def removed() -> Callable[[Any], frozenset[tuple[int, int]]]:
    """`removals`."""
    return removals


@pytest.fixture(scope="session")
def first() -> Callable[..., Any]:
    """first(position, rung): the record the rating loop would apply, or None."""

    def find(position: Position, rung: int) -> Any:
        rater = at(position)
        rater.rungs = 1 << rung
        return rater.hint if rater.advance() else None

    return find
