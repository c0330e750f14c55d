"""The random walk for few clues: what it finds are puzzles of the grid, the same each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.kernels.classic.clue_local_search import ClueLocalSearch
from cpsudoku.kernels.general.differences import Differences
from cpsudoku.questions.enumeration import count, solve
from cpsudoku.questions.unavoidable import least

GRID = bytes((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
PUZZLES = Path(__file__).parent.parent / "puzzles" / "17_clue.txt"


def sets(grid: bytes, size: int) -> list[tuple[int, ...]]:
    found, _ = Differences(9, [house.cells for house in CLASSIC.houses], grid).search(size)
    return least(found)


def only(grid: bytes, cells: tuple[int, ...]) -> str:
    return "".join(str(grid[cell]) if cell in cells else "." for cell in range(81))


@pytest.mark.interpreted
def test_a_first_puzzle_is_lowered() -> None:
    """A few steps lead from a random puzzle to a smaller one, with the grid as its only solution."""
    walk = ClueLocalSearch(GRID, sets(GRID, 6), 1)
    assert walk.cells() == tuple(range(81))
    assert walk.run(48, 0)
    first = walk.cells()
    assert not walk.run(10, 1)
    assert len(walk.cells()) < len(first)
    assert int(count(only(GRID, walk.cells()), limit=2)) == 1


@pytest.mark.interpreted
def test_numbers_do_not_depend_on_being_compiled() -> None:
    """The first puzzle and its neighbours are the same compiled and interpreted."""
    walk = ClueLocalSearch(GRID, sets(GRID, 6), 5)
    walk.run(10, 1)
    assert (len(walk.cells()), sum(walk.cells())) == (22, 894)


def test_the_same_start_finds_the_same() -> None:
    """Two walks from one start agree in puzzle and counters; slices make no difference."""
    one, two = (ClueLocalSearch(GRID, sets(GRID, 10), 3) for _ in range(2))
    one.run(10, 300)
    for _ in range(3):
        two.run(10, 100)
    assert (one.cells(), one.counters()) == (two.cells(), two.counters())


@pytest.mark.long
def test_17_clues_are_found_where_they_are() -> None:
    """In grids of puzzles with 17 clues a short walk finds such a puzzle, not always the one it came from."""
    for text in PUZZLES.read_text().split()[:4]:
        grid = solve(text).solutions[0].cells
        walk = ClueLocalSearch(grid, sets(grid, 11), 0)
        assert walk.run(17, 500_000)
        assert len(walk.cells()) == 17
        assert int(count(only(grid, walk.cells()), limit=2)) == 1
