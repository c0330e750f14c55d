"""The search that every set technique of boards of any size is."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from cpsudoku.techniques.core.board_grid import by_mask, choices


@pytest.mark.parametrize("seed", range(20))
def test_choices_are_the_sets_with_as_many_bits_as_members(seed: int) -> None:
    """Exactly the choices whose joint mask has their size, of members with enough bits each, in lexicographic order."""
    rng = Random(seed)
    masks = [rng.randrange(1 << 9) & rng.randrange(1 << 9) for _ in range(9)]
    for size in (2, 3, 4):
        for least in (1, 2):
            able = [k for k in range(9) if masks[k].bit_count() >= least]
            expected = []
            for members in combinations(able, size):
                union = 0
                for member in members:
                    union |= masks[member]
                if union.bit_count() == size:
                    expected.append((members, union))
            assert list(choices(range(9), masks, size, least)) == expected
            order = [sum(1 << k for k in members) for members, _ in by_mask(expected)]
            assert order == sorted(order)


def test_masks_that_change_meanwhile_count_as_they_are() -> None:
    """Engine logic takes digits off while it walks: a set that is gone by then is not found."""
    masks = {0: 0b11, 1: 0b11, 2: 0b1100, 3: 0b1100}
    found = choices(masks, masks, 2)
    assert next(found) == ((0, 1), 0b11)
    masks[3] = 0b11100
    assert list(found) == []
