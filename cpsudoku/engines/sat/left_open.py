"""What singles leave open of a puzzle: its rows, made smaller, and their models by a fresh solver.

Literals that must be equal are merged first (`kernels.clauses.merging`), so that the solver gets a fraction of the
rows; the variables of its models are mapped back.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator
from typing import NamedTuple

from cpsudoku.engines.engine import Limits
from cpsudoku.engines.sat.minicard_rows import minicard_models
from cpsudoku.engines.sat.pysat_solvers import models_of
from cpsudoku.kernels.clauses.merging import Merging
from cpsudoku.kernels.clauses.sheet import lists
from cpsudoku.kernels.general.singles import Propagator
from cpsudoku.kernels.literals import placed


class Left(NamedTuple):
    """What propagation left open of one puzzle, away from the board that found it.

    `rows`: exactly one of each holds, a 0 after each; variable v is `candidates[v - 1]` (see `Propagator.open_rows`);
    on large boards, which are stated otherwise, none. `seconds` it took.
    """

    fixed: bytes
    rows: array[int]
    candidates: array[int]
    seconds: float

    @classmethod
    def on(cls, board: Propagator, stated: bool = True) -> Left:
        """What the board's last `load` left, with its rows where they are *stated*."""
        started = time.process_time()
        candidates = board.open_candidates()
        rows = board.open_rows(candidates) if stated else array("i")
        return cls(board.values(), rows, candidates, time.process_time() - started)


def grids_of(
    left: Left,
    side: int,
    merging: Merging,
    solver: str | None,
    limits: Limits,
    stats: dict[str, float] | None = None,
) -> Iterator[bytes | None]:
    """The solutions of what is left open; None where a limit ended the search.

    *merging* is used until the last of them; afterwards `merging.variables` tells whether a solver was needed at all.
    *solver*: Minicard where None. *stats*, where given and a solver was needed, gets the size of its formula, the
    seconds of making and loading it, and what the solver counts.
    """
    fixed, rows, candidates, seconds = left
    started = time.process_time() if stats is not None else 0.0
    merging.take(rows, len(candidates))
    if merging.impossible:
        return
    if not merging.variables:
        yield placed(fixed, merging.spread([]), candidates, side)
        return
    rows, mixed = merging.rows, merging.mixed
    if stats is not None:
        stats.update(variables=merging.variables, clauses=rows.count(0))
        stats["encode_seconds"] = seconds + time.process_time() - started
    models: Iterator[list[int] | None]
    if solver in (None, "minicard"):
        models = minicard_models(rows, merging.variables, limits, stats, mixed)
    else:
        models = models_of(solver, lists(rows, len(rows)), limits, stats, mixed)
    for model in models:
        if model is None:
            yield None
            return
        yield placed(fixed, merging.spread(model), candidates, side)
