"""Engine `sat` for puzzles with constraints, or on boards of any shape.

Houses and constraints become one formula (`formula.primitives`), the clues are unit clauses of a fresh solver, and
each solution found is blocked before the next is asked for.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits, until
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.options import check_simplify
from cpsudoku.engines.sat.candidate_support import steered
from cpsudoku.engines.sat.pysat_solvers import Incremental, enumerated, reason_of, solver_named
from cpsudoku.engines.support import Support, Tally
from cpsudoku.engines.witnesses import check_witnesses
from cpsudoku.errors import UsageError
from cpsudoku.formula import catalog
from cpsudoku.formula.primitives.to_clauses import Lowering

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint
    from cpsudoku.formula.definition import Encoding

SOLVER = "cadical153"
"""Where none is named."""


class ConstrainedSat(Engine):
    """`sat`, or `sat:NAME` for any solver PySAT ships, on a board under constraints (placed on it)."""

    def __init__(
        self,
        geometry: Geometry,
        constraints: tuple[Constraint, ...],
        argument: str | None = None,
        *,
        encoding: str | Path | Encoding | None = None,
        simplify: str | None = None,
        seed: int | None = None,
    ) -> None:
        if check_simplify(simplify) == "singles" and simplify is not None:
            raise UsageError("with constraints a named solver or encoding gets the full formula: leave --simplify out")
        self.solver = solver_named(argument) if argument else None
        self.name = f"sat:{argument}" if argument else "sat"
        self.geometry, self.constraints = geometry, constraints
        self._encoding = None if encoding is None else catalog.load(encoding)
        self.encoding_name = "" if self._encoding is None else self._encoding.name
        self._formula: Lowering | None = None

    @property
    def formula(self) -> Lowering:
        """Houses and constraints as clauses, clues left out; made when first asked for."""
        if self._formula is None:
            made = Lowering(self.geometry, self._encoding)
            for constraint in self.constraints:
                made.stated(constraint)
            self._formula = made
        return self._formula

    def prepare(self) -> bool:
        """See `Engine.prepare`: the formula, which every search loads anew."""
        _ = self.formula
        return False

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats`: variables and clauses, and the CPU seconds of making and loading them."""
        stats: dict[str, float] = {}
        found: list[bytes] = []
        for grid in self._grids(cells, limits, stats):
            if grid is None:
                return Outcome(tuple(found), False, reason_of(limits), stats)
            found.append(grid)
            if len(found) == limit:
                return Outcome(tuple(found), False, "", stats)
        return Outcome(tuple(found), True, "", stats)

    def iterate(self, cells: bytes) -> Iterator[bytes]:
        """All solutions, one after the other."""
        for grid in self._grids(cells, NO_LIMITS, {}):
            assert grid is not None
            yield grid

    def support(self, cells: bytes, most: int = 1, limits: Limits = NO_LIMITS, jobs: int = 1) -> Support:
        """See `Engine.support`: by one solver for all questions, see `steering`."""
        started = time.perf_counter()
        tally = Tally(cells, self.geometry, most)
        grid_of = partial(_checked, Puzzle.trusted(cells, self.geometry, self.constraints))
        variable = {candidate: candidate + 1 for candidate in range(len(tally.counts))}
        try:
            solver = self._loaded(cells, limits, started, {})
        except BudgetSpent:
            return tally.support(limits.reached)
        return steered(solver, tally, variable, self.formula.last, grid_of, limits, started)

    def _loaded(self, cells: bytes, limits: Limits, started: float, stats: dict[str, float]) -> Incremental:
        """A fresh solver with the formula and these clues; *stats* see `search`. Raises BudgetSpent at the deadline."""
        cpu = time.process_time()
        with until(limits.deadline(started)):
            formula = self.formula
            stats.update(variables=formula.last, clauses=len(formula.made), encode_seconds=time.process_time() - cpu)
            cpu = time.process_time()
            solver = self._fresh(formula, cells)
            stats["load_seconds"] = time.process_time() - cpu
            return solver

    def _fresh(self, formula: Lowering, cells: bytes) -> Incremental:
        n = self.geometry.side
        name = self.solver or ("minicard" if formula.atmosts else SOLVER)
        solver = Incremental(name, formula.made, formula.atmosts)
        for cell, digit in enumerate(cells):
            if digit:
                solver.add([cell * n + digit])
        return solver

    def _grids(self, cells: bytes, limits: Limits, stats: dict[str, float]) -> Iterator[bytes | None]:
        started = time.perf_counter()
        try:
            solver = self._loaded(cells, limits, started, stats)
        except BudgetSpent:
            yield None
            return
        yield from _decoded(enumerated(solver, self.geometry.size * self.geometry.side, limits, started), self.geometry)


