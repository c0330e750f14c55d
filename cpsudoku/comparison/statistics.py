"""What so many timed puzzles say of all puzzles like them: intervals, paired comparisons, portfolios, growth.

Times of solvers are skewed by orders of magnitude, so medians and ranks are used, never means and variances.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from math import exp, fsum, lgamma, log, log1p, sqrt
from statistics import NormalDist, median
from typing import Any

CONFIDENCE = 0.95
LEAST_PUZZLES = 6
"""Fewer tell nothing about others at this confidence: the interval of a median needs six values to be finite."""

EXACT_UP_TO = 2_000
"""Values up to which the chances of ranks are summed, not approximated."""


@dataclass(frozen=True, slots=True)
class Interval:
    """From `low` to `high`, with CONFIDENCE."""

    low: float
    high: float


def ends(interval: Interval | None) -> tuple[float | None, float | None]:
    """Its two ends; None where there is no interval."""
    return (None, None) if interval is None else (interval.low, interval.high)


def median_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval | None:
    """The bootstrap percentile interval of the median of what *values* were drawn from; None for under six.

    Of all resamples at once, in closed form: the k-th of n values bounds a resample's m-th smallest with the chance
    that
    at least m of n draws fall on the first k. Where n is even a median lies between two values of its resample, and a
    bound half-way between those of the two. No random numbers, so the same values give the same interval.
    Source: Efron, Bootstrap methods: another look at the jackknife, 1979, section 3.
    """
    ordered = sorted(values)
    n = len(ordered)
    if n < LEAST_PUZZLES:
        return None
    low, high = _ranks(n, (1 - confidence) / 2)
    return Interval(sum(ordered[k - 1] for k in low) / 2, sum(ordered[k - 1] for k in high) / 2)


@lru_cache(maxsize=256)
def _ranks(n: int, tail: float) -> tuple[tuple[int, int], tuple[int, int]]:
    """Which of n sorted values, from 1, bound the lower and the upper middle value: (from below), (from above)."""
    lower, upper = (n + 1) // 2, n // 2 + 1
    if n > EXACT_UP_TO:  # the binomial is normal enough
        away = NormalDist().inv_cdf(1 - tail) * sqrt(n) / 2
        return (round(lower - away), round(upper - away)), (round(lower + away), round(upper + away))
    ranks = range(1, n + 1)
    low = [ranks[bisect_right(ranks, tail, key=lambda k: _at_least(n, m, k / n))] for m in (lower, upper)]
    high = [ranks[bisect_left(ranks, 1 - tail, key=lambda k: _at_least(n, m, k / n))] for m in (lower, upper)]
    return (low[0], low[1]), (high[0], high[1])


def _at_least(n: int, least: int, chance: float) -> float:
    """The chance of at least so many successes in n tries."""
    if chance >= 1:
        return 1.0
    yes, no, every = log(chance), log1p(-chance), lgamma(n + 1)
    return fsum(exp(every - lgamma(k + 1) - lgamma(n - k + 1) + k * yes + (n - k) * no) for k in range(least, n + 1))


@dataclass(frozen=True, slots=True)
class Pair:
    """One engine beside another on the puzzles of a set that both were run on.

    `faster`, `slower`: their labels, by the median ratio. `puzzles`: how many. `ratio`: median of slower / faster
    over the
    puzzles, `ratio_low` and `ratio_high` its interval; `difference`, likewise, in seconds. `wins`: on how many the
    faster one is. `effect`: the matched-pairs rank-biserial correlation of the differences, from -1 to 1 (1: faster on
    every puzzle). `p`: of the two-sided Wilcoxon signed-rank test, None without scipy. A puzzle that one of them did
    not
    solve counts with twice the time limit, and is left out where neither did.
    """

    set: str
    faster: str
    slower: str
    puzzles: int
    wins: int
    ratio: float
    ratio_low: float | None
    ratio_high: float | None
    difference: float
    difference_low: float | None
    difference_high: float | None
    effect: float
    p: float | None

    def to_dict(self) -> dict[str, Any]:
        """The record, a key a field."""
        return asdict(self)


def paired(group: str, first: str, second: str, times: Sequence[tuple[float, float]]) -> Pair | None:
    """Two engines on the same puzzles: (seconds of the first, of the second) each; None without any."""
    times = [(max(a, 1e-9), max(b, 1e-9)) for a, b in times]
    if not times:
        return None
    if median(b / a for a, b in times) < 1:
        first, second, times = second, first, [(b, a) for a, b in times]
    ratios, differences = [b / a for a, b in times], [b - a for a, b in times]
    of_ratio, of_difference = ends(median_interval(ratios)), ends(median_interval(differences))
    return Pair(
        set=group,
        faster=first,
        slower=second,
        puzzles=len(times),
        wins=sum(a < b for a, b in times),
        ratio=median(ratios),
        ratio_low=of_ratio[0],
        ratio_high=of_ratio[1],
        difference=median(differences),
        difference_low=of_difference[0],
        difference_high=of_difference[1],
        effect=rank_biserial([log(ratio) for ratio in ratios]),
        p=wilcoxon([log(ratio) for ratio in ratios]),
    )


def rank_biserial(differences: Sequence[float]) -> float:
    """Ranks of the positive differences less those of the negative, as a share of all; ties share their ranks.

    Source: Kerby, The simple difference formula, Comprehensive Psychology, 2014.
    """
    ranked = sorted(abs(value) for value in differences if value)
    if not ranked:
        return 0.0
    rank: dict[float, tuple[int, int]] = {}
    for at, size in enumerate(ranked, start=1):
        first, _ = rank.get(size, (at, at))
        rank[size] = (first, at)
    total = len(ranked) * (len(ranked) + 1) / 2
    return sum((1 if value > 0 else -1) * sum(rank[abs(value)]) / 2 for value in differences if value) / total


def wilcoxon(differences: Sequence[float]) -> float | None:
    """p of the two-sided signed-rank test; None without scipy (extra [lab]), or where all are alike."""
    try:
        from scipy.stats import wilcoxon as test  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        return None
    if not any(differences):
        return None
    return float(test(list(differences)).pvalue)


@dataclass(frozen=True, slots=True)
class Member:
    """What one engine is to a portfolio that would always run the best one.

    `first`: puzzles on which it is fastest. `alone`: puzzles that only it solves. `loss`: PAR-2 of the portfolio
    without
    it, divided by that with it (1: not needed).
    """

    engine: str
    first: int
    alone: int
    loss: float


@dataclass(frozen=True, slots=True)
class Portfolio:
    """The virtual best solver of a set: on each puzzle the fastest engine.

    `solved` of `puzzles`, `median` and `par2` in seconds, `best`: the single engine with the least PAR-2, `gain`: that
    one's PAR-2 divided by the portfolio's.
    """

    set: str
    puzzles: int
    solved: int
    median: float
    par2: float
    best: str
    gain: float
    members: tuple[Member, ...]

    def to_dict(self) -> dict[str, Any]:
        """The record, `members` a list of objects."""
        return asdict(self) | {"members": [asdict(member) for member in self.members]}


def portfolio(group: str, times: Mapping[str, Mapping[int, float | None]], limit: float) -> Portfolio | None:
    """The virtual best solver of {engine: {puzzle: seconds, None: not solved}}; *limit* is the time limit.

    Over the puzzles every engine was run on; None where there is none, or one engine only.
    """
    rows = sorted(set.intersection(*[set(found) for found in times.values()])) if times else []
    if not rows or len(times) < 2:
        return None

    def penalised(engine: str, row: int) -> float:
        seconds = times[engine][row]
        return 2 * limit if seconds is None else seconds

    def best_of(engines: Sequence[str]) -> float:
        return max(1e-12, sum(min(penalised(engine, row) for engine in engines) for row in rows) / len(rows))

    engines = list(times)
    single = {engine: best_of([engine]) for engine in engines}
    whole, best = best_of(engines), min(engines, key=single.__getitem__)
    solving = {row: [engine for engine in engines if times[engine][row] is not None] for row in rows}
    first = {row: min(engines, key=lambda engine: penalised(engine, row)) for row in rows if solving[row]}
    members = tuple(
        Member(
            engine,
            sum(name == engine for name in first.values()),
            sum(solving[row] == [engine] for row in rows),
            best_of([other for other in engines if other != engine]) / whole,
        )
        for engine in engines
    )
    middle = median(min(penalised(engine, row) for engine in engines) for row in rows)
    return Portfolio(group, len(rows), len(first), middle, whole, best, single[best] / whole, members)


@dataclass(frozen=True, slots=True)
class Growth:
    """Seconds as a power of the side: `exponent`, its interval, over `boards` boards of `sides` sizes.

    By least squares on the logarithms of board side and time.
    """

    engine: str
    sides: int
    boards: int
    exponent: float
    low: float | None
    high: float | None


def growth(engine: str, points: Sequence[tuple[int, float]], *, resamples: int = 1_000) -> Growth | None:
    """The fit through (side, seconds) of boards that were solved; None for fewer than three sides.

    The interval is a bootstrap over boards, each size keeping its number of them (seeded by nothing but the data).
    """
    import numpy as np

    by_side: dict[int, list[float]] = {}
    for side, seconds in points:
        by_side.setdefault(side, []).append(log(max(seconds, 1e-9)))
    if len(by_side) < 3:
        return None
    groups = [(log(side), np.array(found)) for side, found in sorted(by_side.items())]
    x = np.concatenate([np.full(len(found), at) for at, found in groups])

    def slope(y: Any) -> float:
        return float(np.polyfit(x, y, 1)[0])

    exponent = slope(np.concatenate([found for _, found in groups]))
    low = high = None
    if min(len(found) for _, found in groups) > 1:
        chance = np.random.default_rng(0)
        slopes = [
            slope(np.concatenate([chance.choice(found, len(found)) for _, found in groups])) for _ in range(resamples)
        ]
        low, high = map(float, np.quantile(slopes, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]))
    return Growth(engine, len(groups), len(x), exponent, low, high)


def hardest(times: Mapping[float, Sequence[float]], *, resamples: int = 1_000) -> tuple[float, float]:
    """(the key whose seconds have the greatest mean, the share of bootstrap resamples in which it has).

    Each key keeps its number of runs in a resample (seeded by nothing but the data). Raises ValueError for no keys.
    """
    import numpy as np

    keys = list(times)
    found = max(keys, key=lambda key: sum(times[key]) / len(times[key]))
    chance = np.random.default_rng(0)
    means = [chance.choice(np.array(times[key]), (resamples, len(times[key]))).mean(axis=1) for key in keys]
    return found, float((np.argmax(means, axis=0) == keys.index(found)).mean())
