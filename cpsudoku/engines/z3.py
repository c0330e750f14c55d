"""SMT: Z3 with an integer a cell in its finite range, and every house distinct.

Source: de Moura and Bjorner, Z3: an efficient SMT solver, TACAS 2008.
"""

from __future__ import annotations

from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import BudgetSpent, Limits, check_deadline
from cpsudoku.engines.optional_solvers import Model, OptionalSolver


class _Assertions(Model):
    def __init__(self, z3: Any, geometry: Geometry, cells: bytes, seed: int) -> None:
        self._z3 = z3
        context = z3.Context()  # the library's own is shared by all threads
        self._solver = z3.Solver(ctx=context)
        self._solver.set("random_seed", seed)
        self._cells = [z3.Int(f"x{cell}", context) for cell in range(geometry.size)]
        for cell, x in enumerate(self._cells):
            check_deadline()
            self._solver.add(x == cells[cell] if cells[cell] else z3.And(x >= 1, x <= geometry.side))
        for house in geometry.houses:
            check_deadline()
            self._solver.add(z3.Distinct([self._cells[cell] for cell in house.cells]))

    def solution(self, left: Limits) -> bytes | None:
        """See `Model`. A limit of conflicts is one of Z3's resource units."""
        if left.seconds is not None:
            self._solver.set("timeout", max(1, int(1000 * left.seconds)))
        if left.conflicts is not None:
            self._solver.set("rlimit", max(1, left.conflicts))
        answer = self._solver.check()
        if answer == self._z3.sat:
            model = self._solver.model()
            return bytes(model.eval(x, model_completion=True).as_long() for x in self._cells)
        if answer == self._z3.unsat:
            return None
        raise BudgetSpent

    def forbid(self, grid: bytes) -> None:
        """See `Model`."""
        self._solver.add(self._z3.Or([x != digit for x, digit in zip(self._cells, grid)]))

    def counters(self) -> dict[str, float]:
        """See `Model`."""
        counts = self._solver.statistics()
        keys, names = counts.keys(), ("conflicts", "decisions", "propagations")
        return {name: float(counts.get_key_value(name)) for name in names if name in keys}


class Z3Engine(OptionalSolver):
    """`z3`: see the module."""

    name = "z3"
    library = "z3"
    package = "z3-solver"
    model = _Assertions
