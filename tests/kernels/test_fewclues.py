"""The kernels behind fewest, small enough to run interpreted too."""

from __future__ import annotations

import pytest

from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.kernels.classic.fewclues import FOUND, NONE, PAUSED, FewClues
from cpsudoku.kernels.general.differences import Differences
from cpsudoku.questions.unavoidable import least

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
