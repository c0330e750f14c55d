"""What a cage says to cells beside it, by lists, against the scan of all cells."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from cpsudoku.constraints.primitives import Different, DigitSet
from cpsudoku.kernels.rules.links import link_houses
from cpsudoku.kernels.rules.search import RuleSearch
from tests.kernels.rules.brute import board, random_masks, state_of

pytestmark = pytest.mark.interpreted


def test_lists_say_what_the_scan_says() -> None:
    """Cages of two to seven cells, beside them cells that see some: the same is left, and some more than the cage's."""
    rng = random.Random(1)
    narrowed_cages = 0
    for _ in range(150):
        size, side = rng.randint(2, 7), rng.randint(7, 9)
        cells = size + 3
        digits = [frozenset(found) for found in combinations(range(1, side + 1), size)]
        sets = tuple(rng.sample(digits, min(len(digits), rng.randint(1, 2))))
        pairs = [pair for pair in combinations(range(cells), 2) if pair[1] >= size and rng.random() < 0.8]
        statement = (DigitSet(tuple(range(size)), sets), *map(Different, pairs))
        masks = random_masks(rng, cells, side)
        left = []
        for linked in (False, True):
            state = state_of(board(cells, side), statement)
            assert state is not None
            search = RuleSearch(state)
            if linked:
                link_houses(state)
            left.append(state.values() if search.narrow(masks) else None)
        assert left[0] == left[1], (statement, masks)
        found = left[0]
        narrowed_cages += found is not None and any(
            found[k] != masks[k] and masks[k].bit_count() > 1 for k in range(size, cells)
        )
    assert narrowed_cages > 10
