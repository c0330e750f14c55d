"""Sums against every filling."""

from __future__ import annotations

import random

import pytest

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.primitives import Aux, Defines, EqualSums, Is, Sum
from tests.kernels.rules.brute import board, check, random_masks

pytestmark = pytest.mark.interpreted


def test_sums_of_free_cells() -> None:
    """Where no cells must differ, exactly what a filling has is left: coefficients of both signs, several totals."""
    rng = random.Random(1)
    for _ in range(60):
        cells, side, lo = rng.randint(1, 4), rng.randint(2, 5), rng.randint(0, 1)
        terms = tuple((cell, rng.choice((-2, -1, 1, 1, 2, 3))) for cell in range(cells))
        totals = tuple(sorted({rng.randint(-4, 14) for _ in range(rng.randint(0, 3))}))

        def rule(v: tuple[int, ...], terms: object = terms, totals: object = totals) -> bool:
            return sum(by * v[cell] for cell, by in terms) in totals  # type: ignore[attr-defined, operator]

        check(board(cells, side, lo), (Sum(terms, totals),), rule, random_masks(rng, cells, side), True)


def test_sums_of_cells_that_differ() -> None:
    """Rows and columns of a small board: no filling is lost, whatever the coefficients; wide sums too."""
    rng = random.Random(2)
    latin = Geometry.shaped(2, 3, 1, 5)
    for _ in range(40):
        wide = rng.choice((1, 1, 10))
        terms = tuple((cell, wide * rng.choice((-1, 1, 1, 1))) for cell in rng.sample(range(6), rng.randint(2, 6)))
        totals = tuple(sorted({wide * rng.randint(-3, 24) for _ in range(rng.randint(1, 2))}))

        def rule(v: tuple[int, ...], terms: object = terms, totals: object = totals) -> bool:
            return sum(by * v[cell] for cell, by in terms) in totals  # type: ignore[attr-defined, operator]

        check(latin, (Sum(terms, totals),), rule, random_masks(rng, 6, 5), False)


def test_literals_count() -> None:
    """Terms may be literals, negated or not; a cell and a literal about it may stand in one sum."""
    rng = random.Random(3)
    for _ in range(60):
        terms = tuple(
            (rng.choice((rng.randrange(3), Is(rng.randrange(3), rng.randint(1, 3), rng.random() < 0.6))), by)
            for by in (rng.choice((-2, -1, 1, 3)) for _ in range(rng.randint(1, 5)))
        )
        totals = (rng.randint(-2, 6), 7)

        def rule(v: tuple[int, ...], terms: object = terms, totals: tuple[int, ...] = totals) -> bool:
            found = 0
            for term, by in terms:  # type: ignore[attr-defined]
                found += by * (v[term] if isinstance(term, int) else (v[term.cell] == term.digit) == term.positive)
            return found in totals

        check(board(3, 3), (Sum(terms, totals),), rule, random_masks(rng, 3, 3), False)


def test_booleans_count() -> None:
    """How many different digits there are, by Booleans that say which, equals the last cell."""
    clauses = []
    for digit in (1, 2, 3):
        there = Aux(("there", digit))
        clauses += [(Is(cell, digit, False), there) for cell in range(3)]
        clauses.append((~there, *(Is(cell, digit) for cell in range(3))))
    terms = (*((Aux(("there", digit)), 1) for digit in (1, 2, 3)), (3, -1))
    rng = random.Random(4)
    for _ in range(20):
        masks = random_masks(rng, 4, 3)
        statement = (Defines(tuple(clauses)), Sum(terms, (0,)))
        check(board(4, 3), statement, lambda v: len(set(v[:3])) == v[3], masks, False)


def test_equal_sums() -> None:
    """Groups of cells and literals with one sum: no filling is lost, each is found."""
    rng = random.Random(5)
    for _ in range(20):
        groups = (((0, 1), (1, 1)), ((2, 1), (Is(0, 2), 2)), ((3, 1),))
        masks = random_masks(rng, 4, 4)
        rule = lambda v: v[0] + v[1] == v[2] + 2 * (v[0] == 2) == v[3]  # noqa: E731
        check(board(4, 4), (EqualSums(groups),), rule, masks, False)
