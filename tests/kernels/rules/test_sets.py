"""Different cells with one of some sets, against every filling."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from cpsudoku.constraints.primitives import DigitSet
from tests.kernels.rules.brute import board, check, random_masks

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize("exact", [True, False])
def test_sets(exact: bool) -> None:
    """Up to six cells exactly what a filling has is left; beyond, no filling is lost."""
    rng = random.Random(int(exact))
    for _ in range(40 if exact else 8):
        cells = rng.randint(1, 4) if exact else 7
        side = rng.randint(max(2, cells), 6) if exact else 7 + rng.randint(0, 1)
        every = [frozenset(found) for found in combinations(range(1, side + 1), cells)]
        sets = tuple(rng.sample(every, rng.randint(1, min(6, len(every)))))
        masks = random_masks(rng, cells, side)
        if not exact:  # few fillings to try
            masks = [mask & (rng.getrandbits(side) | 1 << k) or 1 << k for k, mask in enumerate(masks)]

        def rule(v: tuple[int, ...], sets: tuple[frozenset[int], ...] = sets) -> bool:
            return len(set(v)) == len(v) and frozenset(v) in sets

        check(board(cells, side), (DigitSet(tuple(range(cells)), sets),), rule, masks, exact)


def test_six_cells() -> None:
    """Six cells fill a word of 64 subsets: still exactly what a filling has is left."""
    rng = random.Random(5)
    for _ in range(6):
        sets = tuple(frozenset(rng.sample(range(1, 9), 6)) for _ in range(3))
        masks = [rng.getrandbits(8) & rng.getrandbits(8) | 1 << rng.randrange(8) for _ in range(6)]

        def rule(v: tuple[int, ...], sets: tuple[frozenset[int], ...] = sets) -> bool:
            return len(set(v)) == len(v) and frozenset(v) in sets

        check(board(6, 8), (DigitSet(tuple(range(6)), sets),), rule, masks, True)
