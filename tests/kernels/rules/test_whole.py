"""Rules that the kernel takes as a whole, sandwiches and ranks: against every filling of small boards."""

from __future__ import annotations

import random
from functools import reduce
from itertools import combinations, permutations
from operator import or_

import pytest

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.outside import FullRank, Sandwich
from cpsudoku.constraints.patterns import inward
from cpsudoku.engines.model import Model
from tests.kernels.rules.brute import random_masks

pytestmark = pytest.mark.interpreted


def found(board: Geometry, rules: list[Constraint], masks: list[int]) -> list[tuple[int, ...]]:
    """What the kernel's search finds, as real digits."""
    search, grids = Model(board, rules).begin(masks), []
    while search is not None and search.resume() == 1:
        grids.append(tuple(digit + board.lo - 1 for digit in search.grid()))
    return sorted(grids)


def within(grid: tuple[int, ...], masks: list[int], lo: int) -> bool:
    return all(mask >> (digit - lo) & 1 for digit, mask in zip(grid, masks))


@pytest.mark.parametrize("lo", [0, 1])
def test_sandwiches(lo: int) -> None:
    """A row of six: every total, full and random candidates."""
    rng = random.Random(lo)
    board = Geometry.shaped(1, 6, lo, lo + 5)
    every = sorted(permutations(range(lo, lo + 6)))
    for total in range(0, 16):
        rule = Sandwich(list(range(6)), total).on(board)
        for masks in ([63] * 6, *(random_masks(rng, 6, 6) for _ in range(3))):
            expected = [grid for grid in every if within(grid, masks, lo) and rule.holds(grid)]
            assert found(board, [rule], masks) == expected, (total, masks)


def expected_masks(side: int, total: int, masks: list[int]) -> list[int]:
    """What a sandwich along a row leaves: places of the ends and sets, each cell and each digit for itself."""
    kept = [0] * side
    for one, other in permutations(range(side), 2):
        if not (masks[one] & 1 and masks[other] >> (side - 1)):
            continue
        between = range(min(one, other) + 1, max(one, other))
        beside = [cell for cell in range(side) if cell not in (one, other, *between)]
        for digits in combinations(range(2, side), len(between)):
            chosen = sum(1 << (digit - 1) for digit in digits)
            parts = ((between, chosen), (beside, (1 << (side - 1)) - 2 - chosen))
            if sum(digits) == total and all(
                all(masks[cell] & part for cell in cells)
                and part & ~reduce(or_, [masks[cell] for cell in cells], 0) == 0
                for cells, part in parts
            ):
                kept[one] |= 1
                kept[other] |= 1 << (side - 1)
                for cells, part in parts:
                    for cell in cells:
                        kept[cell] |= masks[cell] & part
    return kept


@pytest.mark.parametrize("side", [3, 4, 8, 9, 10, 13, 16])
def test_long_and_short_sandwiches(side: int) -> None:
    """Nothing is left that the rule, told plainly, removes; nothing is lost that a filling has."""
    rng = random.Random(side)
    board = Geometry.shaped(1, side, 1, side)
    narrowed = 0
    for _ in range(12):
        grid = rng.sample(range(1, side + 1), side)
        ends = sorted((grid.index(1), grid.index(side)))
        if side > 10 and ends[1] - ends[0] not in (1, 2, 3, side - 2, side - 1):
            continue  # the plain telling would take long
        total = sum(grid[ends[0] + 1 : ends[1]])
        rule = Sandwich(list(range(side)), total).on(board)
        masks = [1 << (digit - 1) for digit in grid]
        for cell in range(side):
            masks[cell] |= rng.getrandbits(side) & rng.getrandbits(side)
        left = Model(board, [rule]).propagate(masks)
        expected = expected_masks(side, total, masks)
        assert left is not None
        assert all(mask & ~most == 0 for mask, most in zip(left, expected))
        assert all(mask >> (digit - 1) & 1 for mask, digit in zip(left, grid))
        narrowed += left != Model(board).propagate(masks)
    assert narrowed


def test_a_sandwich_that_is_no_house() -> None:
    """Where digits may repeat, or some are missing, the statement serves."""
    board = Geometry.shaped(2, 3, 1, 3, latin=False)
    rule = Sandwich([0, 1, 2, 5], 2).on(board)
    grids = found(board, [rule], [7, 7, 7, 1, 1, 7])
    assert grids
    assert all(rule.holds(grid) for grid in grids)


def four_by_four() -> list[tuple[int, ...]]:
    """All grids of a 4x4 board."""
    return found(Geometry(2, 2), [], [15] * 16)


@pytest.mark.parametrize("ties", ["only-unclued", "any"])
def test_ranks(ties: str) -> None:
    """Every rank of some lines on 4x4, and two ranks at a time."""
    board, every = Geometry(2, 2), four_by_four()
    assert len(every) == 288
    rng = random.Random(ties)
    lines = inward(board)
    for rank in range(1, 18, 1 if ties == "any" else 3):
        rules: list[Constraint] = []
        for line in rng.sample(lines, rng.choice((1, 2))):
            rules.append(FullRank(list(line), rank, ties).on(board))
            rank = rng.randint(1, 16)
        masks = rng.choice(
            ([15] * 16, [mask | 1 << digit - 1 for mask, digit in zip(random_masks(rng, 16, 4), every[rank])])
        )
        expected = [grid for grid in every if within(grid, masks, 1) and all(rule.holds(grid) for rule in rules)]
        model = Model(board, rules)
        assert not model.partial
        assert found(board, rules, masks) == expected, (rules, masks)
