"""Intervals that cover, pairs, portfolios and growth."""

from __future__ import annotations

from math import comb, exp
from random import Random
from statistics import median

import pytest

from cpsudoku.comparison.analysis import described, notes
from cpsudoku.comparison.statistics import (
    EXACT_UP_TO,
    Time,
    growth,
    hardest,
    median_interval,
    paired,
    portfolio,
    rank_biserial,
    wilcoxon,
)


def skewed(chance: Random, count: int, spread: float = 1.5) -> list[float]:
    """Times as solvers have them: most short, some very long."""
    return [exp(chance.gauss(0, spread)) for _ in range(count)]


@pytest.mark.parametrize("size", [6, 7, 12, 25, 50])
def test_the_interval_of_a_median_covers(size: int) -> None:
    """In at least 95 % of the samples of skewed times, give or take what 1,000 samples leave open (1.4 % for two
    standard errors), and in fewer than 99.5 % from 12 on: it is not needlessly wide.
    """
    chance = Random(size)
    every = skewed(chance, 5_000)
    middle = median(every)
    held = sum(
        found.low <= middle <= found.high
        for found in (median_interval(chance.sample(every, size)) for _ in range(1_000))
        if found is not None
    )
    assert 936 <= held <= (995 if size >= 12 else 1_000)


def test_the_interval_of_a_paired_difference_covers() -> None:
    """Two engines on the same puzzles, one some 20 % slower: ratio and difference each hold what all puzzles say."""
    chance = Random(7)
    first = skewed(chance, 5_000)
    every = [(a, a * exp(chance.gauss(0.2, 0.4))) for a in first]
    ratio, difference = median(b / a for a, b in every), median(b - a for a, b in every)
    held = {"ratio": 0, "difference": 0}
    for _ in range(1_000):
        sample = chance.sample(every, 50)
        found = median_interval([b / a for a, b in sample])
        other = median_interval([b - a for a, b in sample])
        assert found is not None
        assert other is not None
        held["ratio"] += found.low <= ratio <= found.high
        held["difference"] += other.low <= difference <= other.high
    assert all(936 <= count <= 995 for count in held.values()), held


def test_ranks_of_many_values_join_those_of_few() -> None:
    """Where the binomial is taken as normal, the bounds go on as before."""
    below = median_interval([float(k) for k in range(EXACT_UP_TO)])
    above = median_interval([float(k) for k in range(EXACT_UP_TO + 1)])
    assert below is not None
    assert above is not None
    assert abs(below.low - above.low) <= 2
    assert abs(below.high - above.high) <= 2
    assert median_interval([1.0] * 5) == (None, None)


def test_a_pair_is_told_from_the_faster_side() -> None:
    """Whoever is named first."""
    times = [(Time(2.0 * k), Time(1.0 * k)) for k in range(1, 21)]
    found = paired("set", "slow", "fast", times)
    assert found is not None
    assert (found.faster, found.slower, found.wins, found.puzzles) == ("fast", "slow", 20, 20)
    assert found.ratio == found.ratio_low == found.ratio_high == 2
    assert found.difference == 10.5
    assert found.effect == 1
    assert paired("set", "a", "b", []) is None


def test_the_effect_is_that_of_its_definition() -> None:
    """Ranks of the positive less those of the negative, over all: 1 and 2 against 3 and 4 of ten."""
    assert rank_biserial([1, 2, -3, -4]) == (1 + 2 - 3 - 4) / 10
    assert rank_biserial([1, -1]) == 0
    assert rank_biserial([0, 0]) == 0


def test_the_signed_rank_test() -> None:
    """Small for differences all of one sign, not for such of both."""
    pytest.importorskip("scipy")
    sided = wilcoxon([float(k) for k in range(1, 21)])
    mixed = wilcoxon([float(k) * (-1) ** k for k in range(1, 21)])
    assert sided is not None
    assert mixed is not None
    assert sided < 0.001 < 0.3 < mixed
    assert wilcoxon([0.0, 0.0]) is None