class Open:
    """What masks (bit d - 1: byte digit d) leave of a board under constraints, loaded into `solver`.

    `variables`: those of the open candidates, cell * side + digit; `stats`: variables and clauses, and the CPU seconds
    of making and loading them. Making it raises BudgetSpent at a deadline (see `budget.until`).
    """

    def __init__(self, geometry: Geometry, constraints: tuple[Constraint, ...], masks: Sequence[int]) -> None:
        cpu = time.process_time()
        n = self._side = geometry.side
        made = Lowering(geometry, masks=masks)
        for constraint in constraints:
            made.stated(constraint)
        self.last = int(made.last)
        self.stats = {
            "variables": made.last,
            "clauses": len(made.made),
            "encode_seconds": time.process_time() - cpu,
        }
        cpu = time.process_time()
        self.variables = [
            cell * n + k + 1 for cell, mask in enumerate(masks) if mask & (mask - 1) for k in range(n) if mask >> k & 1
        ]
        self.fixed = bytes(0 if mask & (mask - 1) else mask.bit_length() for mask in masks)
        self._refused: set[tuple[int, ...]] = set()
        self.solver = Incremental(SOLVER, made.made, made.atmosts)
        self.stats["load_seconds"] = time.process_time() - cpu

    def grid(self, model: Sequence[int]) -> bytes:
        """The cells of a model."""
        n = self._side
        grid = bytearray(self.fixed)
        for x in self.variables:
            if model[x - 1] > 0:
                grid[(x - 1) // n] = (x - 1) % n + 1
        return bytes(grid)

    def block(self, grid: bytes) -> None:
        """Another solution than this one is asked for from now on."""
        n = self._side
        self.solver.add([-(cell * n + digit) for cell, digit in enumerate(grid) if not self.fixed[cell]])

    def refuse(self, sets: Sequence[tuple[int, ...]]) -> None:
        """No solution is asked for that has all open candidates of such a set (cell * side + number of the bit)."""
        for candidates in sets:
            if candidates not in self._refused:
                self._refused.add(candidates)
                self.solver.add([-(x + 1) for x in candidates])

    def conflicts(self) -> int:
        """The solver's, so far."""
        return int(self.solver.counters().get("conflicts", 0))


def _checked(puzzle: Puzzle, model: Sequence[int]) -> bytes:
    """The grid of a model, checked."""
    grid = _grid(model, puzzle.geometry)
    check_witnesses(puzzle, (grid,))
    return grid


def _decoded(models: Iterator[list[int] | None], geometry: Geometry) -> Iterator[bytes | None]:
    """The grids of models; None, and the end, where there is None."""
    for model in models:
        if model is None:
            yield None
            return
        yield _grid(model, geometry)


def _grid(model: Sequence[int], geometry: Geometry) -> bytes:
    """The cells of a model."""
    n = geometry.side
    grid = bytearray(geometry.size)
    for x in islice(model, len(grid) * n):
        if x > 0:
            grid[(x - 1) // n] = (x - 1) % n + 1
    return bytes(grid)
