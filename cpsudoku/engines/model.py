"""A board's houses and constraints in the compiled kernel: masks narrowed, and a search with a budget.

    model = Model(puzzle.geometry, puzzle.constraints)
    masks = model.propagate(model.clued(puzzle.cells))    # None: no solution
    found = model.search(masks, limit=2, nodes=1000)      # may be neither complete nor at its limit

A mask has bit d - 1 for the byte digit d (1 .. n, whatever the board's digits are called). A model is at work while it is
asked: it belongs to one call, or is borrowed from a `Lender`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.primitives import (
    AnyOf,
    Automaton,
    Clause,
    Defines,
    Different,
    DigitSet,
    EqualSums,
    Implies,
    Is,
    Pair,
    Sum,
)
from cpsudoku.kernels.rules.program import Base, Program
from cpsudoku.kernels.rules.search import Search
from cpsudoku.kernels.rules.state import State

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

WORDS = (Different, Pair, Sum, EqualSums, DigitSet, Automaton, Clause, Implies, AnyOf, Defines, Is)
"""The primitives, in the order in which `Program` takes their classes."""
MAX_SIDE = 64
"""Digits that a mask holds."""


class Found(NamedTuple):
    """`solutions` (a byte a cell) that differ from each other; `complete`: there are no others; branches made."""

    solutions: list[bytes]
    complete: bool
    nodes: int


@lru_cache(maxsize=64)
def base_of(geometry: Geometry) -> Base:
    """What the kernel needs of a board's houses; shared, not changed."""
    return Base(geometry.side, geometry.size, tuple(house.cells for house in geometry.houses))


class Model:
    """The rules of a board and its constraints (placed on it), for boards of up to 64 digits."""

    def __init__(self, geometry: Geometry, constraints: Iterable[Constraint] = ()) -> None:
        self.geometry = geometry
        program = Program(base_of(geometry), geometry.lo, WORDS)
        for constraint in constraints:
            program.add(constraint.statement())
        masks, made = program.finished()
        self._state = None if masks is None else State(geometry.side, geometry.size, masks, made)

    def clued(self, cells: bytes) -> list[int]:
        """The masks of clues: one bit where there is one, else all."""
        full = (1 << self.geometry.side) - 1
        return [1 << (digit - 1) if digit else full for digit in cells]

    def propagate(self, masks: Sequence[int]) -> list[int] | None:
        """What is left of the cells' candidates, to a fixpoint; None where a contradiction was found."""
        state = self._state
        if state is None:
            return None
        state.reset()
        if Search(state).narrow(masks) == 0:
            return None
        return state.values()

    def search(
        self, masks: Sequence[int], limit: int = 2, nodes: int | None = None, seconds: float | None = None
    ) -> Found:
        """Up to *limit* solutions (0: all) within the masks, until *nodes* branches or *seconds* are spent."""
        state = self._state
        if state is None:
            return Found([], True, 0)
        state.reset()
        search = Search(state)
        found: list[bytes] = []
        if search.narrow(masks) == 0:
            return Found(found, True, 0)
        while True:
            left = -1 if nodes is None else nodes - search.branches()
            answer = search.resume(left, seconds or 0)
            if answer != 1:
                return Found(found, answer == 0, search.branches())
            found.append(search.grid())
            if len(found) == limit:
                return Found(found, False, search.branches())
