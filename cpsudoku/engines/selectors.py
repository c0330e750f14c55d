"""A board whose rules can be switched on and off, in the compiled kernel.

    rules = SelectorModel(geometry, constraints, always=(AntiKnight().on(geometry),))
    rules.know(solution)
    rules.rival(masks, on)          # None: no other solution; a grid: one; UNDECIDED: the budget was spent

Each of *constraints* is a statement below one condition, its switch; those of *always* hold in every question and are
known to the kernel as such, which narrows more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.budget import check_deadline
from cpsudoku.constraints.primitives import AnyOf, Aux, Defines, Implies, Primitive, Statement
from cpsudoku.engines.model import WORDS, base_of
from cpsudoku.kernels.rules.program import MANY_CLAUSES, Program
from cpsudoku.kernels.rules.selectors import Selectors
from cpsudoku.kernels.rules.state import State

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

UNDECIDED: Final = -1
"""The answer where the budget was spent."""
ON: Final = 2
"""The mask of a switch that is on."""


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
        switches = [Aux(("switch", k)) for k in range(len(self.constraints))]
        # a clause that is always true: it makes the switches the first variables after the cells
        named = Defines(tuple((switch, ~switch) for switch in switches))
        stated: list[Primitive] = [named]
        left_out = False
        for switch, rule in zip(switches, self.constraints):
            check_deadline("the kernel's rules were ready")
            statement = rule.statement()
            if sum([len(part.clauses) for part in statement if isinstance(part, Defines)]) > MANY_CLAUSES:
                left_out = True
            else:
                stated.append(Implies((switch,), _own(statement)))
        program.add(tuple(stated))
        for rule in always:
            program.add(rule.statement())
        partial, masks, code = program.finished()
        self.partial = bool(partial) or left_out
        state = None if masks is None else State(geometry.side, geometry.size, masks, code)
        self._switches = None if state is None else Selectors(state, len(self.constraints))

    def know(self, grid: bytes) -> None:
        """The solution that is known, and so is no rival of itself."""
        if self._switches is not None:
            self._switches.know(grid)

    def rival(
        self, masks: Sequence[int], on: Sequence[int], focus: Sequence[Cell], nodes: int = -1
    ) -> bytes | int | None:
        """A solution within the *masks* that differs from the known one in a cell of *focus*.

        It keeps the rules that are *on* (a byte each). None: there is none. UNDECIDED after *nodes* branches (-1: no
        bound).
        """
        if self._switches is None:
            return None
        found = self._switches.rival(masks, on, focus, nodes)
        return self._switches.grid() if found > 0 else None if found == 0 else UNDECIDED

    def open(self) -> bool:
        """Begin layers, with nothing held: questions with much in common (`hold`, `release`, `is_apart`).

        False: there is no solution at all. Any other question ends them.
        """
        return self._switches is not None and bool(self._switches.open())

    def hold(self, items: Sequence[tuple[int, int]]) -> bool:
        """One layer more: cells with masks, and rules (a number beyond the cells, ON). False: nothing keeps them."""
        return self._switches is not None and bool(self._switches.hold(items))

    def release(self) -> None:
        """Take the last layer off."""
        if self._switches is not None:
            self._switches.release()

    def is_apart(self, focus: Sequence[Cell], nodes: int = -1) -> bool | None:
        """Whether what is held has a solution that differs from the known one in the *focus*; None as UNDECIDED."""
        found = 0 if self._switches is None else self._switches.apart(focus, nodes)
        return None if found < 0 else found > 0

    @property
    def grid(self) -> bytes:
        """The solution just found."""
        return b"" if self._switches is None else self._switches.grid()

    def drawn(self, masks: Sequence[int], on: Sequence[int], start: int, nodes: int) -> bytes | int | None:
        """A solution found in an order of cells and digits drawn by *start*; as `rival` else."""
        if self._switches is None:
            return None
        found = self._switches.fill(masks, on, start, nodes)
        return self._switches.grid() if found > 0 else None if found == 0 else UNDECIDED

    def broken(self, grid: bytes) -> list[int]:
        """The numbers of the *constraints* that a full grid does not keep."""
        return [] if self._switches is None else self._switches.broken(grid)


def _own(statement: Statement) -> Statement:
    """The statement, its Booleans apart from those of the other rules."""
    return (AnyOf((statement,)),) if any(isinstance(part, Defines) for part in statement) else statement
