"""The search kernel for boards of any side, compiled or (with --interpreted) as plain Python."""

from __future__ import annotations

import pytest

from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.kernels import compiled
from cpsudoku.kernels.general.backtrack import Backtracker

pytestmark = pytest.mark.interpreted
INTERPRETED = not compiled("cpsudoku.kernels.general.backtrack")


def backtracker(geometry: Geometry) -> Backtracker:
    return Backtracker(geometry.side, [house.cells for house in geometry.houses])


def test_all_grids_of_4x4() -> None:
    """There are 288 grids with 2x2 boxes; each is found once and is valid."""
    board = backtracker(boxes(2, 2))
    board.start(bytes(16))
    grids = set()
    while board.resume() == 1:
        grid = board.grid()
        assert all({grid[cell] for cell in house.cells} == {1, 2, 3, 4} for house in boxes(2, 2).houses)
        grids.add(grid)
    assert len(grids) == 288
    assert board.resume() == 0


@pytest.mark.skipif(INTERPRETED, reason="39,168 grids take long as plain Python")
def test_all_grids_of_6x6() -> None:
    """There are 28,200,960 grids with 2x3 boxes: 720 times those whose first row is 1 2 3 4 5 6."""
    board = backtracker(boxes(2, 3))
    board.start(bytes(range(1, 7)) + bytes(30))
    assert 720 * board.count(0) == 28_200_960


def test_search_can_be_left_and_resumed() -> None:
    """Stopping after every branch changes neither the number of solutions nor of branches."""
    whole, pieces = backtracker(boxes(2, 2)), backtracker(boxes(2, 2))
    whole.start(bytes(16))
    pieces.start(bytes(16))
    found = 0
    while (answer := pieces.resume(1)) != 0:
        found += answer == 1
    assert found == whole.count(0)
    assert pieces.branches() == whole.branches()


def test_a_board_is_used_again() -> None:
    """A search left half-way, or begun with contradictory clues, leaves nothing behind for the next one."""
    board = backtracker(boxes(2, 2))
    board.start(bytes(16))
    board.resume(3)
    board.start(bytes([1, 1]) + bytes(14))
    assert board.count(0) == 0
    board.start(bytes([1, 2, 3, 4]) + bytes(12))
    assert board.count(0) == 12


def test_node_bound() -> None:
    """A count stopped by the bound is negative and tells how many solutions it had."""
    board = backtracker(boxes(2, 2))
    board.start(bytes(16))
    assert -289 < board.count(0, 100) < -1
    board.start(bytes(16))
    assert board.count(0, 0) == -1


def test_refuses_what_it_cannot_hold() -> None:
    """Sides above 64 and clue strings of a wrong length are refused."""
    with pytest.raises(ValueError, match="2 to 64"):
        Backtracker(65, [])
    with pytest.raises(ValueError, match="16 cells"):
        backtracker(boxes(2, 2)).start(bytes(15))
