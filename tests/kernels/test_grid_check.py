"""Classic grids checked, and second solutions as witnesses that clues are needed."""

from __future__ import annotations

import pytest

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.kernels import compiled
from cpsudoku.kernels.classic.exchanges import unavoidable_sets
from cpsudoku.kernels.classic.grid_check import ALL_SHOWN, first_wrong, unwitnessed
from cpsudoku.kernels.classic.rivals import second_solutions
from cpsudoku.kernels.classic.verdicts import counted_to_two
from tests.kernels.test_verdicts import EASY, block
from tests.rules import is_solution

pytestmark = pytest.mark.interpreted


def test_first_wrong() -> None:
    """A grid with a digit changed anywhere, rows exchanged, or a clue not kept is found; only claimed ones count."""
    cells = Puzzle.parse(EASY).cells
    _, grid, _ = counted_to_two(cells)
    numbers = b"\1\1\1"
    assert first_wrong(grid * 3, bytes(243), numbers, 1, 2) == -1
    for cell in range(81):
        for digit in (0, grid[cell] % 9 + 1, 10, 16 + grid[cell], 255):
            changed = grid[:cell] + bytes([digit]) + grid[cell + 1 :]
            assert first_wrong(grid + changed + grid, bytes(243), numbers, 1, 2) == 1
            assert first_wrong(grid + changed + grid, bytes(243), b"\1\0\1", 1, 2) == -1
    renamed = grid.translate(bytes([0, 2, 1, *range(3, 256)]))  # a right grid, of another puzzle
    assert first_wrong(renamed, bytes(81), b"\1", 1, 2) == -1
    assert first_wrong(renamed, cells, b"\1", 1, 2) == 0
    rows = grid[9:18] + grid[:9] + grid[18:]
    crossed = rows[:27] + rows[54:] + rows[27:54]
    assert first_wrong(crossed, bytes(81), b"\1", 1, 2) == -1
    assert first_wrong(grid[:18] + grid[27:36] + grid[18:27] + grid[36:], bytes(81), b"\1", 1, 2) == 0
    with pytest.raises(ValueError, match="are not 2 puzzles"):
        first_wrong(grid, grid, b"\1\1", 1, 2)


def without(cells: bytes, cell: int) -> bytes:
    """The puzzle without a clue."""
    return cells[:cell] + b"\0" + cells[cell + 1 :]


def test_second_solutions_are_witnesses() -> None:
    """A clue has a second solution exactly where it is needed, and the check accepts exactly these."""
    cells = block(24 if compiled() else 4)
    numbers, grids, _ = counted_to_two(cells)
    unique = [k for k, number in enumerate(numbers) if number == 1]
    puzzles = [cells[81 * k : 81 * k + 81] for k in unique]
    found = second_solutions(b"".join(puzzles), b"".join(grids[81 * k : 81 * k + 81] for k in unique))
    seconds = iter([found[at : at + 81] for at in range(0, len(found), 81)])
    spare = []
    for puzzle in puzzles:
        for cell in [cell for cell, digit in enumerate(puzzle) if digit]:
            second = next(seconds)
            needed = counted_to_two(without(puzzle, cell))[0] == b"\2"
            assert needed == (second != bytes(81))
            if needed:
                assert is_solution(CLASSIC, second, without(puzzle, cell))
                assert second[cell] != puzzle[cell]
            elif len(spare) < len(puzzles) and (not spare or spare[-1][0] != puzzle):
                spare.append((puzzle, cell))
    assert next(seconds, None) is None
    first = dict(spare)
    assert list(unwitnessed(b"".join(puzzles), found)) == [first.get(puzzle, ALL_SHOWN) for puzzle in puzzles]
    assert not compiled() or {ALL_SHOWN} < set(unwitnessed(b"".join(puzzles), found))


def test_a_wrong_witness_is_found() -> None:
    """The solution itself, a witness of another clue, and one changed in any cell show nothing."""
    cells = Puzzle.parse(EASY).cells
    for cell in range(81):
        if counted_to_two(without(cells, cell))[0] == b"\1":
            cells = without(cells, cell)
    _, grid, _ = counted_to_two(cells)
    found = second_solutions(cells, grid)
    clues = [cell for cell, digit in enumerate(cells) if digit]
    seconds = [found[at : at + 81] for at in range(0, len(found), 81)]
    k = 3
    assert unwitnessed(cells, found) == bytes([ALL_SHOWN])
    wrong = [grid, bytes(81), *(second for second in seconds if second != seconds[k])]
    wrong += [without(seconds[k], cell) for cell in range(81)]
    wrong += [seconds[k][:cell] + bytes([seconds[k][cell] % 9 + 1]) + seconds[k][cell + 1 :] for cell in range(81)]
    for second in wrong:
        assert unwitnessed(cells, b"".join([*seconds[:k], second, *seconds[k + 1 :]])) == bytes([clues[k]])
    with pytest.raises(ValueError, match="a grid for each"):
        unwitnessed(cells, found[81:])
    with pytest.raises(ValueError, match="81 bytes a puzzle"):
        unwitnessed(bytes(80), b"")
    with pytest.raises(ValueError, match="bytes of grids"):
        second_solutions(cells, b"")
    assert unwitnessed(b"", b"") == second_solutions(b"", b"") == b""


def test_every_exchange_is_a_solution() -> None:
    """Of each unavoidable set, a puzzle with one clue of it alone gets a second solution that differs in the set."""
    _, grid, _ = counted_to_two(Puzzle.parse(EASY).cells)
    for members in unavoidable_sets(grid)[:: 1 if compiled() else 40]:
        for cell in members:
            cells = bytes(0 if place in members and place != cell else digit for place, digit in enumerate(grid))
            found = second_solutions(cells, grid)
            at = 81 * (cell - cells[:cell].count(0))
            assert is_solution(CLASSIC, found[at : at + 81], without(cells, cell))
            assert found[at + cell] != grid[cell]
