"""A puzzle whose clues and constraints may each be left out: one live solver, a literal for each of them.

A constraint hangs on a guard literal, a clue on the literal of its digit; whatever is assumed holds, the rest is free.
An unsatisfiable answer brings the clues and constraints that were needed (the core). `reduce`, `diagnose` and the
evidence of an impossible puzzle ask it. The formula is built for the first question: most puzzles need none, as the
kernel answers (see `kept`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, Limits, check_deadline
from cpsudoku.engines.answer import Sat, Unknown
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.errors import EnginesDisagree
from cpsudoku.formula.primitives.to_clauses import Lowering

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint
    from cpsudoku.formula.definition import Encoding

SOLVER = "cadical153"
Item = int
"""A clue: the literal of its digit, cell * n + digit byte. A constraint: a number after all of those."""


class AssumptionSolver:
    """`clues` and `rules` are the items of the puzzle's clues (by cell) and constraints (in their order).

    The first question may raise BudgetSpent at a deadline (see `budget.until`); so may making it *alone*, or with an
    encoding. *alone*: this solver answers every question, no kernel and no other engine does.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        solver: str = SOLVER,
        encoding: str | Path | Encoding | None = None,
        alone: bool = False,
    ) -> None:
        self.puzzle = puzzle
        self._n = puzzle.geometry.side
        first = puzzle.geometry.size * self._n + 1
        self.rules: tuple[Item, ...] = tuple(range(first, first + len(puzzle.constraints)))
        self.clues: dict[Cell, Item] = {cell: cell * self._n + digit for cell, digit in puzzle.clues}
        self._rule_of = dict(zip(self.rules, puzzle.constraints))
        self.forbidden: list[bytes] = []
        self._preferred: bytes | None = None
        self._named, self._encoding = solver, encoding
        self.alone = alone
        self._made: Incremental | None = None
        self._guard: dict[Item, int] = {}
        self._item: dict[int, Item] = {}
        if not self.is_plain:
            _ = self._solver  # a wrong name is told at once

    @property
    def is_plain(self) -> bool:
        """Whether kernels may answer, too: it is not alone, and neither a solver nor an encoding was named."""
        return not self.alone and self._named == SOLVER and self._encoding is None

    @property
    def _solver(self) -> Incremental:
        if self._made is None:
            from cpsudoku.formula import catalog

            formula = Lowering(self.puzzle.geometry, None if self._encoding is None else catalog.load(self._encoding))
            for item, rule in self._rule_of.items():
                check_deadline()
                self._guard[item] = formula.guarded(rule)
            self._item = {guard: item for item, guard in self._guard.items()}
            self._made = Incremental("minicard" if formula.atmosts else self._named, formula.made, formula.atmosts)
            for grid in self.forbidden:
                self._forbid(grid)
            if self._preferred is not None:
                self._prefer(self._preferred)
        return self._made

    def _assumed(self, items: Iterable[Item]) -> list[int]:
        guard = self._guard
        return [guard.get(item, item) for item in items]

    def _core(self, core: Iterable[int]) -> frozenset[Item]:
        item = self._item
        return frozenset([item.get(x, x) for x in core])

    @property
    def items(self) -> tuple[Item, ...]:
        """Every clue, then every constraint."""
        return (*self.clues.values(), *self.rules)

    def ask(self, items: Sequence[Item], limits: Limits = NO_LIMITS) -> bytes | frozenset[Item] | Unknown:
        """A grid that keeps the houses and *items*; where there is none, those of *items* that already forbid it."""
        solver = self._solver
        answer = solver.solve(self._assumed(items), limits)
        if isinstance(answer, Unknown):
            return answer
        if not isinstance(answer, Sat):
            return self._core(answer.core)
        grid = self._grid(answer.model)
        held = self.part(items)
        if not held.is_solved_by(grid):
            raise EnginesDisagree(f"sat gave a wrong grid for {held!r}")
        return grid

    def core(self, items: Sequence[Item], limits: Limits = NO_LIMITS) -> frozenset[Item] | Unknown | None:
        """The same without the grid: None where there is one. Cheaper, and the grid is not checked."""
        solver = self._solver
        found = solver.core(self._assumed(items), limits)
        return found if found is None or isinstance(found, Unknown) else self._core(found)

    def prefer(self, grid: bytes) -> None:
        """Grids found from now on tend to be near this one, and to keep the constraints."""
        self._preferred = grid
        if self._made is not None:
            self._prefer(grid)

    def _prefer(self, grid: bytes) -> None:
        self._solver.prefer([*(cell * self._n + digit for cell, digit in enumerate(grid)), *self._guard.values()])

    def kept_by(self, grid: bytes, items: Iterable[Item]) -> frozenset[Item]:
        """Those of *items* that a grid keeps, by their definitions."""
        board = self.puzzle.geometry
        values = [digit + board.lo - 1 for digit in grid]
        held = set()
        for item in items:
            rule = self._rule_of.get(item)
            if rule.holds(values) if rule is not None else grid[self._cell(item)] == self._digit(item):
                held.add(item)
        return frozenset(held)

    def _cell(self, item: Item) -> Cell:
        return (item - 1) // self._n

    def _digit(self, item: Item) -> int:
        return (item - 1) % self._n + 1

    def _grid(self, model: Sequence[int]) -> bytes:
        size, n = self.puzzle.geometry.size, self._n
        grid = bytearray(size)
        for x in model[: size * n]:
            if x > 0:
                grid[(x - 1) // n] = (x - 1) % n + 1
        return bytes(grid)

    def forbid(self, grid: bytes) -> None:
        """From now on this grid does not count."""
        self.forbidden.append(grid)
        if self._made is not None:
            self._forbid(grid)

    def _forbid(self, grid: bytes) -> None:
        self._solver.add([-(cell * self._n + digit) for cell, digit in enumerate(grid)])

    def cells(self, items: Iterable[Item]) -> tuple[Cell, ...]:
        """The cells of the clues among *items*, ascending."""
        return tuple(sorted(self._cell(item) for item in items if item not in self._rule_of))

    def constraints(self, items: Iterable[Item]) -> tuple[Constraint, ...]:
        """The constraints among *items*, in the puzzle's order."""
        chosen = set(items)
        return tuple(self._rule_of[item] for item in self.rules if item in chosen)

    def part(self, items: Iterable[Item]) -> Puzzle:
        """The puzzle with these clues and constraints alone; a literal of any other cell is a clue, too."""
        chosen = tuple(items)
        cells = bytearray(self.puzzle.geometry.size)
        for item in chosen:
            if item not in self._rule_of:
                cells[self._cell(item)] = self._digit(item)
        return Puzzle.trusted(bytes(cells), self.puzzle.geometry, self.constraints(chosen))

    def close(self) -> None:
        """Free the solver's memory."""
        if self._made is not None:
            self._made.close()

    def __enter__(self) -> AssumptionSolver:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
