"""What engines around compiled backtrackers share, searches that are resumed for each solution; and engine `dlx`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from time import process_time
from typing import Protocol

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Budget, BudgetSpent, Limits
from cpsudoku.engines.engine import Engine, Outcome, collect
from cpsudoku.kernels.general.dancing import DancingLinks
from cpsudoku.lending import Lender

NATIVE = "native"
"""An argument that `recursive` and `dlx` take, from when they had forms in Python beside the compiled ones."""


class Resumable(Protocol):
    """A search that can be left and resumed."""

    def resume(self, max_nodes: int = -1, seconds: float = 0) -> int: ...

    def branches(self) -> int: ...


class Kernel(Resumable, Protocol):
    """A search that is started with the clues of a puzzle."""

    def start(self, cells: bytes) -> None: ...

    def grid(self) -> bytes: ...


def grids_of(kernel: Kernel, limits: Limits) -> Iterator[bytes]:
    """The solutions by a *kernel* just started; `Limits.conflicts` bounds its branches. Raises BudgetSpent."""
    budget = Budget(limits)
    while True:
        budget.check_time()
        status = resumed(kernel, budget)
        if status == 0:
            return
        if status < 0:
            raise BudgetSpent(limits.reached)
        yield kernel.grid()


def resumed(kernel: Resumable, budget: Budget, nodes: int = -1) -> int:
    """One more solution (1), none (0), or -1 after so many branches (-1: no bound), or where the budget is spent.

    Branches are counted as spent.
    """
    if not budget.limits:
        return kernel.resume(nodes)
    left, before = budget.left(None if nodes < 0 else nodes), kernel.branches()
    status = kernel.resume(-1 if left.conflicts is None else left.conflicts, at_least_a_moment(left.seconds))
    budget.spent += kernel.branches() - before
    return status


def at_least_a_moment(seconds: float | None) -> float:
    """What kernels take: 0 is no bound there, so no time left is a moment."""
    return 0.0 if seconds is None else max(seconds, 1e-9)


def searched(
    kernel: Kernel, counters: Callable[[], Mapping[str, float]], cells: bytes, limit: int, limits: Limits
) -> Outcome:
    """`Engine.search` by *kernel*; `stats`: its counters, and the CPU seconds of starting it and of searching."""
    cpu = process_time()
    kernel.start(cells)
    encode = process_time() - cpu
    outcome = collect(grids_of(kernel, limits), limit)
    seconds = {"encode_seconds": encode, "search_seconds": process_time() - cpu - encode}
    return replace(outcome, stats={"nodes": kernel.branches(), **counters(), **seconds})


def _new_matrix(geometry: Geometry) -> DancingLinks:
    return DancingLinks(geometry.side, [house.cells for house in geometry.houses])


dancing_of: Lender[DancingLinks] = Lender(_new_matrix)


class DlxEngine(Engine):
    """Dancing links: Sudoku as exact cover.

    Every cell holds one digit, and every house holds each digit once: these are the demands (columns). Writing a digit
    into a cell meets the demand of the cell and one of each of its houses (a row). A solution is a choice of rows that
    meets every demand exactly once. Algorithm X takes the demand that the fewest rows can meet and tries each of them.
    The links let a column or row be taken out and put back in constant time a node, without copying. The algorithm is
    in `kernels.general.dancing`.

    Source: Knuth, "Dancing links", 2000.
    """

    name = "dlx"
    arguments = (NATIVE,)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats` counts nodes (rows tried) and updates (links taken out)."""
        with dancing_of(self.geometry) as kernel:
            return searched(kernel, lambda: {"updates": kernel.links()}, cells, limit, limits)
