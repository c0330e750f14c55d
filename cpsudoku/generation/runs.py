"""Runs of consecutive puzzles, each as long as fits a worker's fraction of a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from cpsudoku.batch.blocks import Timed
from cpsudoku.batch.parallel import Hints, in_order

RUN_SECONDS = 0.25
"""Work of a run, about."""
MOST = 1024
"""Puzzles of a run."""
GROWTH = 4
"""How many times longer than a finished run the next ones may be."""

T = TypeVar("T")


class Run(NamedTuple):
    """The puzzles number *first* to before *end* of a seed, and what is *wanted* of each where these differ."""

    first: int
    end: int
    wanted: Sequence[Any] = ()

    @property
    def numbers(self) -> range:
        """The numbers of the puzzles."""
        return range(self.first, self.end)

    def singly(self) -> list[Run]:
        """A run for each puzzle."""
        return [Run(number, number + 1, self.wanted[k : k + 1]) for k, number in enumerate(self.numbers)]

    def __str__(self) -> str:
        more = f" or one up to {self.end - 1}" if self.end - self.first > 1 else ""
        return f"puzzle number {self.first} of this seed{more}"


def in_runs(
    work: Callable[[Run], T],
    start: int,
    count: int,
    jobs: int = 1,
    dask: str | None = None,
    wanted: Sequence[Any] = (),
) -> Iterator[T]:
    """What *work* makes of each run of the puzzles *start* to before *count*, in order; see `in_order`.

    *wanted*: what is wanted of each puzzle from 0 on, or nothing.
    """
    runs = _Runs(start, count, wanted)
    for run, (seconds, part) in in_order(Timed(work), runs, jobs, dask, Hints(Run.singly, str)):
        runs.took(run, seconds)
        yield part


class _Runs(Iterator[Run]):
    """The first runs have one puzzle, so that output begins early; then the seconds that runs took determine the
    length. What a puzzle is follows from its number alone."""

    def __init__(self, start: int, count: int, wanted: Sequence[Any]):
        self._next, self._count, self._wanted = start, count, wanted
        self._length = 1

    def __next__(self) -> Run:
        if self._next >= self._count:
            raise StopIteration
        first, self._next = self._next, min(self._count, self._next + self._length)
        return Run(first, self._next, self._wanted[first : self._next])

    def took(self, run: Run, seconds: float) -> None:
        """A run is finished."""
        numbers = run.end - run.first
        fitting = int(numbers * RUN_SECONDS / max(seconds, 1e-6))
        self._length = max(1, min(MOST, GROWTH * numbers, fitting))
