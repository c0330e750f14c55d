"""Depth-first search on bit masks, compiled: the fastest engine on boards up to 16x16.

The classic board has a kernel of its own (`kernels.search`); every other board, and searches for
many solutions, or on against the clock after the first slice, use `kernels.backtrack`.
"""

from __future__ import annotations

from time import perf_counter
from typing import Unpack

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.block import OF_COUNT, Answers, Found, Status
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.options import EngineOptions, without_encoding
from cpsudoku.engines.support import Support, Tally
from cpsudoku.engines.witnesses import check_witnesses
from cpsudoku.errors import UsageError
from cpsudoku.kernels import search
from cpsudoku.kernels.classic.masked_search import MaskSearch
from cpsudoku.kernels.classic.verdicts import counted_to_two
from cpsudoku.kernels.general.backtrack import MAX_SIDE, Backtracker
from cpsudoku.lending import Lender

FEW = 1_000
"""Up to so many solutions are kept in one block of memory by the classic kernel."""
LONG = 500
"""Branches of a search for one candidate that are too many: one search goes on for all of them, and looks ahead."""


def _made(geometry: Geometry) -> Backtracker:
    return Backtracker(geometry.side, [house.cells for house in geometry.houses])


backtracker_of: Lender[Backtracker] = Lender(_made)
"""A search on a board, for one user at a time."""


IN_BLOCK = 16
"""Up to so many solutions of each puzzle of a block are kept by one call of the kernel."""
_OF_COUNT = OF_COUNT.ljust(256, bytes([Status.UNKNOWN]))
"""For `bytes.translate`."""


class BitmaskEngine(Engine):
    """Compiled backtracking, any geometry of side up to 64. Threads may share one, and work side by side."""

    name = "bitmask"

    def __init__(self, geometry: Geometry, argument: str | None = None, **options: Unpack[EngineOptions]) -> None:
        without_encoding(self.name, argument, **options)
        if geometry.side > MAX_SIDE:
            raise UsageError(f"engine 'bitmask' takes boards of side up to {MAX_SIDE}; this one has {geometry.side}")
        self.geometry = geometry
        self._classic = geometry.is_classic

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats` counts nodes (branches); `Limits.conflicts` bounds them."""
        if self._classic and 0 < limit <= FEW and limits.conflicts != 0:
            grids, _, complete, nodes = search.search(
                cells, limit, limits.conflicts or 0, seconds=_at_least_a_moment(limits.seconds)
            )
            enough = complete or len(grids) == limit
            return Outcome(tuple(grids), complete, "" if enough else _why(nodes, limits), {"nodes": nodes})
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
        """See `Engine.solve_block`; as `verify_block`, where few solutions are asked for."""
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
        seconds = _at_least_a_moment(limits.seconds)
        if self._classic and limits.conflicts != 0:
            found, ended, nodes = search.counted(cells, limit, limits.conflicts or 0, seconds)
            return found, "" if ended else _why(nodes, limits)
        with backtracker_of(self.geometry) as board:
            board.start(cells)
            found = board.count(limit, -1 if limits.conflicts is None else limits.conflicts, seconds)
            return (found, "") if found >= 0 else (-1 - found, _why(board.branches(), limits))

    def support(self, cells: bytes, most: int = 1, limits: Limits = NO_LIMITS, jobs: int = 1) -> Support:
        """See `Engine.support`. On the classic board, where a candidate takes long, one search goes on for all left."""
        if not self._classic or most > 1:
            return super().support(cells, most, limits, jobs)
        started, nodes = perf_counter(), 0.0
        tally = Tally(cells, self.geometry)
        if limits.spent:
            return tally.support(limits.reached)
        two = self.search(cells, 2, limits)
        self._enter(cells, two.solutions, tally)
        if two.complete:
            tally.close()
        if two.why:
            return tally.support(limits.reached)
        for candidate in sorted(tally.open):
            if candidate not in tally.open:
                continue
            left = limits.after(perf_counter() - started, nodes + two.stats["nodes"])
            if left.spent:
                break
            cell, k = divmod(candidate, 9)
            bounded = Limits(left.seconds, LONG if left.conflicts is None else min(LONG, left.conflicts))
            outcome = self.search(cells[:cell] + bytes([k + 1]) + cells[cell + 1 :], 1, bounded)
            nodes += outcome.stats["nodes"]
            self._enter(cells, outcome.solutions, tally)
            if outcome.why:
                break
            tally.close([candidate])
        left = limits.after(perf_counter() - started, nodes + two.stats["nodes"])
        if tally.open and not left.spent:
            self._steered(cells, tally, left)
        return tally.support(limits.reached)

    def _steered(self, cells: bytes, tally: Tally, limits: Limits) -> None:
        """One search for all candidates that are open, until none is, or as the limits say."""
        started = perf_counter()
        wanted = [0] * 81
        for candidate in tally.open:
            wanted[candidate // 9] |= 1 << candidate % 9
        made = MaskSearch([1 << digit >> 1 or 511 for digit in cells], hard=LONG)
        made.want(wanted)
        left, found = limits, 1
        while found == 1 and not left.spent:
            found = made.resume(-1 if left.conflicts is None else left.conflicts, _at_least_a_moment(left.seconds))
            if found == 1:
                self._enter(cells, (made.grid(),), tally)
            left = limits.after(perf_counter() - started, made.branches())
        if found == 0:
            tally.close()

    def _enter(self, cells: bytes, grids: tuple[bytes, ...], tally: Tally) -> None:
        """Check solutions, and note what they show."""
        check_witnesses(Puzzle.trusted(cells, self.geometry, self.constraints), grids)
        for grid in grids:
            tally.enter(grid)

    def _resume(self, cells: bytes, limit: int, limits: Limits) -> Outcome:
        with backtracker_of(self.geometry) as board:
            return _resumed(board, cells, limit, limits)


def _resumed(board: Backtracker, cells: bytes, limit: int, limits: Limits) -> Outcome:
    board.start(cells)
    deadline = limits.deadline()
    solutions: list[bytes] = []
    complete, why = False, ""
    while not (complete or why or (limit and len(solutions) >= limit)):
        left = -1 if limits.conflicts is None else limits.conflicts - board.branches()
        found = board.resume(left, _at_least_a_moment(None if deadline is None else deadline - perf_counter()))
        if found == 1:
            solutions.append(board.grid())
        complete = found == 0
        late = deadline is not None and perf_counter() >= deadline
        if found < 0 or (late and not complete and len(solutions) != limit):
            why = _why(board.branches(), limits)
    return Outcome(tuple(solutions), complete, why, {"nodes": board.branches()})


def _at_least_a_moment(seconds: float | None) -> float:
    """What kernels take: 0 is no bound there, so no time left is a moment."""
    return 0.0 if seconds is None else max(seconds, 1e-9)


def _why(nodes: int, limits: Limits) -> str:
    if limits.conflicts is not None and nodes >= limits.conflicts:
        return f"{limits.conflicts} nodes searched"
    return f"{limits.seconds} seconds passed"
