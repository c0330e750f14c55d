"""Fair samples and their intervals."""

from __future__ import annotations

import numpy as np
import pytest

from cpsudoku.datasets.difficulty import Sample, drawn, quantile, share


def boards(count: int) -> np.ndarray:
    return np.zeros((count, 81), dtype=np.uint8)


def test_the_same_however_it_is_offered() -> None:
    """In pieces of any size, and taken up from its state, the sample is the same; another seed gives another."""
    rows = np.arange(1, 5001)
    whole = Sample(50, 7)
    whole.offer(rows, boards(5000))
    pieces = Sample(50, 7)
    for at in range(0, 5000, 37):
        pieces.offer(rows[at : at + 37], boards(len(rows[at : at + 37])))
        again = Sample(50, 7)
        again.restore(pieces.state())
        pieces = again
    assert [row for row, _ in pieces.rows()] == [row for row, _ in whole.rows()]
    assert len(whole.rows()) == 50
    other = Sample(50, 8)
    other.offer(rows, boards(5000))
    assert other.rows() != whole.rows()
    assert Sample(0, 1).rows() == []


def test_every_row_is_as_likely() -> None:
    """Drawn numbers are spread evenly: of 100,000 each tenth of the range has a tenth, within five deviations."""
    numbers = drawn(1, np.arange(100_000))
    counts, _ = np.histogram(numbers.astype(float) / 2**64, bins=10, range=(0, 1))
    assert abs(counts - 10_000).max() < 5 * 95


def test_intervals() -> None:
    """Shares have Wilson's interval, quantiles that of order statistics, which hold the value."""
    low, high = share(20, 100)
    assert (round(low, 4), round(high, 4)) == (0.1334, 0.2888)
    assert share(0, 0) == (0.0, 1.0)
    value, low, high = quantile([float(k) for k in range(1, 102)], 0.5)
    assert (value, low, high) == (51.0, 41.0, 61.0)
    assert quantile([3.0], 0.95) == (3.0, 3.0, 3.0)
    big = quantile([float(k) for k in range(10_001)], 0.5)
    assert big[0] == pytest.approx(5000)
    assert big[1] == pytest.approx(4901, abs=2)
