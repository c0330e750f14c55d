"""What so many timed puzzles say of all puzzles like them: intervals, paired comparisons, portfolios, growth.

Times of solvers are skewed by orders of magnitude, so medians and ranks are used, never means and variances.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, log, sqrt
from statistics import NormalDist, median
from typing import Any, NamedTuple

CONFIDENCE = 0.95
EXACT_UP_TO = 1_000
"""Up to this many values, ranks come from the binomial distribution itself; above, from its normal approximation."""


class Time(NamedTuple):
    """CPU seconds of one engine on one puzzle.

    `is_bound`: the program took less than the noise of its start-up, and `seconds` is that noise, an upper bound.
    `is_penalty`: the engine did not solve the puzzle, and `seconds` is twice the time limit.
    """

    seconds: float
    is_bound: bool = False
    is_penalty: bool = False


class Interval(NamedTuple):
    """From `low` to `high`, with CONFIDENCE; both are None where there is no interval."""

    low: float | None
    high: float | None


def median_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """The narrowest symmetric pair of order statistics that holds the median of the distribution of *values*.

    It does so with at least the given *confidence*, whatever the distribution is: the k-th smallest and the k-th
    largest of n values enclose the median unless fewer than k values lie on one side of it, which is a binomial
    chance. There is none where no k reaches the confidence (fewer than six values at 95 %).
    Source: Thompson, On confidence ranges for the median, Annals of Mathematical Statistics, 1936.
    """
    k = _rank(len(values), confidence)
    if k == 0:
        return Interval(None, None)
    ordered = sorted(values)
    return Interval(ordered[k - 1], ordered[-k])


@lru_cache(maxsize=256)
def _rank(n: int, confidence: float) -> int:
    """The greatest k with P(fewer than k of n fair coins fall heads) at most (1 - confidence) / 2; 0: there is none."""
    tail = (1 - confidence) / 2
    if n > EXACT_UP_TO:
        return int((n + 1 - NormalDist().inv_cdf(1 - tail) * sqrt(n)) / 2)
    k, below = 0, 1
    while below <= tail * 2**n:
        k += 1
        below += comb(n, k)
    return k


@dataclass(frozen=True, slots=True)
class Pair:
    """One engine beside another on the puzzles of a set that both were run on.

    `faster`, `slower`: their labels, by the median ratio. `puzzles`: how many. `ratio`: median of slower / faster
    over the puzzles, `ratio_low` and `ratio_high` its interval; `difference`, likewise, in seconds. `wins`: on how
    many the faster one is. `effect`: the matched-pairs rank-biserial correlation of the differences, from -1 to 1
    (1: faster on every puzzle). `p`: of the two-sided Wilcoxon signed-rank test, None without scipy.

    `penalised`: puzzles that one of the two did not solve; they count with twice the time limit. Puzzles that neither
    solved are left out. `censored_count`: puzzles on which a time is only an upper bound (see `Time`). Such a time
    is no win and does not count in `effect` and `p`; in `ratio` and `difference` it stands for itself where it is less
    than the other engine's time, and makes a tie where it is not.
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
    penalised: int = 0
    censored_count: int = 0


def paired(group: str, first: str, second: str, times: Sequence[tuple[Time, Time]]) -> Pair | None:
    """Two engines on the same puzzles: (time of the first, time of the second) each; None without any."""
    if not times:
        return None
    seconds = [_comparable(a, b) for a, b in times]
    if median(b / a for a, b in seconds) < 1:
        first, second = second, first
        times, seconds = [(b, a) for a, b in times], [(b, a) for a, b in seconds]
    ratios, differences = [b / a for a, b in seconds], [b - a for a, b in seconds]
    of_ratio, of_difference = median_interval(ratios), median_interval(differences)
    measured = [not (a.is_bound or b.is_bound) for a, b in times]
    logs = [log(ratio) if sure else 0.0 for ratio, sure in zip(ratios, measured)]
    return Pair(
        set=group,
        faster=first,
        slower=second,
        puzzles=len(times),
        wins=sum(value > 0 for value in logs),
        ratio=median(ratios),
        ratio_low=of_ratio[0],
        ratio_high=of_ratio[1],
        difference=median(differences),
        difference_low=of_difference[0],
        difference_high=of_difference[1],
        effect=rank_biserial(logs),
        p=wilcoxon(logs),
        penalised=sum(a.is_penalty or b.is_penalty for a, b in times),
        censored_count=measured.count(False),
    )


def _comparable(a: Time, b: Time) -> tuple[float, float]:
    """The seconds of both; equal where a bound does not say which is less."""
    first, second = max(a.seconds, 1e-9), max(b.seconds, 1e-9)
    if (a.is_bound and first >= second) or (b.is_bound and second >= first):
        return min(first, second), min(first, second)
    return first, second


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

    `first`: puzzles on which it is fastest; none is where the least time is only an upper bound. `alone`: puzzles that
    only it solves. `loss`: PAR-2 of the portfolio without it, divided by that with it (1: not needed).
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


def portfolio(group: str, times: Mapping[str, Mapping[int, Time | None]], limit: float) -> Portfolio | None:
    """The virtual best solver of {engine: {puzzle: time, None: not solved}}; *limit* is the time limit.

    Over the puzzles every engine was run on; None where there is none, or one engine only.
    """
    rows = sorted(set.intersection(*[set(found) for found in times.values()])) if times else []
    if not rows or len(times) < 2:
        return None

    def penalised(engine: str, row: int) -> float:
        time = times[engine][row]
        return 2 * limit if time is None else time.seconds

    def best_of(engines: Sequence[str]) -> float:
        return max(1e-12, sum(min(penalised(engine, row) for engine in engines) for row in rows) / len(rows))

    engines = list(times)
    single = {engine: best_of([engine]) for engine in engines}
    whole, best = best_of(engines), min(engines, key=single.__getitem__)
    solving = {row: [engine for engine in engines if times[engine][row] is not None] for row in rows}
    first = {row: min(engines, key=lambda engine: penalised(engine, row)) for row in rows if solving[row]}
    won = [name for row, name in first.items() if (time := times[name][row]) and not time.is_bound]
    members = tuple(
        Member(
            engine,
            won.count(engine),
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
