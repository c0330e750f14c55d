"""A fair sample of a stream, the same for every way to run it: the rows whose drawn number is least."""

from __future__ import annotations

from math import comb, sqrt
from typing import Any

import numpy as np

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
        total += comb(n, k) * q**k * (1 - q) ** (n - k) if n < 900 else _term(n, k, q)
        if total >= tail:
            return k
    return n


def _term(n: int, k: int, q: float) -> float:
    from math import exp, lgamma, log

    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(q) + (n - k) * log(1 - q))
