"""Depth-first search on bit masks, compiled: the fastest engine on boards up to 16x16.

The classic board has a kernel of its own (`kernels.search`); every other board, and searches for
many solutions, or on against the clock after the first slice, use `kernels.backtrack`.
"""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Budget, Limits
from cpsudoku.engines.block import OF_COUNT, Answers, Found, Status
from cpsudoku.engines.engine import Engine, Outcome, collect
from cpsudoku.engines.native_backtrackers import at_least_a_moment, grids_of, resumed
from cpsudoku.engines.support import Support, Tally
from cpsudoku.errors import UsageError
from cpsudoku.kernels import search
from cpsudoku.kernels.classic.masked_search import MaskSearch
from cpsudoku.kernels.classic.verdicts import counted_to_two
from cpsudoku.kernels.general.backtrack import Backtracker
from cpsudoku.kernels.general.plain import MAX_SIDE
from cpsudoku.lending import Lender

FEW = 1_000
"""Up to so many solutions are kept in one block of memory by the classic kernel."""
LONG = 500
"""Branches of a search for one candidate that are too many: one search goes on for all of them, and looks ahead."""


def _new_backtracker(geometry: Geometry) -> Backtracker:
    return Backtracker(geometry.side, [house.cells for house in geometry.houses])


backtracker_of: Lender[Backtracker] = Lender(_new_backtracker)
"""A search on a board, for one user at a time."""


IN_BLOCK = 16
"""Up to so many solutions of each puzzle of a block are kept by one call of the kernel."""
_OF_COUNT = OF_COUNT.ljust(256, bytes([Status.UNKNOWN]))
"""For `bytes.translate`."""


class BitmaskEngine(Engine):
    """Compiled backtracking, any geometry of side up to 64. Threads may share one, and work side by side."""

    name = "bitmask"

    def set_up(self) -> None:
        """See `Engine.set_up`."""
        side = self.geometry.side
        if side > MAX_SIDE:
            raise UsageError(f"engine 'bitmask' takes boards of side up to {MAX_SIDE}; this one has {side}")
        self._classic = self.geometry.is_classic

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats` counts nodes (branches); `Limits.conflicts` bounds them."""
        if self._classic and 0 < limit <= FEW and limits.conflicts != 0:
            grids, _, complete, nodes = search.search(
                cells, limit, limits.conflicts or 0, seconds=at_least_a_moment(limits.seconds)
            )
            enough = complete or len(grids) == limit
            return Outcome(tuple(grids), complete, "" if enough else limits.reached, {"nodes": nodes})
        return self._resume(cells, limit, limits)

    def verify_block(self, cells: bytes, limits: Limits = NO_LIMITS) -> Answers:
        """See `Engine.verify_block`; the classic board's puzzles without limits in one call of the kernel."""
        if not self._classic or limits:
            return super().verify_block(cells, limits)
        numbers, grids, second = counted_to_two(cells)
        ambiguous = [k for k, number in enumerate(numbers) if number == 2] if second else []
        seconds = {k: second[81 * i : 81 * i + 81] for i, k in enumerate(ambiguous)}
        return Answers(numbers.translate(_OF_COUNT), grids, seconds)

    def solve_block(self, cells: bytes, limit: int = 1, limits: Limits = NO_LIMITS) -> Found:
        """See `Engine.solve_block`; as `verify_block`, up to a few solutions."""
        if not self._classic or limits or not 0 < limit <= IN_BLOCK:
            return super().solve_block(cells, limit, limits)
        numbers, room, _ = search.solve_batch(cells, limit, limit)
        if numbers.count(limit) == len(numbers):
            return Found(numbers, bytes(len(numbers)), room)
        step = 81 * limit
        kept = b"".join([room[step * k : step * k + 81 * number] for k, number in enumerate(numbers)])
        return Found(numbers, bytes([number < limit for number in numbers]), kept)

    def count_block(self, cells: bytes, limit: int = 0, limits: Limits = NO_LIMITS) -> Found:
        """See `Engine.count_block`; as `verify_block`."""
        if not self._classic or limits:
            return super().count_block(cells, limit, limits)
        numbers, _, _ = search.solve_batch(cells, limit, 0)
        return Found(numbers, bytes([not limit or number < limit for number in numbers]))

    def count(self, cells: bytes, limit: int = 0, limits: Limits = NO_LIMITS) -> tuple[int, str]:
        """(solutions, counted up to *limit*, 0: all; why it ended early, empty where it did not). None are kept."""
        seconds = at_least_a_moment(limits.seconds)
        if self._classic and limits.conflicts != 0:
            found, ended, _ = search.counted(cells, limit, limits.conflicts or 0, seconds)
            return found, "" if ended else limits.reached
        with backtracker_of(self.geometry) as board:
            board.start(cells)
            found = board.count(limit, -1 if limits.conflicts is None else limits.conflicts, seconds)
            return (found, "") if found >= 0 else (-1 - found, limits.reached)

    def support(self, cells: bytes, most: int = 1, limits: Limits = NO_LIMITS, jobs: int = 1) -> Support:
        """See `Engine.support`. On the classic board, where a candidate takes long, one search goes on for all left."""
        if not self._classic or most > 1:
            return super().support(cells, most, limits, jobs)
        budget, tally = Budget(limits), Tally(cells, self.geometry)
        self._by_trials(cells, tally, budget, LONG)
        if tally.open and not budget.left().spent:
            self._steered(cells, tally, budget)
        return tally.support(limits.reached)

    def _steered(self, cells: bytes, tally: Tally, budget: Budget) -> None:
        """One search for all candidates that are open, until none is, or as the limits say."""
        wanted = [0] * 81
        for candidate in tally.open:
            wanted[candidate // 9] |= 1 << candidate % 9
        search = MaskSearch([1 << digit >> 1 or 511 for digit in cells], hard=LONG)
        search.want(wanted)
        found = 1
        while found == 1 and not budget.left().spent:
            found = resumed(search, budget)
            if found == 1:
                self._enter(cells, (search.grid(),), tally)
        if found == 0:
            tally.close()

    def _resume(self, cells: bytes, limit: int, limits: Limits) -> Outcome:
        with backtracker_of(self.geometry) as board:
            board.start(cells)
            outcome = collect(grids_of(board, limits), limit)
            return replace(outcome, stats={"nodes": board.branches()})
