"""The solver of method effort, against its description written out once more."""

from __future__ import annotations

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.kernels.general.plain import PlainSearch
from tests.rules import all_solutions, is_solution

pytestmark = pytest.mark.interpreted
PUZZLE = bytes(map(int, "530070000600195000098000060800060003400803001700020006060000280000419005000080079"))


def plain(board: Geometry) -> PlainSearch:
    return PlainSearch(board.side, [house.cells for house in board.houses])


def plainly(board: Geometry, grid: list[int], limit: int, report: list[int]) -> bool:
    """Digits placed and solutions found, into *report*; True where the limit is reached."""
    open_cells = [cell for cell in range(board.size) if not grid[cell]]
    if not open_cells:
        report[1] += 1
        return report[1] == limit
    free = {
        cell: [d for d in range(1, board.side + 1) if all(grid[peer] != d for peer in board.peers[cell])]
        for cell in open_cells
    }
    cell = min(open_cells, key=lambda cell: len(free[cell]))
    for digit in free[cell]:
        report[0] += 1
        grid[cell] = digit
        if plainly(board, grid, limit, report):
            return True
        grid[cell] = 0
    return False


@pytest.mark.parametrize("limit", [0, 1, 2])
@pytest.mark.parametrize("clues", ["1000000000000200", "1000002000030000", "1200000000000000"])
def test_effort_is_what_is_described(clues: str, limit: int) -> None:
    """Digits placed and solutions are those of the plain search."""
    board = boxes(2, 2)
    cells = bytes(map(int, clues))
    report = [0, 0]
    plainly(board, list(cells), limit, report)
    solution, rating, count = plain(board).effort(cells, limit)
    assert (rating, count) == tuple(report)
    assert is_solution(board, solution, cells)
    if limit == 0:
        assert count == len(list(all_solutions(board, cells)))


def test_a_classic_puzzle() -> None:
    """As on the small board; this puzzle takes the 51 digits of its empty cells and no wrong one."""
    report = [0, 0]
    plainly(CLASSIC, list(PUZZLE), 0, report)
    assert plain(CLASSIC).effort(PUZZLE)[1:] == tuple(report) == (51, 1)


def test_interrupted_efforts_are_negative() -> None:
    """The limit is on digits placed; clashing clues take none and have no solution."""
    board = boxes(2, 2)
    assert plain(board).effort(bytes(16), 0, 100)[1] == -100
    assert plain(board).effort(bytes([1, 1, *[0] * 14])) == (None, 0, 0)
    with pytest.raises(ValueError, match="cells"):
        plain(board).effort(bytes(15))
