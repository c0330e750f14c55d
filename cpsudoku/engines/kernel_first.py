"""How `constraints` and `sat` take a puzzle with constraints: the kernel first, what it leaves open to SAT.

The kernel narrows the candidates and searches; after so many branches without a solution (more where sums are many)
a SAT solver gets a formula of the candidates that were left before the search, the solutions found so far forbidden.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.engine import NO_LIMITS, Engine, Limits, Outcome
from cpsudoku.engines.kernel_candidates import KernelCandidates
from cpsudoku.engines.model import Model
from cpsudoku.engines.sat.constrained import open_grids
from cpsudoku.engines.support import Support
from cpsudoku.lending import Lender

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

MANY = 10_000
"""Solutions beyond which the kernel goes on alone: a solver would have to be told not to find each of them."""


SUMS, PATIENCE = 12, 8
"""Cages and other sums from which on the kernel has more branches, and how many times as many: SAT is slow there."""


class KernelFirst(Engine):
    """A board of up to 64 digits under constraints (placed on it); *nodes* branches before SAT takes over."""

    def __init__(self, geometry: Geometry, constraints: tuple[Constraint, ...], name: str, nodes: int) -> None:
        self.geometry, self.constraints, self.name, self.nodes = geometry, constraints, name, nodes
        self._models = Lender(self._made, 1)

    def _made(self) -> Model:
        return Model(self.geometry, self.constraints)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats`: nodes (branches of the kernel); where SAT was asked, what it says of itself."""
        stats: dict[str, float] = {}
        found: list[bytes] = []
        for grid in self._grids(cells, limits, stats):
            if grid is None:
                return Outcome(tuple(found), False, limits.reached, stats)
            found.append(grid)
            if len(found) == limit:
                return Outcome(tuple(found), False, "", stats)
        return Outcome(tuple(found), True, "", stats)

    def support(self, cells: bytes, most: int = 1, limits: Limits = NO_LIMITS) -> Support:
        """See `Engine.support`: steered search, each open candidate by itself, SAT (see `kernel_candidates`)."""
        if most > 1:
            return super().support(cells, most, limits)
        with self._models() as model:
            puzzle = Puzzle.trusted(cells, self.geometry, self.constraints)
            return KernelCandidates(model, puzzle, self.nodes, limits).support()

    def iterate(self, cells: bytes) -> Iterator[bytes]:
        """All solutions, one after the other."""
        for grid in self._grids(cells, NO_LIMITS, {}):
            assert grid is not None
            yield grid

    def _grids(self, cells: bytes, limits: Limits, stats: dict[str, float]) -> Iterator[bytes | None]:
        started = time.perf_counter()
        stats["nodes"] = 0
        found: list[bytes] = []
        with self._models() as model:
            clued = model.clued(cells)
            search = model.begin(clued)
            if search is None:
                return
            since, nodes = 0, self.nodes
            while not model.partial:
                left = nodes - (search.branches() - since) if len(found) < MANY else -1
                if limits:
                    if limits.conflicts is not None:
                        spare = max(0, limits.conflicts - search.branches())
                        left = spare if left < 0 else min(left, spare)
                    seconds = 0.0
                    if limits.seconds is not None:
                        seconds = max(1e-9, limits.seconds - (time.perf_counter() - started))
                    answer = search.resume(left, seconds)
                else:
                    answer = search.resume(left)
                stats["nodes"] = search.branches()
                if answer == 0:
                    return
                if answer < 0:
                    if nodes == self.nodes and model.sums() >= SUMS:
                        nodes *= PATIENCE
                        continue
                    break
                found.append(search.grid())
                yield found[-1]
                since = search.branches()
                if limits.seconds is not None and time.perf_counter() - started >= limits.seconds:
                    break
            rest = limits.after(time.perf_counter() - started, search.branches())
            if rest.spent:
                yield None
                return
            masks = model.propagate(clued)
            assert masks is not None
        yield from open_grids(self.geometry, self.constraints, masks, found, rest, stats)
