"""Branches as a measure of hardness."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpsudoku.kernels.classic.branching import branches
from cpsudoku.kernels.search import counted

PUZZLES = Path(__file__).parents[1] / "puzzles"


def cells(name: str, count: int) -> list[bytes]:
    lines = (PUZZLES / f"{name}.txt").read_text().split()[:count]
    return [bytes(int(c) if c.isdigit() else 0 for c in line[:81]) for line in lines]


@pytest.mark.interpreted
def test_puzzles_of_singles_have_none_and_isomorphs_add_up() -> None:
    """A full grid has no branch; more isomorphs have more branches, each some of those of a single search."""
    grid = bytes((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
    (hard,) = cells("hardest_1905_11plus", 1)
    assert next(iter(branches(grid + hard, 1))) == 0
    two, four = (branches(hard, count)[0] for count in (2, 4))
    assert 0 < two < four
    assert counted(hard, 2)[2] / 4 < four / 4 < counted(hard, 2)[2] * 4


def test_hard_puzzles_branch_more() -> None:
    """The least of those rated above 11 branches more than the median of those drawn at random."""
    hard = branches(b"".join(cells("hardest_1905_11plus", 20)), 8)
    drawn = sorted(branches(b"".join(cells("random_minimal", 100)), 8))
    assert min(hard) > 3 * max(1, drawn[len(drawn) // 2])


def test_a_floor_leaves_out_what_is_clearly_below() -> None:
    """Numbers of those at the floor and above are the same with it, those of others are the same or 0."""
    several = b"".join(cells("random_minimal", 60) + cells("hardest_1905_11plus", 40))
    plain = branches(several, 8)
    floor = sorted(plain)[3 * len(plain) // 4]
    left = 0
    for whole, cut in zip(plain, branches(several, 8, floor)):
        assert cut in (whole, 0)
        left += cut == 0 < whole
        assert cut or 2 * 8 * whole < 8 * 8 * floor
    assert left > len(plain) // 4


def test_bad_input() -> None:
    """Half puzzles and numbers out of range are refused."""
    with pytest.raises(ValueError, match="81 bytes a puzzle"):
        branches(b"12", 8)
    with pytest.raises(ValueError, match="1 to 64"):
        branches(bytes(81), 0)
