"""Short sums against every filling."""

from __future__ import annotations

import random

import pytest

from cpsudoku.constraints.primitives import Different, Statement, Sum
from cpsudoku.kernels.rules.innies import is_short
from tests.kernels.rules.brute import board, check, fillings, hull, random_masks

pytestmark = pytest.mark.interpreted


def test_exactly_what_a_way_to_a_total_has_is_left() -> None:
    """Groups of one to three cells that differ, of both signs, one total or several; also where there is no way."""
    rng = random.Random(1)
    lost = 0
    for _ in range(150):
        sizes = rng.choice(((2,), (1, 1), (2, 1), (2, 2), (2, 2, 1), (1, 2, 1), (3, 1), (3, 2), (1, 1, 1, 1)))
        signs = [rng.choice((-1, 1)) for _ in sizes]
        groups = [tuple(range(sum(sizes[:k]), sum(sizes[: k + 1]))) for k in range(len(sizes))]
        side, lo = rng.randint(3, 5), rng.randint(0, 2)
        terms = tuple((cell, by) for by, group in zip(signs, groups) for cell in group)
        middle = sum(by * (lo + side // 2) for _, by in terms)
        totals = tuple(sorted({middle + rng.randint(-4, 4) for _ in range(rng.choice((1, 1, 1, 2, 3)))}))
        apart: Statement = tuple(Different(group) for group in groups if len(group) > 1)

        def differ(v: tuple[int, ...], groups: object = groups) -> bool:
            return all(len({v[cell] for cell in group}) == len(group) for group in groups)  # type: ignore[attr-defined]

        def rule(v: tuple[int, ...], terms: object = terms, totals: object = totals) -> bool:
            return differ(v) and sum(by * v[cell] for cell, by in terms) in totals  # type: ignore[attr-defined, operator]

        geometry = board(len(terms), side, lo)
        masks = hull(geometry, fillings(geometry, random_masks(rng, len(terms), side), differ))
        if masks is not None:
            check(geometry, (*apart, Sum(terms, totals)), rule, masks, True)
            lost += not fillings(geometry, masks, rule)
    assert lost > 10


def test_sums_wider_than_a_word() -> None:
    """Nine cells whose sums lie up to 72 apart: no filling is lost, and the search finds each."""
    rng = random.Random(2)
    groups = ((0, 1), (2, 3), (4, 5), (6, 7), (8,))
    for _ in range(12):
        signs = [rng.choice((-1, 1, 1)) for _ in groups]
        terms = tuple((cell, by) for by, group in zip(signs, groups) for cell in group)
        masks = [1 << rng.randint(0, 1) | 1 << rng.randint(7, 8) for _ in range(9)]
        middle = sum(by * rng.choice((1, 9)) for _, by in terms)
        totals = (middle, middle + 8)
        apart: Statement = tuple(Different(group) for group in groups if len(group) > 1)

        def rule(v: tuple[int, ...], terms: object = terms, totals: object = totals) -> bool:
            differ = all(v[group[0]] != v[group[-1]] for group in groups if len(group) > 1)
            return differ and sum(by * v[cell] for cell, by in terms) in totals  # type: ignore[attr-defined, operator]

        check(board(9, 9), (*apart, Sum(terms, totals)), rule, masks, False)


def test_which_sums_are_short() -> None:
    """Cells that count once, in groups of three at most, whose sums fit into a word."""
    three = (1, [0, 1, 2])
    assert is_short([(1, [0, 1]), (-1, [5])], 9)
    assert is_short([three, three, (1, [3])], 9)
    assert is_short([three, three, three, (1, [3, 4])], 9)
    assert not is_short([three, three, three, three], 9)
    assert not is_short([(1, [0]), (1, [1])], 25)
    assert not is_short([(2, [0]), (1, [1])], 9)
    assert not is_short([(1, [0]), (1, [-1])], 9)
    assert not is_short([(1, [0, 1, 2, 3])], 9)
    assert not is_short([], 9)
