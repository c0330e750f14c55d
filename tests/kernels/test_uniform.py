"""The exactly uniform fill: its tables, its count, its grids."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.kernels.classic import uniform
from cpsudoku.kernels.randomness import Stream, derive
from tests.rules import is_solution

GRIDS = 6_670_903_752_021_072_936_960
BANDS = 948_109_639_680


@pytest.mark.interpreted
def test_the_table_of_bands_counts_every_band() -> None:
    """Column sets of three boxes are 1680 ordered partitions each; `ways` adds up to all 948,109,639,680 bands."""
    rows = uniform.way_table()
    assert 1680 * 36 * sum(map(sum, rows)) == BANDS
    assert max(map(max, rows)) == 12**3
    assert all(rows[p][q] == rows[q][p] for p in range(0, 280, 7) for q in range(280))


@pytest.mark.interpreted
def test_ways_by_brute_force() -> None:
    """For the column sets of a band counted by hand: rows taking a digit of each set, boxes not overlapping."""
    first = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    ordered = [tuple(zip(*rows)) for rows in _row_orders(first)]
    count = 0
    for a in ordered:
        for b in ordered:
            if all(not set(a[r]) & set(b[r]) for r in range(3)):
                rest = [set(range(9)) - set(a[r]) - set(b[r]) for r in range(3)]
                count += all(all(len(rest[r] & set(block)) == 1 for block in first) for r in range(3))
    assert count == uniform.way_table()[0][0] == 1728


def _row_orders(blocks: list[tuple[int, ...]]) -> list[tuple[tuple[int, ...], ...]]:
    return list(product(*[permutations(block) for block in blocks]))


def test_the_weights_of_all_proposals_count_every_grid() -> None:
    """Over all bands, ways(band 1) times the weights of its completions is the known number of 9x9 grids."""
    ways, moves = uniform.way_table(), uniform.renamings()
    total = 0
    seen = set()
    for pair in product(range(280), repeat=2):
        if pair in seen:
            continue
        # pairs that a renaming of the digits makes alike have as many completions: one of each class is counted
        alike, waiting = {pair}, [pair]
        while waiting:
            p, q = waiting.pop()
            for other in [(images[p], images[q]) for images in moves] + [(q, p)]:
                if other not in alike:
                    alike.add(other)
                    waiting.append(other)
        seen |= alike
        total += len(alike) * ways[pair[0]][pair[1]] * uniform.completions(*pair)
    # 1680 ordered column sets of box 1, six orders of the columns of boxes 2 and 3
    assert total * 1680 * 36 == GRIDS


@pytest.mark.interpreted
def test_grids_are_grids() -> None:
    """What is drawn is a solution of the empty board, and the same for the same stream."""
    for index in range(3):
        grid = uniform.uniform(Stream(derive(5, index)))
        assert is_solution(CLASSIC, grid, bytes(81))
        assert grid == uniform.uniform(Stream(derive(5, index)))


def test_the_sign_is_balanced() -> None:
    """The product of the signs of all 27 permutations is + for half of the grids (within 5 sigma of 4,000)."""
    plus = sum(sign(uniform.uniform(Stream(derive(11, index)))) > 0 for index in range(4000))
    assert abs(plus - 2000) < 5 * 32


def sign(grid: bytes) -> int:
    """Product of the signs of all row, column and box permutations."""
    product = 1
    for house in CLASSIC.houses:
        digits = [grid[cell] for cell in house.cells]
        product *= (-1) ** sum(digits[i] > digits[j] for i in range(9) for j in range(i + 1, 9))
    return product
