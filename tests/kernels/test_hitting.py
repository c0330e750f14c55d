"""Smallest sets that meet every set of a family, against trying all."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from cpsudoku.kernels.general.hitting import Hitting

pytestmark = pytest.mark.interpreted


def test_against_trying_all():
    """Families that grow: the set found meets all, and no smaller one does."""
    draw = random.Random(3)
    for _ in range(40):
        elements, family = draw.randint(1, 8), []
        hitting = Hitting(elements, 100_000)
        for _ in range(draw.randint(1, 6)):
            one = tuple(draw.sample(range(elements), draw.randint(1, min(3, elements))))
            family.append(one)
            hitting.add(one)
            found = hitting.smallest(elements)
            assert found is not None
            assert all(set(found) & set(other) for other in family)
            assert hitting.at_least == len(found)
            smaller = combinations(range(elements), len(found) - 1)
            assert not any(all(set(part) & set(other) for other in family) for part in smaller)


def test_limits():
    """Where it takes more than asked for, or the branches are used up, there is no set but a bound."""
    apart = Hitting(6, 1000)
    for element in range(6):
        apart.add((element,))
    assert apart.smallest(4) is None
    assert apart.at_least == 5
    tired = Hitting(30, 3)
    for a in range(0, 28, 2):
        tired.add((a, a + 1))
        tired.add((a + 1, a + 2))
    assert tired.smallest(30) is None
    assert 0 < tired.at_least <= 14
