"""The kernels behind fewest, small enough to run interpreted too."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.kernels.classic.fewclues import FOUND, NONE, PAUSED, FewClues
from cpsudoku.kernels.general.differences import Differences
from cpsudoku.kernels.search import search, solve_batch
from cpsudoku.questions.unavoidable import least

PUZZLES = Path(__file__).parents[1] / "puzzles"
GRID = bytes((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
FOUR = bytes.fromhex("01020304030401020201040304030201")


def sets(size: int) -> list[tuple[int, ...]]:
    found, complete = Differences(9, [house.cells for house in CLASSIC.houses], GRID).search(size)
    assert complete
    return least(found)


@pytest.mark.interpreted
def test_smallest_sets_of_a_pattern_grid() -> None:
    """Of four cells there are none but rectangles: two rows, two columns, two boxes, two digits."""
    for members in sets(6):
        assert len({GRID[cell] for cell in members}) >= 2
        assert len({cell // 9 for cell in members}) >= 2
        assert len({cell % 9 for cell in members}) >= 2


@pytest.mark.interpreted
def test_all_sets_of_a_4x4_grid_have_a_first_cell() -> None:
    """Sets come from their first cells, and a bound on nodes says that some may be missing."""
    search = Differences(4, [house.cells for house in boxes(2, 2).houses], FOUR)
    found, complete = search.search(8)
    assert complete
    assert {len(members) for members in found} >= {4}
    assert search.search(8, 3)[1] is False


@pytest.mark.interpreted
def test_few_clues_are_refuted_at_once() -> None:
    """Disjoint unavoidable sets outnumber five clues; the search ends without a branch to try."""
    run = FewClues(GRID, sets(6), 5)
    assert run.run(1_000) == NONE
    assert run.counters()[0] < 1_000


@pytest.mark.interpreted
def test_many_clues_are_found_and_bounds_pause() -> None:
    """40 clues will do for any grid; a slice of branches leaves the search where it can go on."""
    run = FewClues(GRID, sets(6), 40)
    while (status := run.run(50)) == PAUSED:
        pass
    assert status == FOUND
    assert len(run.cells()) <= 40
    slow = FewClues(GRID, sets(6), 14)
    assert slow.run(20) == PAUSED
    assert slow.counters()[0] >= 20


def forced(solution: bytes, cells: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Sets of one cell, which make clues of *cells*, and the smallest of the grid."""
    found, _ = Differences(9, [house.cells for house in CLASSIC.houses], solution).search(8)
    return [(cell,) for cell in cells] + least(found)


def outcome(solution: bytes, cells: tuple[int, ...], most: int) -> int:
    run = FewClues(solution, forced(solution, cells), most)
    while (status := run.run(100_000)) == PAUSED:
        pass
    if status == FOUND:
        clues = run.cells()
        assert len(clues) <= most
        assert solve_batch(bytes(d if c in clues else 0 for c, d in enumerate(solution)), 2, 0)[0][0] == 1
    return status


@pytest.mark.parametrize("at", range(4))
def test_two_clues_more_exactly_where_a_pair_of_cells_will_do(at: int) -> None:
    """With all but three clues of a puzzle forced, two others are found exactly where trying all pairs finds some."""
    line = (PUZZLES / "random_minimal.txt").read_text().split()[at]
    puzzle = bytes(int(c) if c.isdigit() else 0 for c in line[:81])
    ((solution,), *_) = search(puzzle)
    clues = [cell for cell in range(81) if puzzle[cell]]
    verdicts = set()
    for k in range(0, len(clues) - 3, 3):
        kept = tuple(clues[:k] + clues[k + 3 :])
        others = [cell for cell in range(81) if cell not in kept]
        rest = bytearray(d if c in kept else 0 for c, d in enumerate(solution))
        tried = []
        for pair in combinations(others, 2):
            more = bytearray(rest)
            for cell in pair:
                more[cell] = solution[cell]
            tried.append(bytes(more))
        expected = FOUND if 1 in solve_batch(b"".join(tried), 2, 0)[0] else NONE
        assert outcome(solution, kept, len(kept) + 2) == expected
        assert outcome(solution, kept, len(kept) + 3) == FOUND
        verdicts.add(expected)
    assert NONE in verdicts


@pytest.mark.parametrize("at", range(6))
def test_17_clues_are_found_again(at: int) -> None:
    """With ten of the clues forced, seven others that do come from the search of the last clues; five never do."""
    line = (PUZZLES / "17_clue.txt").read_text().split()[at]
    puzzle = bytes(int(c) if c.isdigit() else 0 for c in line[:81])
    ((solution,), *_) = search(puzzle)
    clues = tuple(cell for cell in range(81) if puzzle[cell])
    assert len(clues) == 17
    for k in (0, 3, 7):
        assert outcome(solution, clues[k : k + 10], 17) == FOUND
        assert outcome(solution, clues[k : k + 10], 15) == NONE
