"""Pseudo-Boolean solving: Exact, conflict analysis by cutting planes over linear rows that say "exactly one".

Source: Elffers and Nordstrom, Divide and conquer: towards faster pseudo-Boolean solving, IJCAI 2018 (RoundingSat);
Exact by Devriendt continues it.
"""

from __future__ import annotations

from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import BudgetSpent, Limits, check_deadline
from cpsudoku.engines.optional_solvers import Model, OptionalSolver
from cpsudoku.formula.catalog import load
from cpsudoku.formula.rules import rules

ENCODING = "cp-exactly-one"


class _Rows(Model):
    def __init__(self, exact: Any, geometry: Geometry, cells: bytes, seed: int) -> None:
        self._solver = exact.Exact([("seed", str(seed + 1)), ("verbosity", "0")])
        self._side = geometry.side
        self._names = [f"x{atom}" for atom in range(1, geometry.size * geometry.side + 1)]
        for name in self._names:
            self._solver.addVariable(name)
        for kind, atoms in rules(load(ENCODING), geometry).groups:
            check_deadline()
            terms = [(1, self._names[atom - 1]) for atom in atoms]
            self._solver.addConstraint(terms, kind != "at-most-one", 1, kind != "at-least-one", 1)
        for cell, digit in enumerate(cells):
            if digit:
                self._solver.addConstraint([(1, self._names[cell * geometry.side + digit - 1])], True, 1)

    def solution(self, left: Limits) -> bytes | None:
        """See `Model`. It takes no limit of conflicts."""
        answer = self._solver.runFull(False, left.seconds or 0)
        if answer == "SAT":
            values = self._solver.getLastSolutionFor(self._names)
            return bytes(values[at : at + self._side].index(1) + 1 for at in range(0, len(values), self._side))
        if answer in ("UNSAT", "INCONSISTENT"):
            return None
        raise BudgetSpent

    def forbid(self, grid: bytes) -> None:
        """See `Model`."""
        names = [self._names[cell * self._side + digit - 1] for cell, digit in enumerate(grid)]
        self._solver.addConstraint([(1, name) for name in names], False, 0, True, len(names) - 1)

    def counters(self) -> dict[str, float]:
        """See `Model`."""
        names = ("conflicts", "decisions", "propagations")
        return {name: float(value) for name, value in self._solver.getStats() if name in names}


class ExactEngine(OptionalSolver):
    """`exact`: see the module."""

    name = "exact"
    library = "exact"
    package = "exact"
    model = _Rows
