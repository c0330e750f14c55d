"""The `logic` engine: `run_logic` behind the engine protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.engine import Engine, EngineOptions, Outcome
from cpsudoku.engines.logic.run import LogicRun, as_nsmax, checked_thresholds, run_logic
from cpsudoku.errors import UsageError
from cpsudoku.numerals import number_of

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint


class LogicEngine(Engine):
    """Human techniques, then seeded guesses.

    `logic:82` sets all twelve thresholds to 82; option `thresholds` each, and `guess=False` leaves guesses out.
    """

    name = "logic"

    def __init__(
        self,
        geometry: Geometry,
        argument: str | None = None,
        constraints: tuple[Constraint, ...] = (),
        *,
        thresholds: int | Sequence[int] | None = None,
        guess: bool = True,
        **options: Unpack[EngineOptions],
    ) -> None:
        super().__init__(geometry, None, constraints, **options)
        self.name = self.name if argument is None else f"logic:{argument}"
        if argument is not None:
            if not (argument.isascii() and argument.isdigit()):
                raise UsageError(f"engine {self.name!r}: the argument is a threshold of unknowns, such as logic:82")
            if thresholds is not None:
                raise UsageError(f"engine {self.name!r} has its threshold already; leave one of the two out")
            thresholds = number_of(argument)
        self.guess = guess
        self.thresholds = checked_thresholds(thresholds, geometry)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats`: nodes (recursive calls), deepest level, and the steps of each technique."""
        run = self.run(cells, limit, limits)
        stats = {"nodes": run.calls, "deepest": run.deepest, **run.steps}
        return Outcome(run.solutions, run.complete, run.why, stats)

    def run(self, cells: bytes, limit: int = 1, limits: Limits = NO_LIMITS, verbose: bool = False) -> LogicRun:
        """As `search`, with all that a logic run tells."""
        return run_logic(
            cells,
            self.geometry,
            thresholds=self.thresholds,
            verbose=verbose,
            nsmax=as_nsmax(limit),
            seed=self.seed,
            limits=limits,
            guess=self.guess,
        )
