"""Pairs and clauses against every filling."""

from __future__ import annotations

import random

import pytest

from cpsudoku.constraints.primitives import Clause, Is, Pair
from tests.kernels.rules.brute import board, check, random_masks

pytestmark = pytest.mark.interpreted


def test_pairs() -> None:
    """A pair keeps exactly the digits that have a partner, on boards whose digits begin anywhere."""
    rng = random.Random(1)
    for _ in range(60):
        side, lo = rng.randint(2, 6), rng.randint(0, 2)
        digits = range(lo, lo + side)
        allowed = frozenset((x, y) for x in digits for y in digits if rng.random() < 0.3)
        masks = random_masks(rng, 2, side)
        check(board(2, side, lo), (Pair(0, 1, allowed),), lambda v: tuple(v) in allowed, masks, True)  # noqa: B023


def test_pair_of_a_cell_with_itself() -> None:
    """Both ends may be one cell."""
    allowed = frozenset({(1, 2), (3, 3), (4, 4)})
    check(board(2, 4), (Pair(0, 0, allowed),), lambda v: (v[0], v[0]) in allowed, [15, 15], True)


def test_clauses() -> None:
    """A clause leaves exactly what some filling has, literals negated or not, about one cell or several."""
    rng = random.Random(2)
    for _ in range(80):
        side = rng.randint(2, 4)
        literals = tuple(
            Is(rng.randrange(3), rng.randint(1, side), rng.random() < 0.5) for _ in range(rng.randint(0, 4))
        )

        def rule(v: tuple[int, ...], literals: tuple[Is, ...] = literals) -> bool:
            return any((v[x.cell] == x.digit) == x.positive for x in literals)

        check(board(3, side), (Clause(literals),), rule, random_masks(rng, 3, side), True)
