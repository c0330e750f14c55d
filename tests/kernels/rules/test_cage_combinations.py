"""Sets of cages as variables, against every filling."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from cpsudoku.constraints.primitives import DigitSet, Sum
from cpsudoku.kernels.rules.links import combinations as cage_combinations
from cpsudoku.kernels.rules.links import link_houses
from cpsudoku.kernels.rules.search import RuleSearch
from tests.kernels.rules.brute import board, fillings, random_masks, state_of

pytestmark = pytest.mark.interpreted
LONG = 256
"""As in `search.py`, where compiled code alone sees it."""
Sets = tuple[frozenset[int], ...]


def some_sets(rng: random.Random, side: int, size: int, most: int) -> Sets:
    """Different sets of digits, two at least."""
    every = [frozenset(found) for found in combinations(range(1, side + 1), size)]
    return tuple(rng.sample(every, rng.randint(2, min(most, len(every)))))


def test_sets_with_a_filling_live() -> None:
    """Of four to six cells."""
    rng = random.Random(3)
    buried = 0
    for _ in range(60):
        size, side = rng.randint(4, 6), 9
        sets = some_sets(rng, side, size, 40)
        masks = [rng.getrandbits(side) & rng.getrandbits(side) | 1 << rng.randrange(side) for _ in range(size)]
        state = state_of(board(size, side), (DigitSet(tuple(range(size)), sets),))
        assert state is not None
        search = RuleSearch(state)
        link_houses(state)
        rooms = [[d for d in range(1, side + 1) if mask >> (d - 1) & 1] for mask in masks]
        alive = {frozenset(found) for found in product(*rooms) if len(set(found)) == size} & set(sets)
        assert bool(search.narrow(masks)) == bool(alive)
        if alive:
            buried += len(sets) - len(alive)
            assert cage_combinations(state) == [sum(1 << k for k, found in enumerate(sets) if found in alive)]
            state.reset()
            assert cage_combinations(state) == [(1 << len(sets)) - 1]
    assert buried > 100


def test_small_cages_and_many_sets_have_none() -> None:
    """Three cells, and more sets than a word has bits."""
    every = tuple(frozenset(found) for found in combinations(range(1, 10), 4))
    for cells, sets in ((3, some_sets(random.Random(1), 9, 3, 9)), (4, every)):
        state = state_of(board(cells, 9), (DigitSet(tuple(range(cells)), sets),))
        assert state is not None
        link_houses(state)
        assert cage_combinations(state) == []


def test_long_searches_find_each_filling_once() -> None:
    """Two cages that share cells, searched beyond the branches from which on cages are asked for their digits."""
    rng = random.Random(5)
    long = 0
    for _ in range(6):
        side, one, other = 7, tuple(range(4)), tuple(range(2, 6))
        statement = (DigitSet(one, some_sets(rng, side, 4, 20)), DigitSet(other, some_sets(rng, side, 4, 20)))
        masks = [mask | rng.getrandbits(side) for mask in random_masks(rng, 6, side)]
        first, second = statement[0].sets, statement[1].sets
        geometry = board(6, side)
        every = {
            found
            for found in fillings(geometry, masks, lambda _: True)
            if len({*found[:4]}) == 4 and len({*found[2:]}) == 4
            if frozenset(found[:4]) in first and frozenset(found[2:]) in second
        }
        state = state_of(geometry, statement)
        assert state is not None
        search, met = RuleSearch(state), []
        if search.narrow(masks):
            while search.resume() == 1:
                met.append(tuple(search.grid()))
        assert len(met) == len(every)
        assert set(met) == every
        long += search.branches() > 2 * LONG
    assert long


def test_long_searches_for_nothing_end() -> None:
    """Two cages whose sums cannot be the sum of all: seen only where little is open. The search begins anew in time."""
    every = [frozenset(found) for found in combinations(range(1, 10), 5)]
    one, other = (tuple(found for found in every if sum(found) == total) for total in (24, 26))
    cells = tuple(range(10))
    odd = Sum(tuple((cell, 1) for cell in cells), (49, 51))
    for told, answer in (((), 1), ((odd,), 0)):
        state = state_of(board(10, 9), (DigitSet(cells[:5], one), DigitSet(cells[5:], other), *told))
        assert state is not None
        search = RuleSearch(state)
        masks = [0b001111100, 0b111000111] * 5
        assert search.narrow(masks) == 2
        assert search.resume() == answer
        assert search.branches() > LONG or answer
