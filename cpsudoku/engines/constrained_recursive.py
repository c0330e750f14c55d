"""Engine `recursive` for puzzles with constraints: plain backtracking that asks each rule's definition, nothing else.

Fewest candidates first, digits in turn; a digit is refused where a house of the cell has it or a constraint about the
cell says it cannot hold any more. The baseline that shares no statement with the other engines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.budget import Budget, BudgetSpent, Enough, allow_recursion
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.options import EngineOptions, without_encoding

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint


class ConstrainedRecursive(Engine):
    """`recursive` on a board under constraints (placed on it)."""

    name = "recursive"

    def __init__(
        self,
        geometry: Geometry,
        constraints: tuple[Constraint, ...],
        argument: str | None = None,
        **options: Unpack[EngineOptions],
    ) -> None:
        without_encoding(self.name, argument, **options)
        self.geometry, self.constraints = geometry, constraints
        self.about: list[list[Constraint]] = [[] for _ in range(geometry.size)]
        for constraint in constraints:
            for cell in constraint.scope:
                self.about[cell].append(constraint)
        allow_recursion(geometry.size)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats` counts the nodes: grids looked at."""
        return _Search(self, limit, limits).run(cells)


class _Search:
    def __init__(self, engine: ConstrainedRecursive, limit: int, limits: Limits) -> None:
        self.geometry, self.about, self.constraints = engine.geometry, engine.about, engine.constraints
        self.values: list[int | None] = [None] * self.geometry.size
        self.digits = range(self.geometry.lo, self.geometry.hi + 1)
        self.limit, self.budget = limit, Budget(limits)
        self.solutions: list[bytes] = []

    def run(self, cells: bytes) -> Outcome:
        complete, why = True, ""
        shift = self.geometry.lo - 1
        clues = [(cell, digit + shift) for cell, digit in enumerate(cells) if digit]
        try:
            if all(self.place(cell, digit) for cell, digit in clues) and all(
                constraint.holds(self.values) for constraint in self.constraints
            ):
                self.recurse()
        except Enough:
            complete = False
        except BudgetSpent as spent:
            complete, why = False, str(spent)
        return Outcome(tuple(self.solutions), complete, why, {"nodes": self.budget.nodes})

    def recurse(self) -> None:
        self.budget.spend()
        chosen, digits = self.tightest()
        if chosen is None:
            shift = self.geometry.lo - 1
            self.solutions.append(bytes(value - shift for value in self.values if value is not None))
            if len(self.solutions) == self.limit:
                raise Enough
            return
        for digit in digits:
            if self.place(chosen, digit):
                self.recurse()
            self.values[chosen] = None

    def tightest(self) -> tuple[int | None, list[int]]:
        """The empty cell whose peers leave it the fewest digits, and these; (None, []) on a full grid."""
        best: int | None = None
        kept: list[int] = []
        for cell, value in enumerate(self.values):
            if value is None:
                taken = {self.values[peer] for peer in self.geometry.peers[cell]}
                digits = [digit for digit in self.digits if digit not in taken]
                rank = (len(digits), -len(self.about[cell]))
                if best is None or rank < (len(kept), -len(self.about[best])):
                    best, kept = cell, digits
        return best, kept

    def place(self, cell: int, digit: int) -> bool:
        """Write *digit*; False where a house or a constraint refuses it (the cell is the caller's to clear)."""
        if any(self.values[peer] == digit for peer in self.geometry.peers[cell]):
            return False
        self.values[cell] = digit
        self.budget.check()
        return all(constraint.holds(self.values) for constraint in self.about[cell])
