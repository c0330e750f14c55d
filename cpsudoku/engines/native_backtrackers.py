"""What engines around compiled backtrackers share: searches that are left and taken up again for each solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from time import perf_counter, process_time
from typing import Protocol

from cpsudoku.budget import Budget, BudgetSpent, Limits
from cpsudoku.engines.engine import Outcome, collect

NATIVE = "native"
"""An argument that `recursive` and `dlx` take, from when they had forms in Python beside the compiled ones."""


class Kernel(Protocol):
    """A search that can be left and taken up again."""

    def start(self, cells: bytes) -> None: ...

    def resume(self, max_nodes: int = -1, seconds: float = 0) -> int: ...

    def grid(self) -> bytes: ...

    def branches(self) -> int: ...


def grids_of(kernel: Kernel, limits: Limits) -> Iterator[bytes]:
    """The solutions from here on by a started *kernel*; `Limits.conflicts` bounds its branches. Raises BudgetSpent."""
    budget = Budget(limits)
    while True:
        budget.check_time()
        most = -1 if limits.conflicts is None else limits.conflicts - kernel.branches()
        seconds = None if budget.deadline is None else budget.deadline - perf_counter()
        status = kernel.resume(most, at_least_a_moment(seconds))
        if status == 0:
            return
        if status < 0:
            raise BudgetSpent(limits.reached)
        yield kernel.grid()


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
