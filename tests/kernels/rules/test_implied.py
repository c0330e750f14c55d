"""Sums that follow from known ones and full houses."""

from __future__ import annotations

import random

import pytest

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.primitives import DigitSet, sets_with_sum
from cpsudoku.kernels.rules.regions import Regions, implied, unions
from cpsudoku.kernels.rules.search import RuleSearch
from tests.kernels.rules.brute import narrowed, state_of

pytestmark = pytest.mark.interpreted


def bits(*cells: int) -> int:
    return sum(1 << cell for cell in cells)


def test_innies_and_outies() -> None:
    """What a house's known sums leave, and one that sticks out; runs of houses are taken while they are disjoint."""
    regions = unions([(0, 1, 2, 3), (4, 5, 6, 7), (0, 4, 8, 12)], 10)
    assert dict(regions)[bits(*range(8))] == 20
    assert len(regions) == 4
    found = implied([((0, 1, 2), 7), ((5, 6, 7, 11), 9)], Regions(16, regions))
    assert ((3,), (), 3) in found
    assert ((4,), (11,), 1) in found
    assert ((3, 4), (11,), 4) in found


def first_grids(board: Geometry) -> list[bytes]:
    """Some grids of a board."""
    state = state_of(board, ())
    assert state is not None
    search, found = RuleSearch(state), []
    search.narrow([63] * 36)
    while len(found) < 8 and search.resume() == 1:
        found.append(search.grid())
    return found


def test_what_follows_is_true() -> None:
    """On killers made from a grid, every implied sum is right in it."""
    rng = random.Random(1)
    board = Geometry(2, 3)
    houses = [house.cells for house in board.houses]
    regions = Regions(36, unions(houses, 15))
    grids = first_grids(board)
    for _ in range(30):
        grid = rng.choice(grids)
        free = set(range(36))
        facts = []
        while free:
            house = rng.choice(houses)
            cells = [cell for cell in house if cell in free][: rng.randint(1, 4)]
            free -= set(cells) | {min(free)}
            if cells:
                facts.append((cells, sum(grid[cell] - 1 for cell in cells)))
        for inside, outside, total in implied(facts, regions):
            at = [grid[cell] - 1 for cell in inside]
            out = [grid[cell] - 1 for cell in outside]
            assert sum(at) - sum(out) == total


def test_the_kernel_uses_them() -> None:
    """Three cages of a row leave its last cell one digit, before any search."""
    board = Geometry(3, 3)
    parts = (((0, 1), 17), ((2, 3), 13), ((4, 5, 6, 7), 10))
    cages = [DigitSet(cells, sets_with_sum(tuple(range(1, 10)), len(cells), (total,))) for cells, total in parts]
    kept = narrowed(board, tuple(cages), [511] * 81)
    assert kept is not None
    assert kept[8] == 1 << 4
