"""The plain recursive solver.

Take the empty cell with the fewest candidates, try its digits in turn, and recurse. A cell without candidates sends the
search back. No inference and no clever data: this is the baseline that the other engines are measured against. With
constraints each definition (`holds`) is checked and nothing else: no statement is shared with the other engines.
Without them the compiled form of the same search runs (`kernels.general.plain`).

Source: the recursive solver of "Sudoku Part 4: Implementing A Generator", 2008.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Budget, Limits
from cpsudoku.engines.engine import Engine, Outcome, collect
from cpsudoku.engines.native_backtrackers import NATIVE, searched
from cpsudoku.errors import UsageError
from cpsudoku.kernels.general.plain import MAX_SIDE, PlainSearch
from cpsudoku.lending import Lender

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint


def _new_search(geometry: Geometry) -> PlainSearch:
    return PlainSearch(geometry.side, [house.cells for house in geometry.houses])


plain_of: Lender[PlainSearch] = Lender(_new_search)

_RAISING = threading.RLock()  # else a thread could lower what another has just raised


def allow_recursion(depth: int) -> None:
    """Let a search recurse once for each of *depth* cells. The interpreter's limit is raised, never lowered."""
    with _RAISING:
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 3 * depth + 1000))


class RecursiveEngine(Engine):
    """Fewest candidates first, digits in turn, any geometry, with constraints or without."""

    name = "recursive"
    arguments = (NATIVE,)
    serves_constraints = True

    def set_up(self) -> None:
        """See `Engine.set_up`."""
        geometry = self.geometry
        self._compiled = self.houses_only and geometry.side <= MAX_SIDE
        if self.argument == NATIVE and not self._compiled:
            raise UsageError(f"engine 'recursive:native' takes houses alone and sides up to {MAX_SIDE}")
        self.about: list[list[Constraint]] = [[] for _ in range(geometry.size)]
        for constraint in self.constraints:
            for cell in constraint.scope:
                self.about[cell].append(constraint)
        allow_recursion(geometry.size)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats` counts the nodes: grids looked at."""
        if self._compiled:
            with plain_of(self.geometry) as kernel:
                return searched(kernel, dict, cells, limit, limits)
        search = _Search(self, limits)
        outcome = collect(search.solutions(cells), limit)
        return Outcome(outcome.solutions, outcome.complete, outcome.why, {"nodes": search.budget.spent})


class _Search:
    """One puzzle: the digits written so far."""

    def __init__(self, engine: RecursiveEngine, limits: Limits) -> None:
        self.geometry, self.about, self.constraints = engine.geometry, engine.about, engine.constraints
        self.values: list[int | None] = [None] * self.geometry.size
        self.digits = range(self.geometry.lo, self.geometry.hi + 1)
        self.shift = self.geometry.lo - 1
        self.budget = Budget(limits)

    def solutions(self, cells: bytes) -> Iterator[bytes]:
        """All solutions with these clues. Raises BudgetSpent."""
        clues = [(cell, digit + self.shift) for cell, digit in enumerate(cells) if digit]
        if all(self.place(cell, digit) for cell, digit in clues) and all(
            constraint.holds(self.values) for constraint in self.constraints
        ):
            yield from self.recurse()

    def recurse(self) -> Iterator[bytes]:
        self.budget.spend()
        chosen, digits = self.tightest()
        if chosen is None:
            yield bytes(value - self.shift for value in self.values if value is not None)
            return
        for digit in digits:
            if self.place(chosen, digit):
                yield from self.recurse()
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
        self.budget.check_time()
        return all(constraint.holds(self.values) for constraint in self.about[cell])
