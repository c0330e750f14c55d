"""How hard the puzzles are: ratings of all of them or of a fair sample, with 95 % intervals.

The sample is the same for every way to run an audit: the rows whose drawn number is least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from math import exp, lgamma, log, sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np

from cpsudoku.batch.blocks import Pace, paced
from cpsudoku.batch.parallel import Hints
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.rating.answers import Rating
from cpsudoku.rating.numbers import LEVELS, level
from cpsudoku.rating.scale import Scale

RUN = 64
"""Puzzles handed to a process at a time at most."""
STEPPED = 1_000
"""Ratings of up to so many puzzles say every technique of their paths, else only the hardest."""

Rated = tuple[int, float, float, float, str, tuple[str, ...]]
"""Row, ER, EP, ED, technique of the hardest step, techniques of all steps."""


def rated(sample: list[tuple[int, bytes]], *, jobs: int, dask: str | None) -> Iterator[Rated]:
    """The ratings of (row, puzzle)s, in order."""
    stream = iter(sample)
    pace = Pace(RUN)
    runs: Iterable[tuple[bool, list[tuple[int, bytes]]]] = iter(
        lambda: (len(sample) <= STEPPED, list(islice(stream, pace.size))), (len(sample) <= STEPPED, [])
    )
    for _, found in paced(rate_run, runs, pace, lambda run: len(run[1]), jobs, dask, Hints(name=_named)):
        yield from found


def _named(run: tuple[bool, list[tuple[int, bytes]]]) -> str:
    return f"row {run[1][0][0]} or one of the {len(run[1]) - 1} rated with it"


def rate_run(run: tuple[bool, list[tuple[int, bytes]]]) -> list[Rated]:
    """The ratings of some puzzles with one solution; with the first True, also all techniques of their paths."""
    stepped, some = run
    puzzles = [Puzzle.trusted(cells, CLASSIC) for _, cells in some]
    found: list[Rated] = []
    scale = Scale()
    for (row, _), rating in zip(
        some, map(scale.answer, puzzles, scale.numbers(b"".join([cells for _, cells in some])))
    ):
        if isinstance(rating, Rating):
            every = tuple(dict.fromkeys(step.technique for step in rating.steps)) if stepped else ()
            found.append((row, rating.er, rating.ep, rating.ed, rating.technique, every))
    return found


def difficulty_of(found: list[Rated], population: int) -> dict[str, Any]:
    """What the ratings say, as plain data: of all *population* puzzles, or of a sample with intervals."""
    whole = len(found) == population
    if not found:
        return {"rated": 0, "of": population, "sample": False}
    record: dict[str, Any] = {"rated": len(found), "of": population, "sample": not whole}
    for name, at in (("er", 1), ("ep", 2), ("ed", 3)):
        values: list[float] = [row[at] for row in found]  # type: ignore[misc]
        record[name] = _spread(values, whole)
    levels = Counter(level(row[1]) for row in found)
    record["levels"] = _shares(levels, len(found), whole, [word for _, word in LEVELS])
    record["hardest"] = _shares(Counter(row[4] for row in found if row[4]), len(found), whole)
    if any(row[5] for row in found):
        record["techniques"] = _shares(Counter(name for row in found for name in row[5]), len(found), whole)
    return record


def _spread(values: list[float], whole: bool) -> dict[str, Any]:
    mean, sd = fmean(values), stdev(values) if len(values) > 1 else 0.0
    histogram = Counter(f"{value:.1f}" for value in values)
    record: dict[str, Any] = {
        "min": min(values),
        "max": max(values),
        "mean": round(mean, 4),
        "sd": round(sd, 4),
        "histogram": {key: histogram[key] for key in sorted(histogram, key=float)},
    }
    for name, q in (("median", 0.5), ("p95", 0.95)):
        value, low, high = quantile(values, q)
        record[name] = value
        if not whole:
            record[f"{name}_interval"] = [low, high]
    if not whole:
        half = 1.959964 * sd / sqrt(len(values))
        record["mean_interval"] = [round(mean - half, 4), round(mean + half, 4)]
    return record


def _shares(counts: Counter[str], of: int, whole: bool, order: list[str] | None = None) -> dict[str, Any]:
    names = [name for name in order if counts[name]] if order else [name for name, _ in counts.most_common()]
    record: dict[str, dict[str, Any]] = {}
    for name in names:
        low, high = share(counts[name], of)
        record[name] = {"count": counts[name], "share": round(counts[name] / of, 6)}
        if not whole:
            record[name]["interval"] = [round(low, 6), round(high, 6)]
    return record


_GOLDEN = 0x9E3779B97F4A7C15


def drawn(seed: int, rows: Any) -> Any:
    """A number of 64 bits for each row (SplitMix64 of seed and row)."""
    with np.errstate(over="ignore"):
        x = np.asarray(rows, dtype=np.uint64) * np.uint64(_GOLDEN) + np.uint64((seed * 0xD1342543DE82EF95) % (1 << 64))
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return x ^ (x >> np.uint64(31))


class Sample:
    """Up to *size* rows with their puzzles; each set of so many is equally likely."""

    def __init__(self, size: int, seed: int):
        self.size, self.seed = size, seed
        self.kept: list[tuple[int, int, bytes]] = []
        self._most = (1 << 64) - 1

    def offer(self, rows: Any, boards: Any) -> None:
        """Rows, and their puzzles as an array (N, cells)."""
        if not self.size or not len(rows):
            return
        numbers = drawn(self.seed, rows)
        for k in np.flatnonzero(numbers <= np.uint64(self._most)).tolist():
            self.kept.append((int(numbers[k]), int(rows[k]), boards[k].tobytes()))
        if len(self.kept) > 2 * self.size + 1000:
            self._shorten()

    def _shorten(self) -> None:
        self.kept = sorted(self.kept)[: self.size]
        if self.size and len(self.kept) == self.size:
            self._most = self.kept[-1][0]

    def rows(self) -> list[tuple[int, bytes]]:
        """(row, puzzle) of the sample, by row."""
        self._shorten()
        return sorted((row, cells) for _, row, cells in self.kept)

    def state(self) -> list[list[Any]]:
        """Plain data."""
        self._shorten()
        return [[number, row, cells.hex()] for number, row, cells in self.kept]

    def restore(self, state: list[list[Any]]) -> None:
        """From `state`."""
        self.kept = [(number, row, bytes.fromhex(cells)) for number, row, cells in state]
        self._shorten()


def share(found: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share seen in a sample (Wilson)."""
    if not of:
        return 0.0, 1.0
    z = 1.959964
    p = found / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def quantile(values: list[float], q: float) -> tuple[float, float, float]:
    """A quantile of a sample, with its 95 % interval: order statistics, whatever the distribution."""
    ordered = sorted(values)
    n = len(ordered)
    at = min(n - 1, int(q * n))
    if n > 2000:  # the normal approximation of the binomial is exact enough, and quick
        half = 1.959964 * sqrt(n * q * (1 - q))
        low, high = int(q * n - half), int(q * n + half) + 1
    else:
        low, high = _binomial(n, q, 0.025) - 1, _binomial(n, q, 0.975)
    return ordered[at], ordered[max(0, min(low, n - 1))], ordered[max(0, min(high, n - 1))]


def _binomial(n: int, q: float, tail: float) -> int:
    """The least k such that up to k successes in n have at least this chance."""
    total = 0.0
    for k in range(n + 1):
        total += exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(q) + (n - k) * log(1 - q))
        if total >= tail:
            return k
    return n