def test_who_is_needed_in_a_portfolio() -> None:
    """The one that alone solves something is, the one that is never first is not."""
    seconds = {"a": [1.0, 1.0, None], "b": [2.0, 3.0, 4.0], "c": [5.0, 5.0, 5.0]}
    times = {name: {row: None if x is None else Time(x) for row, x in enumerate(xs)} for name, xs in seconds.items()}
    found = portfolio("set", times, limit=10.0)
    assert found is not None
    assert (found.puzzles, found.solved, found.median, found.par2) == (3, 3, 1.0, 2.0)
    assert (found.best, found.gain) == ("b", 1.5)
    needed = {member.engine: (member.first, member.alone, member.loss) for member in found.members}
    assert needed == {"a": (2, 0, 1.5), "b": (1, 0, 7 / 6), "c": (0, 0, 1.0)}
    alone = portfolio("set", {"a": {1: Time(1.0), 2: None}, "b": {1: None, 2: None}}, limit=10.0)
    assert alone is not None
    assert alone.members[0].alone == 1
    assert portfolio("set", {"a": {1: Time(1.0)}}, limit=10.0) is None


def test_growth_is_the_power_of_the_side() -> None:
    """Times made as side to the fourth, give or take a fifth: the fit finds the four, its interval holds it."""
    chance = Random(1)
    points = [(side, 1e-6 * side**4 * exp(chance.gauss(0, 0.2))) for side in (9, 16, 25, 36) for _ in range(12)]
    found = growth("engine", points)
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    assert found.low < 4 < found.high
    assert found.high - found.low < 0.5
    assert (found.sides, found.boards) == (4, 48)
    assert growth("engine", points) == found
    assert growth("engine", points[:24]) is None


def test_the_hardest_is_the_greatest_mean() -> None:
    """Far apart: sure. Alike: each in about half of the resamples. The same again for the same runs."""
    assert hardest({0.3: [1.0, 1.1, 0.9], 0.4: [5.0, 6.0, 5.5], 0.5: [1.0, 1.0, 1.0]}) == (0.4, 1.0)
    alike = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    found, share = hardest({0.3: alike, 0.4: [*alike[:-1], 6.1]})
    assert found == 0.4
    assert 0.4 < share < 0.65
    assert hardest({0.3: alike, 0.4: [*alike[:-1], 6.1]}) == (found, share)


@pytest.mark.parametrize("size", [6, 7, 8, 12, 25, 50])
def test_an_interval_is_given_only_where_it_holds_95_percent(size: int) -> None:
    """By the binomial chance itself: the k-th and the k-th last of *size* values miss the median in under 5 %."""
    found = median_interval([float(k) for k in range(1, size + 1)])
    assert found is not None
    k = int(found.low)
    assert found.high == size + 1 - k
    missed = [2 * sum(comb(size, j) for j in range(least)) / 2**size for least in (k, k + 1)]
    assert missed[0] <= 0.05 < missed[1]


def test_a_bound_wins_nothing() -> None:
    """A time below the noise of a start-up is no win, however small; its bound stands in the ratio if it is less."""
    times = [(Time(0.001, is_bound=True), Time(0.004)) for _ in range(10)]
    found = paired("set", "program", "ours", times)
    assert found is not None
    assert (found.faster, found.wins, found.ratio, found.effect, found.p) == ("program", 0, 4.0, 0.0, None)
    assert (found.censored_count, found.penalised) == (10, 0)
    shared = paired("set", "program", "ours", [(Time(0.004, is_bound=True), Time(0.001)) for _ in range(10)])
    assert shared is not None
    assert (shared.wins, shared.ratio) == (0, 1.0)
    best = portfolio(
        "set",
        {"program": {1: Time(0.001, is_bound=True), 2: Time(2.0)}, "ours": {1: Time(0.004), 2: Time(1.0)}},
        limit=10.0,
    )
    assert best is not None
    assert {member.engine: member.first for member in best.members} == {"program": 0, "ours": 1}


def test_a_pair_with_penalties_says_so() -> None:
    """Twice the limit in place of a time is counted, and named in the sentence."""
    times = [(Time(1.0), Time(20.0, is_penalty=True)), *[(Time(1.0), Time(2.0))] * 9]
    found = paired("set", "a", "b", times)
    assert found is not None
    assert found.penalised == 1
    assert "1 unsolved by one of them, counted with twice the limit" in described(found)
    assert not list(notes(paired("set", "a", "b", times[1:])))  # type: ignore[arg-type]
