"""The plain recursive solver.

Take the empty cell with the fewest candidates, try its digits in turn, and recurse. A cell
without candidates sends the search back. A second solution ends it: the puzzle is no proper one.
No inference and no clever data: this is the baseline the other engines are measured against.

Source: the recursive solver of "Sudoku Part 4: Implementing A Generator", 2008.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines import native_backtrackers
from cpsudoku.engines.budget import Budget, BudgetSpent, Enough, allow_recursion
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.native_backtrackers import NATIVE
from cpsudoku.engines.options import EngineOptions, without_encoding
from cpsudoku.errors import UsageError
from cpsudoku.kernels.general.plain import MAX_SIDE

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint
    from cpsudoku.engines.constrained_recursive import ConstrainedRecursive


class RecursiveEngine(Engine):
    """Fewest candidates first, digits in turn, any geometry. `recursive:native` takes the same steps compiled."""

    name = "recursive"
    serves_constraints = True

    def __init__(self, geometry: Geometry, argument: str | None = None, **options: Unpack[EngineOptions]) -> None:
        self._native = argument == NATIVE
        if self._native and geometry.side > MAX_SIDE:
            raise UsageError(f"engine 'recursive:native' takes sides up to {MAX_SIDE}; this board has {geometry.side}")
        without_encoding(self.name, None if self._native else argument, **options)
        self.name = f"recursive:{argument}" if self._native else type(self).name
        self.geometry = geometry
        allow_recursion(geometry.size)

    @classmethod
    def under(
        cls,
        geometry: Geometry,
        constraints: tuple[Constraint, ...],
        argument: str | None = None,
        **options: Unpack[EngineOptions],
    ) -> ConstrainedRecursive:
        """See `Engine.under`."""
        from cpsudoku.engines.constrained_recursive import ConstrainedRecursive

        return ConstrainedRecursive(geometry, constraints, argument, **options)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats` counts the nodes: grids looked at."""
        if self._native:
            return native_backtrackers.plain(self.geometry, cells, limit, limits)
        return _Search(self.geometry, cells, limit, limits).run()


class _Search:
    """One puzzle: the grid as filled so far, and which digits each house has used (bit d for digit d)."""

    def __init__(self, geometry: Geometry, cells: bytes, limit: int, limits: Limits) -> None:
        self.digits = range(1, geometry.side + 1)
        self.houses_of = geometry.houses_of
        self.used = [0] * len(geometry.houses)
        self.grid = bytearray(len(cells))
        self.empty = {cell for cell, digit in enumerate(cells) if not digit}
        self.clues = [(cell, digit) for cell, digit in enumerate(cells) if digit]
        self.limit = limit
        self.budget = Budget(limits)
        self.solutions: list[bytes] = []

    def run(self) -> Outcome:
        complete, why = True, ""
        try:
            if all(self.place(cell, digit) for cell, digit in self.clues):
                self.recurse()
        except Enough:
            complete = False
        except BudgetSpent as spent:
            complete, why = False, str(spent)
        return Outcome(tuple(self.solutions), complete, why, {"nodes": self.budget.nodes})

    def recurse(self) -> None:
        self.budget.spend()
        if not self.empty:
            self.solutions.append(bytes(self.grid))
            if len(self.solutions) == self.limit:
                raise Enough
            return
        cell = self.tightest()
        self.empty.remove(cell)
        for digit in self.digits:
            if self.place(cell, digit):
                self.recurse()
                self.clear(cell, digit)
        self.empty.add(cell)

    def tightest(self) -> int:
        """The empty cell with the fewest candidates, the first of equals."""
        most, chosen = -1, -1
        for cell in self.empty:
            taken = 0
            for house in self.houses_of[cell]:
                taken |= self.used[house]
            count = taken.bit_count()
            if count > most or (count == most and cell < chosen):
                most, chosen = count, cell
        return chosen

    def place(self, cell: int, digit: int) -> bool:
        """Write *digit*, unless a house of the cell already has it."""
        bit, used = 1 << digit, self.used
        houses = self.houses_of[cell]
        for house in houses:
            if used[house] & bit:
                return False
        for house in houses:
            used[house] |= bit
        self.grid[cell] = digit
        return True

    def clear(self, cell: int, digit: int) -> None:
        for house in self.houses_of[cell]:
            self.used[house] ^= 1 << digit
        self.grid[cell] = 0
