"""Trades of a clue for another, against all trades there are."""

from __future__ import annotations

import pytest

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.engines.registry import engine
from cpsudoku.generation.aiming.search import counts_of, spare, without
from cpsudoku.kernels.classic.neighbours import trades
from cpsudoku.kernels.classic.probing import resistances
from cpsudoku.kernels.search import count_batch
from tests.rules import is_solution

PUZZLE = bytes(map(int, "800000000003600000070090200050007000000045700000100030001000068008500010090000400"))


def changed(cells: bytes) -> tuple[int, int]:
    """Clues of PUZZLE that went or changed, and clues that came or changed."""
    pairs = [pair for pair in zip(PUZZLE, cells, strict=True) if pair[0] != pair[1]]
    return sum(old > 0 for old, _ in pairs), sum(new > 0 for _, new in pairs)


def all_of_one_clue() -> set[bytes]:
    """Every minimal puzzle that differs from PUZZLE in one clue, where there are not too many solutions without it."""
    swapped = []
    clues = [cell for cell in range(81) if PUZZLE[cell]]
    rivals = count_batch(b"".join(without(PUZZLE, [[cell] for cell in clues])), 128)
    for gone in (cell for cell, count in zip(clues, rivals, strict=True) if count < 128):
        for cell in range(81):
            for digit in range(1, 10):
                tried = bytearray(PUZZLE)
                tried[gone] = 0
                if not tried[cell]:
                    tried[cell] = digit
                    swapped.append(bytes(tried))
    unique = [cells for cells, count in zip(swapped, counts_of(swapped)) if count == 1 and cells != PUZZLE]
    return {cells for cells in unique if not any(spare(cells))}


def test_all_trades_for_one_clue_are_found() -> None:
    """Those and no others, but for those that lose more clues: they can be spared."""
    found = {cells for cells, _, _ in trades(1, PUZZLE, 0)}
    assert {cells for cells in found if changed(cells) == (1, 1)} == all_of_one_clue()
    assert all(came == 1 for cells in found for _, came in [changed(cells)])


def test_a_floor_leaves_the_others_out() -> None:
    """What resists nested trials is found with each floor; below, some may be missed, and none is too low."""
    levels = {cells: level for cells, _, level in trades(1, PUZZLE, 0)}
    for floor in (850, 950, 1000):
        found = {cells: level for cells, _, level in trades(1, PUZZLE, floor)}
        assert all(level >= floor and levels.get(cells, level) == level for cells, level in found.items())
        assert {cells for cells, level in found.items() if level == 1000} == {
            cells for cells, level in levels.items() if level == 1000
        }


@pytest.mark.parametrize("floor", [0, 700, 1000])
def test_puzzles_are_unique_minimal_and_resist(floor: int) -> None:
    """Each has the one solution it comes with, no clue to spare, and the resistance that was asked for."""
    found = trades(2, PUZZLE, floor)
    assert found
    levels = resistances(b"".join(cells for cells, _, _ in found), False)
    assert [level for _, _, level in found] == list(levels)
    assert min(levels) >= floor
    assert set(counts_of([cells for cells, _, _ in found])) == {1}
    for cells, grid, _ in found[:20]:
        assert is_solution(CLASSIC, grid, cells)
        assert not any(spare(cells))


def test_trades_by_another_engine() -> None:
    """Unique by an engine that has no part in it, and again the same."""
    found = trades(3, PUZZLE, 700)
    assert found == trades(3, PUZZLE, 700)
    for cells, grid, level in found:
        assert engine("dlx", CLASSIC).search(cells, 2).solutions == (grid,)
        assert 700 <= level <= 1000


def test_bad_input() -> None:
    """Half puzzles and floors out of range are refused."""
    with pytest.raises(ValueError, match="a puzzle has 81"):
        trades(1, b"12", 0)
    with pytest.raises(ValueError, match="it is 0 to 1000"):
        trades(1, PUZZLE, 1001)
