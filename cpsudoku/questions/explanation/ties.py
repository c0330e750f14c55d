"""Which of several steps of the same size is taken: a choice that is the same for isomorphic puzzles.

Each candidate has a colour, made of what it is (open, placed, gone) and, round by round, of the colours in its cell and
its houses (colour refinement: Weisfeiler and Leman 1968). Bands, rows, stacks, columns and digits in another order, or
a board turned over, have the same colours, so the least colours choose the same step in each. Candidates of one colour
are mostly images of each other; among them, and on boards with constraints, which the colours do not know, the number
decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cpsudoku.board.geometry import Geometry
from cpsudoku.questions.explanation.model import Literal, Model, Set
from cpsudoku.techniques.reasons.reason import WEIGHTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

TRIED = 24
"""Conclusions of least weight whose sets are stripped, to choose the best among."""
MOST_QUESTIONS = 64
"""Questions for other sets of that weight."""
HEAVY = 8
"""Weight from which on no other sets are looked for: there are too many for all to be found."""
ROUNDS = 3
"""Rounds of refinement: a candidate's colour then knows most of the board."""
KINDS = tuple(WEIGHTS)
LINE, OTHER = 5, 11
"""Of rows and columns, which are turned into each other, and of houses of other kinds."""
OPEN, GONE, PLACED = 1, 2, 3


def lightest_of(model: Model, found: Sequence[tuple[Literal, Set]], solution: bytes) -> Set:
    """Of refutations (literal, reasons) of one weight, stripped of what is needless, the set of the step to take.

    Cost: a millisecond or two where there are no constraints, half of it for other sets of that weight.
    """
    kernel = model.kernel
    if model.puzzle.constraints:
        first: dict[Set, Literal] = {}
        for literal, why in found:
            first.setdefault(why, literal)
        tried = (kernel.smaller(literal, why) for why, literal in islice(first.items(), TRIED))
        return min(tried, key=lambda why: (model.weight(why), why))
    colours = Colours(model, solution)
    order = sorted(found, key=lambda one: (colours.of(one[0]), one))[:TRIED]
    stripped = [(x, kernel.smaller(x, tuple(sorted(why, key=colours.of_reason)))) for x, why in order]
    literal, least = min(stripped, key=lambda one: model.weight(one[1]))
    return min(others(model, literal, least), key=lambda why: (colours.of_set(why), why))


def others(model: Model, literal: Literal, reasons: Set) -> set[Set]:
    """*reasons*, which refute *literal*, and other sets no heavier that do: each lacks a part of one before it."""
    weight = model.weight(reasons)
    found = {tuple(sorted(reasons))}
    if weight >= HEAVY:
        return found
    seen: set[frozenset[int]] = set()
    todo: list[tuple[Set, frozenset[int]]] = [(reasons, frozenset())]
    for one, barred in todo:
        for out in (barred | {reason} for reason in one):
            if out in seen:
                continue
            if len(seen) == MOST_QUESTIONS:
                return found
            seen.add(out)
            other = model.kernel.without(literal, out, weight)
            if other:
                todo.append((other, out))
                found.add(other)
    return found


class Colours:
    """The colours of a model's candidates and reasons as its facts are now; *solution* has digit bytes."""

    def __init__(self, model: Model, solution: bytes) -> None:
        self._model = model
        board = _board(model.puzzle.geometry)
        n = model.n
        still = np.fromiter(map(model.kernel.open, range(1, model.shown + 1)), dtype=np.bool_, count=model.shown)
        states = np.where(still, OPEN, GONE).astype(np.uint64).reshape(-1, n)
        right = np.arange(len(solution)), np.frombuffer(solution, dtype=np.uint8).astype(np.intp) - 1
        # the colours of open candidates do not depend on the solution
        states[right] += np.uint64(PLACED - GONE) * (states[right] == GONE)
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
