"""How many puzzles a piece of work has: as many as take a moment, be they easy or hard."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar, Unpack

from cpsudoku.batch.parallel import HintOptions, in_order
from cpsudoku.formats import BadRow, Record

AIM = 0.05
"""Seconds a piece should take: much more than handing it to a process costs, and little to wait for at the end."""
T = TypeVar("T")
R = TypeVar("R")


class Pace:
    """The size of the next piece: 1 at first, then what the pieces answered so far make fit into `AIM`.

    It grows twofold at most, up to *most*, and shrinks at once. What is found does not depend on it.
    """

    def __init__(self, most: int):
        self.most, self.size = most, 1

    def took(self, count: int, seconds: float) -> None:
        """A piece of *count* puzzles took so long."""
        if count:
            fits = int(count * AIM / max(seconds, 1e-9))
            self.size = max(1, min(self.most, 2 * max(count, self.size), fits))


@dataclass(frozen=True, slots=True)
class Timed(Generic[T, R]):
    """Work that says how long it took: (seconds, what was found). Picklable where the work is."""

    work: Callable[[T], R]

    def __call__(self, item: T) -> tuple[float, R]:
        began = time.perf_counter()
        found = self.work(item)
        return time.perf_counter() - began, found


def paced(
    work: Callable[[T], R],
    items: Iterable[T],
    pace: Pace,
    count: Callable[[T], int],
    jobs: int,
    dask: str | None = None,
    *,
    alone: Callable[[T], R] | None = None,
    **hints: Unpack[HintOptions[T]],
) -> Iterator[tuple[T, R]]:
    """As `in_order`, which tells *pace* how long each item, of so many puzzles by *count*, took.

    *items* is to be cut by the pace as it goes on. This process lends a hand until its workers have started, where
    pieces are small.
    """
    timed, apart = Timed(work), Timed(alone or work)
    for item, (seconds, found) in in_order(timed, items, jobs, dask, alone=apart, lend=pace.most > 1, **hints):
        pace.took(count(item), seconds)
        yield item, found


@dataclass(frozen=True, slots=True)
class _EachRow(Generic[R]):
    """What a worker does to some rows. Picklable where the work is."""

    work: Callable[[Record], R]

    def __call__(self, chunk: list[Record | BadRow]) -> list[R | None]:
        return [None if isinstance(row, BadRow) else self.work(row) for row in chunk]


def row_by_row(
    work: Callable[[Record], R],
    rows: Iterable[Record | BadRow],
    most: int,
    jobs: int,
    dask: str | None,
    alone: Callable[[Record], R] | None = None,
) -> Iterator[tuple[Record | BadRow, R | None]]:
    """(row, work(row)) in order, None for a row that could not be read; workers get up to *most* rows at once.

    *alone*: the same work where there is one piece only, as in `in_order`.
    """
    pace = Pace(most)
    for chunk, answers in paced(
        _EachRow(work), chunks(rows, pace), pace, len, jobs, dask, alone=_EachRow(alone or work)
    ):
        yield from zip(chunk, answers, strict=True)


def chunks(rows: Iterable[T], pace: Pace) -> Iterator[list[T]]:
    """Consecutive items, as many together as *pace* says."""
    stream = iter(rows)
    while chunk := list(islice(stream, pace.size)):
        yield chunk
