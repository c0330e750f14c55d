"""The compiled twins of `recursive` and `dlx`: `recursive:native`, `dlx:native`.

Their Python forms are there to be read; compared with compiled engines they would show the language, not the method. A
twin takes the same steps, so its nodes are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter, process_time
from typing import Protocol, TypeVar

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import Limits
from cpsudoku.engines.engine import Outcome
from cpsudoku.kernels.general.dancing import DancingLinks
from cpsudoku.kernels.general.plain import PlainSearch
from cpsudoku.lending import Lender

NATIVE = "native"
"""The argument that asks for a twin."""


class Kernel(Protocol):
    """A search that can be left and taken up again."""

    def start(self, cells: bytes) -> None: ...

    def resume(self, max_nodes: int = -1, seconds: float = 0) -> int: ...

    def grid(self) -> bytes: ...


K = TypeVar("K", bound=Kernel)

plain_of: Lender[PlainSearch] = Lender(
    lambda geometry: PlainSearch(geometry.side, [house.cells for house in geometry.houses])
)
dancing_of: Lender[DancingLinks] = Lender(
    lambda geometry: DancingLinks(geometry.side, [house.cells for house in geometry.houses])
)


def searched(
    kernel: K,
    nodes: Callable[[K], int],
    counters: Callable[[K], Mapping[str, float]],
    cells: bytes,
    limit: int,
    limits: Limits,
) -> Outcome:
    """Up to *limit* solutions (0 = all) by *kernel*, whose nodes `Limits.conflicts` bounds."""
    started, cpu = perf_counter(), process_time()
    kernel.start(cells)
    encode = process_time() - cpu
    found: list[bytes] = []
    while not limit or len(found) < limit:
        left = limits.after(perf_counter() - started, nodes(kernel) if found else 0)
        if limits.seconds is not None and left.seconds == 0:
            return Outcome(tuple(found), False, f"{limits.seconds} seconds passed", {**counters(kernel)})
        most = -1 if limits.conflicts is None else limits.conflicts - nodes(kernel)
        told = kernel.resume(most, left.seconds or 0)
        stats = {**counters(kernel), "encode_seconds": encode, "search_seconds": process_time() - cpu - encode}
        if told == 0:
            return Outcome(tuple(found), True, "", stats)
        if told < 0:
            spent = limits.conflicts is not None and nodes(kernel) >= limits.conflicts
            why = f"{limits.conflicts} nodes searched" if spent else f"{limits.seconds} seconds passed"
            return Outcome(tuple(found), False, why, stats)
        found.append(kernel.grid())
    return Outcome(tuple(found), False, "", stats)


def plain(geometry: Geometry, cells: bytes, limit: int, limits: Limits) -> Outcome:
    """`recursive:native`. `stats` as `recursive`."""
    with plain_of(geometry) as kernel:
        nodes = PlainSearch.looked_at
        return searched(kernel, nodes, lambda it: {"nodes": nodes(it)}, cells, limit, limits)


def dancing(geometry: Geometry, cells: bytes, limit: int, limits: Limits) -> Outcome:
    """`dlx:native`. `stats` as `dlx`."""
    with dancing_of(geometry) as kernel:
        nodes, links = DancingLinks.tried, DancingLinks.links
        return searched(kernel, nodes, lambda it: {"nodes": nodes(it), "updates": links(it)}, cells, limit, limits)
