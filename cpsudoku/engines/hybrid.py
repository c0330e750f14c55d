"""How `constraints` and `sat` take a puzzle with constraints: the kernel first, what it leaves open to SAT.

The kernel narrows the candidates and searches; after so many branches without a solution (more where sums are many)
it takes turns with a SAT solver (see `turns`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.block import Answers, AnswersBuilder, By
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.kernel_candidates import KernelCandidates
from cpsudoku.engines.model import Model
from cpsudoku.engines.portfolio import Spent, Turns
from cpsudoku.engines.support import Support
from cpsudoku.lending import Lender

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint


class HybridEngine(Engine):
    """A board of up to 64 digits under constraints (placed on it); *nodes* branches before SAT takes over."""

    def __init__(self, geometry: Geometry, constraints: tuple[Constraint, ...], name: str, nodes: int) -> None:
        self.geometry, self.constraints, self.name, self.nodes = geometry, constraints, name, nodes
        self._models = Lender(self._made, 1)

    def _made(self) -> Model:
        return Model(self.geometry, self.constraints)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats`: nodes (branches of the kernel); where SAT was asked, what it says of itself.

        `sat_decided`, where SAT was asked: 1 where the last word was its own, 0 where the kernel's.
        """
        stats: dict[str, float] = {}
        found: list[bytes] = []
        for grid in self._grids(cells, limits, stats):
            if grid is None:
                return Outcome(tuple(found), False, limits.reached, stats)
            found.append(grid)
            if len(found) == limit:
                return Outcome(tuple(found), False, "", stats)
        return Outcome(tuple(found), True, "", stats)

    def verify_block(self, cells: bytes, limits: Limits = NO_LIMITS) -> Answers:
        """See `Engine.verify_block`; `by` says what decided each."""
        size = self.geometry.size
        number = len(cells) // size
        draft, by = AnswersBuilder(number, size), bytearray(number)
        for index in range(number):
            outcome = self.search(cells[index * size : (index + 1) * size], 2, limits)
            draft.enter(index, outcome)
            by[index] = _last_word(outcome.stats)
        return draft.answers(bytes(by))

    def support(self, cells: bytes, most: int = 1, limits: Limits = NO_LIMITS, jobs: int = 1) -> Support:
        """See `Engine.support`: steered search, each open candidate by itself, SAT (see `kernel_candidates`).

        Under a limit of conflicts, which is to give the same answer every time, one thread does all of it.
        """
        if most > 1:
            return super().support(cells, most, limits, jobs)
        with self._models() as model:
            puzzle = Puzzle.trusted(cells, self.geometry, self.constraints)
            return KernelCandidates(
                model, puzzle, self.nodes, limits, 1 if limits.conflicts is not None else jobs
            ).support()

    def iterate(self, cells: bytes) -> Iterator[bytes]:
        """All solutions, one after the other."""
        for grid in self._grids(cells, NO_LIMITS, {}):
            assert grid is not None
            yield grid

    def _grids(self, cells: bytes, limits: Limits, stats: dict[str, float]) -> Iterator[bytes | None]:
        stats["nodes"] = 0
        spent = Spent(limits)
        with self._models() as model:
            search = model.begin(model.clued(cells))
            if search is not None:
                yield from Turns(self.geometry, self.constraints, model, search, self.nodes, spent, stats).grids()


def _last_word(stats: Mapping[str, float]) -> By:
    """What decided, by the counters of a search."""
    if stats.get("sat_decided"):
        return By.SAT
    return By.SEARCH if stats.get("nodes") or "sat_decided" in stats else By.PROPAGATION
