"""The first band of a grid, as a test of uniformity: its class under renaming, of which the exact frequency is known.

The columns of a band's three boxes part the nine digits into triples, each box in one of 280 ways. With the digits
renamed so that the first box has {1,2,3} {4,5,6} {7,8,9}, the other two are a pair (p, q). Pairs that a renaming, or
exchanging the boxes two and three, makes alike form a class; how many of all 6,670,903,752,021,072,936,960 grids have
a pair of the class is counted by `kernels.classic.uniform` (the count of Felgenhauer and Jarvis, 2006, by classes).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import erfc, exp, lgamma, log, sqrt
from typing import Any, NamedTuple

import numpy as np

from cpsudoku.kernels.classic import uniform

GRIDS = 6_670_903_752_021_072_936_960
LEAST = 5.0
"""Expected grids of a class at least; classes with fewer are taken together."""


@lru_cache(maxsize=1)
def _tables() -> tuple[Any, Any]:
    """(number of a partition by the numbers of two of its triples, number of a triple by its mask)."""
    triples = list(combinations(range(9), 3))
    number = np.full(512, -1, dtype=np.int16)
    for k, triple in enumerate(triples):
        number[sum(1 << d for d in triple)] = k
    partition = np.full((84, 84), -1, dtype=np.int16)
    for k, blocks in enumerate(uniform.partitions()):
        for a in blocks:
            for b in blocks:
                if a != b:
                    partition[number[a], number[b]] = k
    return partition, number


def pairs_of(bands: Any) -> Any:
    """280 p + q of bands: an array (N, 27) of digits 1 to 9, three rows of nine."""
    partition, number = _tables()
    rows = bands.reshape(-1, 3, 9).astype(np.int64)
    columns = rows[:, :, :3].transpose(0, 2, 1).reshape(-1, 9)  # of the first box, column by column
    names = np.zeros((len(rows), 10), dtype=np.int64)
    np.put_along_axis(names, columns, np.broadcast_to(np.arange(9), columns.shape), axis=1)
    masks = 1 << np.take_along_axis(names, rows.reshape(-1, 27), axis=1).reshape(-1, 3, 9)
    sets = number[masks.sum(1)]
    return (280 * partition[sets[:, 3], sets[:, 4]].astype(np.int32) + partition[sets[:, 6], sets[:, 7]]).astype(
        np.int32
    )


class Classes(NamedTuple):
    """`of_pair`: the class of each of the 280 * 280 pairs; `grids`: how many grids have each class, exactly."""

    of_pair: Any
    grids: tuple[int, ...]


@lru_cache(maxsize=1)
def classes() -> Classes:
    """The classes, most frequent first; some half a second, once a process."""
    ways = uniform.way_table()
    moves = uniform.renamings()
    of_pair = np.full(280 * 280, -1, dtype=np.int32)
    weights: list[int] = []
    for pair in range(280 * 280):
        if of_pair[pair] >= 0:
            continue
        of_pair[pair] = number = len(weights)
        alike, waiting = 1, [pair]
        while waiting:
            p, q = divmod(waiting.pop(), 280)
            for other in [280 * images[p] + images[q] for images in moves] + [280 * q + p]:
                if of_pair[other] < 0:
                    of_pair[other] = number
                    alike += 1
                    waiting.append(other)
        p, q = divmod(pair, 280)
        weights.append(alike * ways[p][q] * uniform.completions(p, q) * 1680 * 36)
    order = sorted(range(len(weights)), key=lambda k: -weights[k])
    renumbered = np.empty(len(weights), dtype=np.int32)
    renumbered[order] = np.arange(len(weights), dtype=np.int32)
    return Classes(renumbered[of_pair], tuple(weights[k] for k in order))


class Bias(NamedTuple):
    """A chi-square of observed grids against uniform ones; `p` is the chance of one at least as great."""

    grids: int
    observed: tuple[int, ...]
    expected: tuple[float, ...]
    chi_square: float
    freedom: int
    p: float


def bias_of(counts: Any) -> Bias | None:
    """The test, from the number of grids of each pair (280 * 280); None for fewer than 100 grids."""
    total = int(counts.sum())
    if total < 100:
        return None
    known = classes()
    observed = np.bincount(known.of_pair, weights=counts, minlength=len(known.grids))
    expected = [total * weight / GRIDS for weight in known.grids]
    kept = [k for k, value in enumerate(expected) if value >= LEAST]
    seen = [int(observed[k]) for k in kept]
    wanted = [expected[k] for k in kept]
    if len(kept) < len(expected):
        rest = sum(expected) - sum(wanted)
        seen_rest = total - sum(seen)
        if rest >= LEAST:
            seen.append(seen_rest)
            wanted.append(rest)
        else:
            seen[-1] += seen_rest
            wanted[-1] += rest
    if len(seen) < 2:
        return None
    chi = sum((a - b) ** 2 / b for a, b in zip(seen, wanted))
    return Bias(total, tuple(seen), tuple(wanted), chi, len(seen) - 1, upper_tail(chi, len(seen) - 1))


def upper_tail(chi_square: float, freedom: int) -> float:
    """The chance of a greater chi-square: Q(a + 1, x) = Q(a, x) + x**a exp(-x) / gamma(a + 1), from a = 1/2 or 1."""
    x = chi_square / 2
    if x <= 0:
        return 1.0
    a, chance = (0.5, erfc(sqrt(x))) if freedom % 2 else (1.0, exp(-x))
    while a < freedom / 2:
        chance += exp(a * log(x) - x - lgamma(a + 1))
        a += 1
    return min(1.0, chance)
