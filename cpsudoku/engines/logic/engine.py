"""The `logic` engine: `run_logic` behind the engine protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.engines.engine import NO_LIMITS, Engine, Limits, Outcome
from cpsudoku.engines.logic.run import as_nsmax, checked_thresholds, run_logic
from cpsudoku.engines.options import without_encoding
from cpsudoku.errors import UsageError


class LogicEngine(Engine):
    """Human techniques, then seeded guesses. `logic:82` sets all twelve thresholds to 82; option `thresholds` each."""

    def __init__(
        self,
        geometry: Geometry,
        argument: str | None = None,
        *,
        thresholds: int | Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        self.name = "logic" if argument is None else f"logic:{argument}"
        if argument is not None:
            if not (argument.isascii() and argument.isdigit()):
                raise UsageError(f"engine {self.name!r}: the argument is a threshold of unknowns, such as logic:82")
            thresholds = int(argument)
        self.geometry = geometry
        self.seed = without_encoding("logic", None, **options)
        self.thresholds = checked_thresholds(thresholds, geometry)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats`: nodes (recursive calls), deepest level, and the steps of each technique."""
        run = run_logic(
            cells,
            self.geometry,
            thresholds=self.thresholds,
            nsmax=as_nsmax(limit),
            seed=self.seed,
            limits=limits,
        )
        stats = {"nodes": run.calls, "deepest": run.deepest, **run.steps}
        return Outcome(run.solutions, run.complete, run.why, stats)
