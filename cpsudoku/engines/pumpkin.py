"""Lazy clause generation: Pumpkin, a CP solver that explains its propagations and learns clauses.

An integer a cell, all different in each house. Source: Flippo, Sidorov, Marijnissen, Smits, Demirovic, A multi-stage
proof logging framework to certify the correctness of CP solvers, CP 2024.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import BudgetSpent, Limits, check_deadline
from cpsudoku.engines.optional_solvers import Model, OptionalSolver


class _Integers(Model):
    def __init__(self, pumpkin: Any, geometry: Geometry, cells: bytes, seed: int) -> None:
        constraints = import_module("pumpkin_solver.constraints")
        self._pumpkin, self._constraints = pumpkin, constraints
        self._model = model = pumpkin.Model()
        self._cells = [model.new_integer_variable(digit or 1, digit or geometry.side) for digit in cells]
        self._bad = False
        for house in geometry.houses:
            check_deadline()
            self._add(constraints.AllDifferent([self._cells[cell] for cell in house.cells], self._tag()))

    def _tag(self) -> Any:
        return self._model.new_constraint_tag()

    def _add(self, constraint: Any) -> None:
        """Raises nothing where the constraint makes the model contradictory at once: that is an answer."""
        if not self._bad:
            try:
                self._model.add_constraint(constraint)
            except Exception:  # the library has one for it, of no public name
                self._bad = True

    def solution(self, left: Limits) -> bytes | None:
        """See `Model`. It takes no limit of conflicts."""
        if self._bad:
            return None
        answer = self._model.satisfy(timeout=left.seconds)
        result = self._pumpkin.SatisfactionResult
        if isinstance(answer, result.Satisfiable):
            return bytes(answer._0.int_value(x) for x in self._cells)
        if isinstance(answer, result.Unsatisfiable):
            return None
        raise BudgetSpent

    def forbid(self, grid: bytes) -> None:
        """See `Model`."""
        predicate, differs = self._pumpkin.Predicate, self._pumpkin.Comparator.NotEqual
        literals = [
            self._model.predicate_as_boolean(predicate(x, differs, digit), self._tag())
            for x, digit in zip(self._cells, grid)
        ]
        self._add(self._constraints.Clause(literals, self._tag()))


class PumpkinEngine(OptionalSolver):
    """`pumpkin`: see the module."""

    name = "pumpkin"
    library = "pumpkin_solver"
    package = "pumpkin-solver"
    model = _Integers
