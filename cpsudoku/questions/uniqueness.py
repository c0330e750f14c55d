"""The one idea behind uniqueness and minimality.

Take a solution S and forbid it once, for good. Then a set of clues determines S exactly when
"rules and not S" is unsatisfiable under these clues as assumptions: an unsatisfiable answer brings the clues
that were needed (the core), a satisfiable one the rival. `Uniqueness` asks about one solution; `Rules` is the
live solver that serves many: `reduce`, the engine `sat` of `generate`, and the confirmation of what `generate` made
by kernels ask it.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import Given, Puzzle, Solution
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.answer import Sat, Unknown
from cpsudoku.kernels.clauses.assuming import SATISFIABLE

if TYPE_CHECKING:
    from cpsudoku.engines.sat.pysat_solvers import Incremental
    from cpsudoku.formula.definition import Encoding
    from cpsudoku.kernels.clauses.assuming import Assuming


@dataclass(frozen=True, slots=True)
class Rival:
    """The clues do not determine the solution: `solution` (a byte a cell) has them too."""

    solution: bytes


@dataclass(frozen=True, slots=True)
class Determined:
    """The clues determine the solution; those of `core` already do."""

    core: tuple[Cell, ...]


REBUILD_EVERY = 300
"""Solutions after which the shared solver is made anew: old learnt clauses slow some solvers."""


KEPT_FLAT = 200_000
"""Clauses up to which they are kept as an array, too, which loads faster; boards with more are seldom made anew."""
AT_ONCE = 2_000
"""Conflicts (some tenths of a second) of a question that nothing interrupts."""


class Rules:
    """One live solver with the rules of a board, serving the question of `Uniqueness` for one solution after another.

    Each solution's blocking clause hangs on an activation literal that is retired with it. Answers (not cores) are
    the same as those of a fresh `Uniqueness`. Not to be shared between threads.
    """

    def __init__(
        self, geometry: Geometry, *, encoding: str | Path | Encoding | None = None, solver: str = "cadical153"
    ):
        from cpsudoku.formula import catalog
        from cpsudoku.formula.clauses import formula, full_encoding

        self.geometry = geometry
        self._formula = formula(catalog.load(encoding or full_encoding(geometry)), geometry)
        self._name = solver
        clauses = self._formula.clauses
        self._clauses = array("i", [x for row in clauses for x in (*row, 0)]) if len(clauses) <= KEPT_FLAT else clauses
        self._solver: Incremental | None = None
        self._served = 0
        self._active = 0
        literal = self._formula.literal
        digits = range(1, geometry.side + 1)
        self._table = [[0, *[literal(cell, digit) for digit in digits]] for cell in range(geometry.size)]
        self._literals: list[int] = []
        self._cell_of: dict[int, Cell] = {}
        self.assuming: Assuming | None = None
        """What compiled code asks about the solution taken; None where the solver has no such way."""

    def take(self, solution: Solution) -> None:
        """Forbid *solution*, and forget the one before."""
        from cpsudoku.engines.sat.pysat_solvers import Incremental

        if self._solver is not None and self._served >= REBUILD_EVERY:
            self.close()
        if self._solver is None:
            self._solver = Incremental(self._name, self._clauses, self._formula.atmosts)
            self._served, self._active = 0, self._formula.variables
            self.assuming = self._solver.assuming()
        elif self._served:
            self._solver.add([-self._active])
        self._served += 1
        self._active += 1
        old = self._literals
        self._literals = [row[digit] for row, digit in zip(self._table, solution.cells)]
        self._cell_of = dict(zip(self._literals, range(len(self._literals))))
        self._solver.add([-self._active, *self._formula.blocking_clause(solution.cells)])
        # searching near the solution finds rivals some 8 % sooner
        self._solver.prefer([*[-x for x in old], *self._literals])
        if self.assuming is not None:
            self.assuming.about(array("i", self._literals), self._active)

    def core(self, clues: Iterable[Cell], limits: Limits = NO_LIMITS) -> tuple[Cell, ...] | Unknown | None:
        """Clues among *clues* that determine the solution; None where there is a rival."""
        if self._solver is None:
            raise RuntimeError("take a solution first")
        if self.assuming is not None and not limits:
            cells = list(clues)
            found = self.assuming.ask(cells, AT_ONCE)
            if found:
                return None if found == SATISFIABLE else self.assuming.core(cells)
        literals = self._literals
        core = self._solver.core([self._active, *[literals[cell] for cell in clues]], limits)
        if isinstance(core, Unknown) or core is None:
            return core
        active, of_cell = self._active, self._cell_of
        return tuple([of_cell[x] for x in core if x != active])

    def close(self) -> None:
        """Free the solver's memory."""
        if self._solver is not None:
            if self.assuming is not None:
                self.assuming.end()
            self._solver.close()
            self._solver = self.assuming = None


class Uniqueness:
    """Which clues of *solution* determine it? One incremental solver, which threads that share this take in turns.

    Any encoding whose clues are single literals serves (all with direct variables).
    """

    def __init__(
        self,
        solution: Given,
        *,
        encoding: str | Path | Encoding | None = None,
        solver: str = "cadical153",
    ):
        from cpsudoku.engines.sat.pysat_solvers import Incremental
        from cpsudoku.formula import catalog
        from cpsudoku.formula.clauses import formula, full_encoding

        solution = Solution.of(solution)
        self.solution = solution
        self._formula = formula(catalog.load(encoding or full_encoding(solution.geometry)), solution.geometry)
        self._solver = Incremental(solver, self._formula.clauses, self._formula.atmosts)
        self._solver.add(self._formula.blocking_clause(solution.cells))
        literal = self._formula.literal
        self._literals = [literal(cell, digit) for cell, digit in enumerate(solution.cells)]
        self._cell_of = {x: cell for cell, x in enumerate(self._literals)}
        self._turn = threading.Lock()

    def rival(self, clues: Iterable[Cell], limits: Limits = NO_LIMITS) -> Rival | Determined | Unknown:
        """Is there another solution with the solution's digits in the cells *clues*?"""
        literals = [self._literals[cell] for cell in clues]
        with self._turn:  # a core or model is that of the last question
            answer = self._solver.solve(literals, limits)
        if isinstance(answer, Unknown):
            return answer
        if isinstance(answer, Sat):
            return Rival(self._formula.decode(answer.model))
        return Determined(tuple(self._cell_of[x] for x in answer.core))

    def puzzle(self, clues: Iterable[Cell]) -> Puzzle:
        """The puzzle with the solution's digits in the cells *clues*."""
        return self.solution.puzzle.only(tuple(clues))

    def close(self) -> None:
        """Free the solver's memory."""
        with self._turn:
            self._solver.close()

    def __enter__(self) -> Uniqueness:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
