"""Colours of candidates and reasons that scrambled twins of a puzzle have in common.

Each candidate has a colour, made of what it is (open, placed, gone) and, round by round, of the colours in its cell and
its houses (colour refinement: Weisfeiler and Leman 1968). Bands, rows, stacks, columns and digits in another order, or
a board turned over, have the same colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cpsudoku.board.geometry import Geometry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cpsudoku.questions.explanation.model import Literal, Model, Set

ROUNDS = 3
"""Rounds of refinement: a candidate's colour then knows most of the board."""
KINDS = ("cell", "has", "once", "total", "clue", "constraint")
LINE, OTHER = 5, 11
"""Of rows and columns, which are turned into each other, and of houses of other kinds."""
OPEN, GONE, PLACED = 1, 2, 3


class Colours:
    """The colours of a model's candidates and reasons as its facts are now; *solution* has digit bytes."""

    def __init__(self, model: Model, solution: bytes) -> None:
        self._model = model
        board = _board(model.puzzle.geometry)
        n = model.n
        still = np.fromiter(map(model.kernel.open, range(1, model.shown + 1)), dtype=np.bool_, count=model.shown)
        states = np.where(still, OPEN, GONE).astype(np.uint64).reshape(-1, n)
        right = np.arange(len(solution)), np.frombuffer(solution, dtype=np.uint8).astype(np.intp) - 1
        states[right] += np.uint64(PLACED - GONE) * (states[right] == GONE)  # what is open does not tell the solution
        colour = _mixed(states)
        nothing = np.zeros((1, n), dtype=np.uint64)
        for _ in range(ROUNDS):
            self._cells = _mixed(colour.sum(axis=1))
            self._houses = _mixed(np.vstack([colour, nothing])[board.cells].sum(axis=1) * board.sorts)
            around = np.vstack([self._houses, nothing])[board.houses].sum(axis=1)
            colour = _mixed(colour * np.uint64(3) + self._cells[:, None] * np.uint64(7) + around)
        self._candidates: list[int] = colour.ravel().tolist()

    def of(self, literal: Literal) -> tuple[bool, int]:
        """What orders refutations: what places a digit comes first."""
        return literal > 0, self._candidates[abs(literal) - 1]

    def of_reason(self, number: int) -> tuple[int, int]:
        """What orders reasons."""
        reason = self._model.reasons[number]
        colour = 0
        if reason.house is not None and reason.digit is not None:
            colour = int(self._houses[reason.house, reason.digit - self._model.puzzle.geometry.lo])
        elif reason.cell is not None:
            colour = int(self._cells[reason.cell])
        return KINDS.index(reason.kind), colour

    def of_set(self, reasons: Set) -> list[tuple[int, int]]:
        """What orders sets of reasons."""
        return sorted(map(self.of_reason, reasons))


class Board(NamedTuple):
    """Cells of each house and houses of each cell, padded with one more than there are; a factor for each house."""

    cells: NDArray[np.intp]
    houses: NDArray[np.intp]
    sorts: NDArray[np.uint64]


@lru_cache(maxsize=16)
def _board(geometry: Geometry) -> Board:
    houses = [house.cells for house in geometry.houses]
    of = [[number for number, cells in enumerate(houses) if cell in cells] for cell in range(geometry.size)]
    sorts = [LINE if house.kind in ("row", "column") else OTHER for house in geometry.houses]
    board = Board(
        _padded(houses, geometry.size), _padded(of, len(houses)), np.array(sorts, dtype=np.uint64).reshape(-1, 1)
    )
    for array in board:
        array.flags.writeable = False
    return board


def _padded(rows: Sequence[Iterable[int]], beyond: int) -> NDArray[np.intp]:
    lists = [list(row) for row in rows]
    width = max(map(len, lists), default=0)
    padded = [row + [beyond] * (width - len(row)) for row in lists]
    return np.array(padded, dtype=np.intp).reshape(len(padded), width)


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Close values far apart (the last steps of SplitMix64)."""
    values = values * np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))
