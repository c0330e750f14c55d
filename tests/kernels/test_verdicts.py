"""Blocks of classic puzzles: verdicts, singles to the end, clues to spare."""

from __future__ import annotations

import random

import pytest

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.kernels import compiled
from cpsudoku.kernels.classic import verdicts
from cpsudoku.kernels.general.backtrack import Backtracker
from cpsudoku.kernels.general.singles import SOLVED, Propagator
from tests.rules import is_solution

pytestmark = pytest.mark.interpreted
HOUSES = [house.cells for house in CLASSIC.houses]
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MINIMAL = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def block(count: int) -> bytes:
    """Puzzles with one, several and no solution: clues of two puzzles dropped, some changed."""
    draw = random.Random(11)
    rows = bytearray()
    for k in range(count):
        cells = bytearray(Puzzle.parse((EASY, MINIMAL)[k % 2 if compiled() else 0]).cells)
        for cell in draw.sample(range(81), k % 4 * 3):
            cells[cell] = 0 if k % 3 else draw.randrange(10)
        rows += cells
    return bytes(rows)


def counts(cells: bytes) -> list[int]:
    """Solutions of each puzzle up to two, by the kernel for any board."""
    board = Backtracker(9, HOUSES)
    found = []
    for at in range(0, len(cells), 81):
        board.start(cells[at : at + 81])
        found.append(board.count(2))
    return found


def test_counted_to_two() -> None:
    """Counts are those of the kernel for any board; grids are solutions, second ones others."""
    cells = block(60 if compiled() else 8)
    numbers, grids, seconds = verdicts.counted_to_two(cells)
    assert list(numbers) == counts(cells)
    assert set(numbers) == ({0, 1, 2} if compiled() else set(numbers))
    second = iter(seconds[at : at + 81] for at in range(0, len(seconds), 81))
    for k, number in enumerate(numbers):
        grid, puzzle = grids[81 * k : 81 * k + 81], cells[81 * k : 81 * k + 81]
        assert is_solution(CLASSIC, grid, puzzle) if number else grid == bytes(81)
        if number == 2:
            other = next(second)
            assert other != grid
            assert is_solution(CLASSIC, other, puzzle)
    assert next(second, None) is None
    assert verdicts.counted_to_two(b"") == (b"", b"", b"")
    with pytest.raises(ValueError, match="81 bytes a puzzle"):
        verdicts.counted_to_two(bytes(80))


def test_by_singles() -> None:
    """What vectors fill by singles alone is exactly what the kernel for any board does, with the same grids."""
    cells = block(60 if compiled() else 4)
    filled, grids = verdicts.by_singles(cells)
    if not compiled():
        assert set(filled) == {0}
        return
    board = Propagator(9, HOUSES)
    alone = [board.load(cells[at : at + 81]) == SOLVED for at in range(0, len(cells), 81)]
    assert [bool(done) for done in filled] == alone or not any(filled)  # no vectors on this processor
    for k, done in enumerate(filled):
        grid, puzzle = grids[81 * k : 81 * k + 81], cells[81 * k : 81 * k + 81]
        if done:
            assert is_solution(CLASSIC, grid, puzzle)
        else:  # the same puzzle, with digits that singles place
            state = board.load(puzzle)
            values = board.values()
            assert board.load(grid) == state
            assert state != 0 or board.values() == values
            assert all(clue in (0, digit) for clue, digit in zip(puzzle, grid))


def test_spare_clues() -> None:
    """A clue named can go; where none is named each is needed; puzzles without one solution are not asked about."""
    cells = block(40 if compiled() else 4)
    numbers, grids, _ = verdicts.counted_to_two(cells)
    spare = verdicts.spare_clues(cells, grids, numbers)
    kinds = set()
    for k, cell in enumerate(spare):
        puzzle = cells[81 * k : 81 * k + 81]
        without = [puzzle[:c] + b"\0" + puzzle[c + 1 :] for c in range(81) if puzzle[c]]
        kinds.add(min(cell, verdicts.NEEDED) if cell < 81 else cell)
        if numbers[k] != 1:
            assert cell == verdicts.UNASKED
        elif cell == verdicts.NEEDED:
            assert set(counts(b"".join(without))) == {2}
        else:
            assert counts(puzzle[:cell] + b"\0" + puzzle[cell + 1 :]) == [1]
    assert not compiled() or {verdicts.UNASKED, verdicts.NEEDED} < kinds
