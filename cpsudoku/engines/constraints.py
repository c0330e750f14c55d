"""Native search for any rule on any board: compiled propagation of candidate masks, then SAT for what is too hard.

`kernels/rules/` narrows the candidates by the primitives of every rule and branches on the cell that has been in most
trouble. After `nodes` branches without a new solution (more where sums are many) it takes turns with CaDiCaL (see
`portfolio`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, Budget, Limits
from cpsudoku.engines.block import DecidedBy
from cpsudoku.engines.engine import Engine, Outcome, collect
from cpsudoku.engines.kernel_candidates import KernelCandidates
from cpsudoku.engines.model import MAX_SIDE, Model
from cpsudoku.engines.portfolio import Turns
from cpsudoku.engines.support import Support
from cpsudoku.errors import UsageError
from cpsudoku.lending import Lender


class ConstraintsEngine(Engine):
    """Engine `constraints`: boards of up to 64 digits, with constraints or without."""

    name = "constraints"
    serves_constraints = True
    nodes: ClassVar[int] = 20_000
    """Branches without a new solution after which SAT takes over."""

    def set_up(self) -> None:
        """See `Engine.set_up`."""
        side = self.geometry.side
        if side > MAX_SIDE:
            raise UsageError(f"engine 'constraints' takes boards of up to {MAX_SIDE} digits; this has {side}")
        self._models = Lender(self._new_model, 1)

    def _new_model(self) -> Model:
        return Model(self.geometry, self.constraints)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats`: nodes (branches of the kernel), and the counters of the SAT solver, if used.

        `sat_decided`, where SAT was used: 1 where it had the last word, 0 where the kernel had.
        """
        stats: dict[str, float] = {}
        return collect(self.iterate(cells, limits, stats), limit, stats)

    def decided_by(self, outcome: Outcome) -> DecidedBy:
        """See `Engine.decided_by`: by the counters of the search."""
        if outcome.stats.get("sat_decided"):
            return DecidedBy.SAT
        searched = outcome.stats.get("nodes") or "sat_decided" in outcome.stats
        return DecidedBy.SEARCH if searched else DecidedBy.PROPAGATION

    def support(self, cells: bytes, most: int = 1, limits: Limits = NO_LIMITS, jobs: int = 1) -> Support:
        """See `Engine.support`: steered search, each open candidate by itself, SAT (see `kernel_candidates`).

        Under a limit of conflicts, which is to give the same answer every time, one thread does all of it.
        """
        if most > 1:
            return super().support(cells, most, limits, jobs)
        threads = 1 if limits.conflicts is not None else jobs
        with self._models() as model:
            puzzle = Puzzle.trusted(cells, self.geometry, self.constraints)
            return KernelCandidates(model, puzzle, self.nodes, limits, threads).support()

    def iterate(
        self, cells: bytes, limits: Limits = NO_LIMITS, stats: dict[str, float] | None = None
    ) -> Iterator[bytes]:
        """See `Engine.iterate`."""
        stats = {} if stats is None else stats
        stats["nodes"] = 0
        budget = Budget(limits)
        with budget.preparing(), self._models():
            pass  # the model is built, unless there is one
        with self._models() as model:
            search = model.begin(model.clued(cells))
            if search is not None:
                yield from Turns(model, search, self.nodes, budget, stats).grids()


class KernelThenSat(ConstraintsEngine):
    """Engine `sat` for puzzles with constraints, unless a solver or an encoding is named."""

    name = "sat"
    target = "cnf"
    nodes = 3_000
