"""The search for the solutions of what singles leave open: which statement of it, how many solutions, which limits.

A module of its own, loaded where something is left open: PySAT and the formulas take longer to load than singles take
to solve most boards.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.engine import Outcome, collect
from cpsudoku.engines.sat.large_boards import LARGE_SIDE, large_models
from cpsudoku.engines.sat.pysat_solvers import NATIVE_AT_MOST
from cpsudoku.engines.sat.residual import Left, grids_of
from cpsudoku.kernels.clauses.merging import Merging
from cpsudoku.kernels.general.singles import Propagator
from cpsudoku.kernels.literals import placed


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
            yield from grids_of(left, side, merging or Merging(), self._solver, limits, stats)
            return
        fixed, candidates, seconds = left.fixed, left.candidates, left.seconds
        if stats is not None:
            stats.update(variables=len(candidates), encode_seconds=seconds)
        candidates.reverse()  # cells with few candidates first
        for model in large_models(self._solver, self._geometry, list(candidates), limits, stats):
            yield placed(fixed, model, candidates, side)
