"""How hard the puzzles are: ratings of all of them or of a fair sample, with 95 % intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from math import sqrt
from typing import Any

from cpsudoku.batch.pace import Pace, paced
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.datasets.sample import quantile, share
from cpsudoku.rating.answers import Rating
from cpsudoku.rating.levels import LEVELS
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
    for _, found in paced(rate_run, runs, pace, lambda run: len(run[1]), jobs, dask, name=_named):
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
    made: dict[str, Any] = {"rated": len(found), "of": population, "sample": not whole}
    for name, at in (("er", 1), ("ep", 2), ("ed", 3)):
        values: list[float] = [row[at] for row in found]  # type: ignore[misc]
        made[name] = _spread(values, whole)
    levels: Counter[str] = Counter()
    for row in found:
        levels[_level(row[1])] += 1
    made["levels"] = _shares(levels, len(found), whole, [word for _, word in LEVELS])
    made["hardest"] = _shares(Counter(row[4] for row in found if row[4]), len(found), whole)
    if any(row[5] for row in found):
        made["techniques"] = _shares(Counter(name for row in found for name in row[5]), len(found), whole)
    return made


def _level(er: float) -> str:
    from cpsudoku.rating.levels import level

    return level(er)


def _spread(values: list[float], whole: bool) -> dict[str, Any]:
    n = len(values)
    mean = sum(values) / n
    sd = sqrt(sum((value - mean) ** 2 for value in values) / max(1, n - 1))
    histogram = Counter(f"{value:.1f}" for value in values)
    made: dict[str, Any] = {
        "min": min(values),
        "max": max(values),
        "mean": round(mean, 4),
        "sd": round(sd, 4),
        "histogram": {key: histogram[key] for key in sorted(histogram, key=float)},
    }
    for name, q in (("median", 0.5), ("p95", 0.95)):
        value, low, high = quantile(values, q)
        made[name] = value
        if not whole:
            made[f"{name}_interval"] = [low, high]
    if not whole:
        half = 1.959964 * sd / sqrt(n)
        made["mean_interval"] = [round(mean - half, 4), round(mean + half, 4)]
    return made


def _shares(counts: Counter[str], of: int, whole: bool, order: list[str] | None = None) -> dict[str, Any]:
    names = [name for name in order if counts[name]] if order else [name for name, _ in counts.most_common()]
    made: dict[str, dict[str, Any]] = {}
    for name in names:
        low, high = share(counts[name], of)
        made[name] = {"count": counts[name], "share": round(counts[name] / of, 6)}
        if not whole:
            made[name]["interval"] = [round(low, 6), round(high, 6)]
    return made
