"""Parts with one sum against every filling."""

from __future__ import annotations

import random

import pytest

from cpsudoku.constraints.primitives import Different, EqualSums
from tests.kernels.rules.brute import board, check, narrowed, random_masks

pytestmark = pytest.mark.interpreted


def parts_of(sizes: list[int]) -> list[range]:
    """Cells in turn, so many each."""
    return [range(sum(sizes[:k]), sum(sizes[: k + 1])) for k in range(len(sizes))]


def statement_of(parts: list[range]) -> tuple[Different | EqualSums, ...]:
    """The cells of each part differ, and all have one sum."""
    apart = [Different(tuple(part)) for part in parts if len(part) > 1]
    return (*apart, EqualSums(tuple(tuple((cell, 1) for cell in part) for part in parts)))


@pytest.mark.parametrize("sizes", [[1, 2, 3], [2, 2, 2, 1], [4, 2], [3, 4], [5, 3], [4, 4], [7, 6], [2, 4, 3, 2]])
def test_parts(sizes: list[int]) -> None:
    """Small and large parts: no filling is lost, each is found."""
    rng = random.Random(sum(sizes))
    parts = parts_of(sizes)
    cells = sum(sizes)
    fine = 0
    for _ in range(12):
        side, lo = max(*sizes, rng.randint(5, 7)), rng.randint(0, 1)

        def rule(v: tuple[int, ...]) -> bool:
            apart = all(len({v[cell] for cell in part}) == len(part) for part in parts)
            return apart and len({sum(v[cell] for cell in part) for part in parts}) == 1

        digits = [rng.sample(range(side), len(part)) for part in parts]
        for _ in range(400):  # often a filling is among the candidates
            if rule(tuple(lo + digit for some in digits for digit in some)):
                break
            digits = [rng.sample(range(side), len(part)) for part in parts]
        masks = [1 << digit for some in digits for digit in some]
        for cell in rng.sample(range(cells), min(cells, 6)):
            masks[cell] |= random_masks(rng, 1, side)[0]
        check(board(cells, side, lo), statement_of(parts), rule, masks, False)
        fine += narrowed(board(cells, side, lo), statement_of(parts), masks) is not None
    assert fine


def test_all_parts_have_the_sum() -> None:
    """What two of three parts can have, but not the third, goes: by twos only neighbours would be told."""
    parts = parts_of([2, 2, 2])
    # sums of real digits: 3 or 5; 5 or 7; 3, 5 or 7
    masks = [0b1, 0b1010, 0b1, 0b101000, 0b1, 0b101010]
    assert narrowed(board(6, 6), statement_of(parts), masks) == [0b1, 0b1000, 0b1, 0b1000, 0b1, 0b1000]


def test_a_large_part_has_sets_of_digits() -> None:
    """Four digits of a sum that only one set has are these, and each cell keeps what some filling gives it."""
    parts = parts_of([1, 4])
    # 10 = 1 + 2 + 3 + 4
    left = narrowed(board(5, 10), statement_of(parts), [1 << 9, 0b11, 0b11, 0b111111, 0b1111111111])
    assert left == [1 << 9, 0b11, 0b11, 0b1100, 0b1100]
