"""A board's houses and constraints in the compiled kernel: masks narrowed, and a search with a budget.

    model = Model(puzzle.geometry, puzzle.constraints)
    masks = model.propagate(model.clued(puzzle.cells))    # None: no solution
    search = model.begin(masks)                           # then search.resume(nodes, seconds), search.grid()

A mask has bit d - 1 for the byte digit d (1 .. n, whatever the board's digits are called). A model
belongs to one call at a time, or is borrowed from a `Lender`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, get_args

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import check_deadline
from cpsudoku.constraints import primitives
from cpsudoku.kernels.classic.masked_search import MaskSearch
from cpsudoku.kernels.rules.base import Base
from cpsudoku.kernels.rules.program import Program
from cpsudoku.kernels.rules.search import RuleSearch
from cpsudoku.kernels.rules.state import State

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

WORDS = (*get_args(primitives.Primitive), primitives.Is)
"""The primitives, in the order in which `Program` takes their classes."""
MAX_SIDE = 64
"""Digits that a mask holds."""


@lru_cache(maxsize=64)
def base_of(geometry: Geometry, digits: int = 0) -> Base:
    """What the kernel needs of a board's houses, where cells have these *digits* (see `Base`); shared, not changed."""
    return Base(geometry.side, geometry.size, tuple(house.cells for house in geometry.houses), digits)


class Model:
    """The rules of a board and its constraints (placed on it), for boards of up to 64 digits."""

    def __init__(self, geometry: Geometry, constraints: Iterable[Constraint] = ()) -> None:
        self.geometry, self.constraints = geometry, tuple(constraints)
        base = base_of(geometry)
        program = _program(base, geometry, self.constraints)
        self.partial, masks, code = program.finished()
        """True where a rule is left out, being for a SAT solver: masks are right, solutions may break that rule."""
        if not base.full and masks is not None:
            # more digits than cells in a house, but perhaps not where constraints say what cells may hold
            digits = reduce(or_, masks[: geometry.size], 0)
            if any(len(house) == digits.bit_count() for house in base.houses):
                base = base_of(geometry, digits)
                program = _program(base, geometry, self.constraints)
                self.partial, masks, code = program.finished()
        self._state = None if masks is None else State(geometry.side, geometry.size, masks, code, base.digits)
        self.plain = geometry.is_classic and not self.partial and program.plain()
        """True where the rules only say which digits a cell may have: the classic kernel searches, far faster."""

    def clued(self, cells: bytes) -> list[int]:
        """The masks of clues: one bit where there is one, else all."""
        full = (1 << self.geometry.side) - 1
        return [1 << (digit - 1) if digit else full for digit in cells]

    def propagate(self, masks: Sequence[int]) -> list[int] | None:
        """What is left of the cells' candidates, to a fixpoint; None where a contradiction was found."""
        return None if self.begin(masks) is None else self.masks()

    def sums(self) -> int:
        """How many of its propagators are cages and other sums of cells."""
        return 0 if self._state is None else self._state.sums()

    def masks(self) -> list[int]:
        """What the last `begin` left of the cells' candidates, before its search."""
        return [] if self._state is None else self._state.values()

    def begin(self, masks: Sequence[int], weighted: bool = False) -> RuleSearch | MaskSearch | None:
        """A search within the masks, propagated: `resume` it for each solution; None where a contradiction was found.

        It ends the search begun before. What it finds are solutions where the model is not `partial`.
        *weighted*: the search that learns from its failures, also where the model is `plain`.
        """
        if self._state is None:
            return None
        self._state.reset()
        search = RuleSearch(self._state)
        if not search.narrow(masks):
            return None
        return MaskSearch(self.masks()) if self.plain and not weighted else search


def _program(base: Base, geometry: Geometry, constraints: Iterable[Constraint]) -> Program:
    program = Program(base, geometry.lo, WORDS)
    for constraint in constraints:
        check_deadline()
        if not constraint.native(program):
            program.add(constraint.statement())
    return program
