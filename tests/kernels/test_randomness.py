"""The random stream of the kernels."""

from __future__ import annotations

import pytest

from cpsudoku.kernels.randomness import Stream, derive

pytestmark = pytest.mark.interpreted


def test_splitmix_as_published() -> None:
    """The first words of SplitMix64 from 0 are those of its reference implementation."""
    stream = Stream(0)
    assert [stream.word() for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_streams_differ_by_seed_and_index() -> None:
    """No two of 1,000 (seed, index) pairs begin alike, and the same pair always does."""
    starts = {derive(seed, index) for seed in range(10) for index in range(100)}
    assert len(starts) == 1000
    assert derive(3, 4) == derive(3, 4) != derive(4, 3)


def test_numbers_are_in_range_and_even() -> None:
    """`number(n)` stays below n, and 3,000 draws of 3 are even within 5 sigma."""
    stream = Stream(9)
    drawn = [stream.number(3) for _ in range(3000)]
    assert all(abs(drawn.count(k) - 1000) < 5 * 26 for k in range(3))
    assert stream.number(1) == 0
    assert 0 <= stream.fraction() < 1


def test_shuffled_is_a_permutation() -> None:
    """Each of the six orders of three items comes up, and nothing is lost."""
    stream = Stream(1)
    orders = {tuple(stream.shuffled("abc")) for _ in range(200)}
    assert len(orders) == 6
    assert all(sorted(order) == ["a", "b", "c"] for order in orders)
