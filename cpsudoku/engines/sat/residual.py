"""What singles leave open of a puzzle: its rows, made smaller, and their models by a fresh solver.

Loaded where something is left open: PySAT and the formulas take longer to load than singles take to solve most boards.

Literals that must be equal are merged first (`kernels.clauses.merging`), so that the solver gets a fraction of the
rows; the variables of its models are mapped back. Of a stubborn 9x9 puzzle (`STUBBORN`, `PAIRS`) the rows go by the
crossings of lines and boxes instead of houses (`kernels.clauses.crossings`): a larger formula, on which the solver
meets little more than half the conflicts.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator
from typing import NamedTuple

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.engine import Outcome, collect
from cpsudoku.engines.sat.large_boards import LARGE_SIDE, large_models
from cpsudoku.engines.sat.minicard_rows import minicard_models
from cpsudoku.engines.sat.pysat_solvers import NATIVE_AT_MOST, models_of
from cpsudoku.kernels.clauses.clause_template import lists
from cpsudoku.kernels.clauses.crossings import Crossings
from cpsudoku.kernels.clauses.literals import placed
from cpsudoku.kernels.clauses.merging import Merging
from cpsudoku.kernels.general.singles import Propagator
from cpsudoku.lending import Lender

STUBBORN = range(200, 260)
"""Candidates of a stubborn 9x9 puzzle: with fewer the search is short, with more there are mostly few clues."""
PAIRS = 1 / 12
"""Pairs, for each candidate, below which it is stubborn."""
PAIRED = 3
"""Rows of crossings up to this length are stated by clauses of two: dearer to load, quicker in a long search."""


class Left(NamedTuple):
    """What propagation left open of one puzzle, away from the board that found it.

    `rows`: exactly one of each holds, a 0 after each; variable v is `candidates[v - 1]`, and those up to `variables`
    behind them are of `crossed` lines and boxes. On large boards, which are stated otherwise, there are none.
    `seconds` it took.
    """

    fixed: bytes
    rows: array[int]
    candidates: array[int]
    variables: int
    crossed: bool
    seconds: float

    @classmethod
    def on(cls, board: Propagator, geometry: Geometry | None = None, stated: bool = True) -> Left:
        """What the board's last `load` left, with its rows where they are *stated*; crossed only with a *geometry*."""
        started = time.process_time()
        candidates = board.open_candidates()
        variables, crossed = len(candidates), False
        if not stated:
            rows = array("i")
        elif geometry is not None and variables in STUBBORN and _crossable(geometry):
            with _crossings(geometry) as crossings:
                crossed = crossings.pairs(candidates) < PAIRS * variables
                rows, variables = crossings.rows(candidates) if crossed else (board.open_rows(candidates), variables)
        else:
            rows = board.open_rows(candidates)
        return cls(board.values(), rows, candidates, variables, crossed, time.process_time() - started)


class OpenBoards:
    """How open puzzles of one board are searched: `large` ones as `large_boards` does, others as `residual` does.

    *solver*: None for the one that suits best.
    """

    def __init__(self, geometry: Geometry, solver: str | None) -> None:
        self._geometry, self._solver = geometry, solver
        self.large = geometry.side >= LARGE_SIDE and solver not in NATIVE_AT_MOST

    def left(self, board: Propagator) -> Left:
        """What the board's last `load` left, stated as the search wants it."""
        return Left.on(board, self._geometry, not self.large)

    def search(
        self,
        left: Left,
        limit: int,
        limits: Limits,
        stats: dict[str, float] | None = None,
        merging: Merging | None = None,
    ) -> Outcome:
        """Up to *limit* solutions; *stats* and *merging* as in `grids`."""
        return collect(self.grids(left, limits, stats, merging), limit, stats)

    def grids(
        self,
        left: Left,
        limits: Limits = NO_LIMITS,
        stats: dict[str, float] | None = None,
        merging: Merging | None = None,
    ) -> Iterator[bytes]:
        """The solutions of what is left open. Raises BudgetSpent.

        *stats*, where given and a solver was needed, gets the size of the formula, the seconds of making and loading
        it, and what the solver counts; on large boards without its seconds of loading, and with the `moves` of repair.
        """
        side = self._geometry.side
        if not self.large:
            yield from self._merged(left, merging or Merging(), limits, stats)
            return
        fixed, candidates, seconds = left.fixed, left.candidates, left.seconds
        if stats is not None:
            stats.update(variables=len(candidates), encode_seconds=seconds)
        candidates.reverse()  # cells with few candidates first
        for model in large_models(self._solver, self._geometry, list(candidates), limits, stats):
            yield placed(fixed, model, candidates, side)

    def _merged(self, left: Left, merging: Merging, limits: Limits, stats: dict[str, float] | None) -> Iterator[bytes]:
        """The solutions of a board that is not large, by Minicard where no solver was named.

        *merging* is used until the last of them; afterwards `merging.variables` says whether a solver was needed.
        """
        fixed, candidates = left.fixed, left.candidates
        started = time.process_time() if stats is not None else 0.0
        merging.take(left.rows, left.variables, left.crossed)
        if merging.impossible:
            return
        if not merging.variables:
            yield placed(fixed, merging.spread([]), candidates, self._geometry.side)
            return
        rows, mixed = merging.rows, merging.mixed
        if stats is not None:
            stats.update(variables=merging.variables, clauses=rows.count(0))
            stats["encode_seconds"] = left.seconds + time.process_time() - started
        models: Iterator[list[int]]
        if self._solver in (None, "minicard"):
            paired = PAIRED if left.crossed else 0
            models = minicard_models(rows, merging.variables, limits, stats, mixed, paired)
        else:
            models = models_of(self._solver, lists(rows, len(rows)), limits, stats, mixed)
        for model in models:
            yield placed(fixed, merging.spread(model), candidates, self._geometry.side)


def _crossable(geometry: Geometry) -> bool:
    """Whether the board is 9x9 with boxes or regions and no other houses: where stubborn puzzles have been measured."""
    return geometry.side == 9 and len(geometry.houses) == 27


def _new_crossings(geometry: Geometry) -> Crossings:
    return Crossings(geometry.side, [house.cells for house in geometry.houses])


_crossings: Lender[Crossings] = Lender(_new_crossings)
