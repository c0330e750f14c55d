"""What the solvers of the extra `[lab]` share: a model of one puzzle, from which each solution found is forbidden.

Each states the houses as its own users would, with its library's default settings, so that comparisons show the
library and not our tuning. The model is made for each puzzle; `encode_seconds` says what of the time that was.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from time import process_time
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Budget, BudgetSpent, Limits
from cpsudoku.engines import apart
from cpsudoku.engines.engine import Engine, EngineOptions, Outcome, collect
from cpsudoku.errors import ExtraMissing

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

LARGE = 16
"""The side beyond which one call of a library (Clingo's that grounds the rules) takes tenths of a second and more."""


class Model(ABC):
    """One puzzle in a library's terms."""

    @abstractmethod
    def __init__(self, module: Any, geometry: Geometry, cells: bytes, seed: int) -> None:
        """State the puzzle with these clues (a byte a cell, 0 = empty)."""

    @abstractmethod
    def solution(self, left: Limits) -> bytes | None:
        """A solution not forbidden yet, a byte a cell; None where there is none.

        Raises BudgetSpent where the library gave up at the limits.
        """

    @abstractmethod
    def forbid(self, grid: bytes) -> None:
        """Never this solution again."""

    def counters(self) -> dict[str, float]:
        """What the library counts of its work so far."""
        return {}


class OptionalSolver(Engine):
    """A solver that the extra `[lab]` brings. Raises ExtraMissing where its library is not installed."""

    library: ClassVar[str]
    """The module to import."""
    package: ClassVar[str]
    """What pip calls it."""
    model: ClassVar[type[Model]]

    def __init__(
        self,
        geometry: Geometry,
        argument: str | None = None,
        constraints: tuple[Constraint, ...] = (),
        **options: Unpack[EngineOptions],
    ) -> None:
        super().__init__(geometry, argument, constraints, **options)
        try:
            self.module: Any = import_module(self.library)
        except ImportError:
            raise ExtraMissing(
                f"engine {self.name!r} needs {self.package}: pip install 'cpsudoku[lab]' (or {self.package} alone)"
            ) from None

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats`: the library's counters, `encode_seconds` for making the model.

        On a board beyond LARGE a limit of time is kept by a process that is ended.
        """
        if limits.seconds is not None and self.geometry.side > LARGE and apart.POSSIBLE:
            return apart.searched(self.name, self.geometry, self.seed, cells, limit, limits)
        return self.search_here(cells, limit, limits)

    def search_here(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """`search` in this process."""
        budget, cpu = Budget(limits), process_time()
        model = self.model(self.module, self.geometry, cells, self.seed)
        encode = process_time() - cpu
        outcome = collect(_grids(model, budget), limit)
        return replace(outcome, stats={**model.counters(), "encode_seconds": encode})


def _grids(model: Model, budget: Budget) -> Iterator[bytes]:
    """The solutions, each forbidden before the next. Raises BudgetSpent."""
    while True:
        budget.check_left()
        try:
            grid = model.solution(budget.left())
        except BudgetSpent:
            raise BudgetSpent(budget.limits.reached) from None
        if grid is None:
            return
        yield grid
        model.forbid(grid)
