"""A board's houses and constraints in the compiled kernel: masks narrowed, and a search with a budget.

    model = Model(puzzle.geometry, puzzle.constraints)
    masks = model.propagate(model.clued(puzzle.cells))    # None: no solution
    search = model.begin(masks)                           # then search.resume(nodes, seconds), search.grid()

A mask has bit d - 1 for the byte digit d (1 .. n, whatever the board's digits are called). A model
belongs to one call at a time, or is borrowed from a `Lender`.

The rules of a `SelectorModel` can be switched on and off:

    rules = SelectorModel(geometry, constraints, always=(AntiKnight().on(geometry),))
    rules.know(solution)
    rules.rival(masks, on)          # None: no other solution; a grid: one; UNDECIDED: the budget was spent

Each of *constraints* is a statement below one condition, its selector; those of *always* hold in every question and are
known to the kernel as such, which narrows more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Final, get_args

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.budget import check_deadline
from cpsudoku.constraints import primitives
from cpsudoku.constraints.primitives import AnyOf, Aux, Defines, Implies, Primitive, Statement
from cpsudoku.kernels.classic.masked_search import MaskSearch
from cpsudoku.kernels.rules.base import Base
from cpsudoku.kernels.rules.program import MANY_CLAUSES, Program
from cpsudoku.kernels.rules.search import RuleSearch
from cpsudoku.kernels.rules.selectors import Selectors
from cpsudoku.kernels.rules.state import State

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

WORDS = (*get_args(primitives.Primitive), primitives.Is)
"""The primitives, in the order in which `Program` takes their classes."""
MAX_SIDE = 64
"""Digits that a mask holds."""
UNDECIDED: Final = -1
"""The answer where the budget was spent."""
ON: Final = 2
"""The mask of a selector that is on."""


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


class SelectorModel:
    """The rules of a board of up to 64 digits. It belongs to one call at a time.

    `partial`: a rule is left out, being for a SAT solver; every answer is then only that of the others. Making it
    raises BudgetSpent at a deadline (see `budget.until`).
    """

    def __init__(
        self, geometry: Geometry, constraints: Iterable[Constraint] = (), always: Iterable[Constraint] = ()
    ) -> None:
        self.geometry = geometry
        self.constraints = tuple(constraints)
        program = Program(base_of(geometry), geometry.lo, WORDS, len(self.constraints))
        selectors = [Aux(("selector", k)) for k in range(len(self.constraints))]
        # a clause that is always true: it makes the selectors the first variables after the cells
        named = Defines(tuple((selector, ~selector) for selector in selectors))
        stated: list[Primitive] = [named]
        left_out = False
        for selector, rule in zip(selectors, self.constraints):
            check_deadline("the kernel's rules were ready")
            statement = rule.statement()
            if sum([len(part.clauses) for part in statement if isinstance(part, Defines)]) > MANY_CLAUSES:
                left_out = True
            else:
                stated.append(Implies((selector,), _own(statement)))
        program.add(tuple(stated))
        for rule in always:
            program.add(rule.statement())
        partial, masks, code = program.finished()
        self.partial = bool(partial) or left_out
        state = None if masks is None else State(geometry.side, geometry.size, masks, code)
        self._selectors = None if state is None else Selectors(state, len(self.constraints))

    def know(self, grid: bytes) -> None:
        """The solution that is known, and so is no rival of itself."""
        if self._selectors is not None:
            self._selectors.know(grid)

    def rival(
        self, masks: Sequence[int], on: Sequence[int], focus: Sequence[Cell], nodes: int = -1
    ) -> bytes | int | None:
        """A solution within the *masks* that differs from the known one in a cell of *focus*.

        It keeps the rules that are *on* (a byte each). None: there is none. UNDECIDED after *nodes* branches (-1: no
        bound).
        """
        if self._selectors is None:
            return None
        found = self._selectors.rival(masks, on, focus, nodes)
        return self._selectors.grid() if found > 0 else None if found == 0 else UNDECIDED

    def open(self) -> bool:
        """Begin layers, with nothing held: questions with much in common (`hold`, `release`, `is_apart`).

        False: there is no solution at all. Any other question ends them.
        """
        return self._selectors is not None and bool(self._selectors.open())

    def hold(self, items: Sequence[tuple[int, int]]) -> bool:
        """One layer more: cells with masks, and rules (a number beyond the cells, ON). False: nothing keeps them."""
        return self._selectors is not None and bool(self._selectors.hold(items))

    def release(self) -> None:
        """Take the last layer off."""
        if self._selectors is not None:
            self._selectors.release()

    def branches(self) -> int:
        """Branches of all searches so far."""
        return 0 if self._selectors is None else self._selectors.branches()

    def is_apart(self, focus: Sequence[Cell], nodes: int = -1) -> bool | None:
        """Whether what is held has a solution that differs from the known one in the *focus*; None as UNDECIDED."""
        found = 0 if self._selectors is None else self._selectors.apart(focus, nodes)
        return None if found < 0 else found > 0

    @property
    def grid(self) -> bytes:
        """The solution just found."""
        return b"" if self._selectors is None else self._selectors.grid()

    def drawn(self, masks: Sequence[int], on: Sequence[int], start: int, nodes: int) -> bytes | int | None:
        """A solution found in an order of cells and digits drawn by *start*; as `rival` else."""
        if self._selectors is None:
            return None
        found = self._selectors.fill(masks, on, start, nodes)
        return self._selectors.grid() if found > 0 else None if found == 0 else UNDECIDED

    def broken(self, grid: bytes) -> list[int]:
        """The numbers of the *constraints* that a full grid does not keep."""
        return [] if self._selectors is None else self._selectors.broken(grid)


def _own(statement: Statement) -> Statement:
    """The statement, its Booleans apart from those of the other rules."""
    return (AnyOf((statement,)),) if any(isinstance(part, Defines) for part in statement) else statement
