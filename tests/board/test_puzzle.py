"""Puzzles and solutions: immutable, equal by value, rebuilt by their repr."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku import Geometry, Puzzle, Solution
from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.errors import NotASolution, NotationError

GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@given(st.lists(st.integers(0, 6), min_size=36, max_size=36))
def test_repr_and_text_rebuild(cells: list[int]) -> None:
    """repr is an expression for an equal puzzle; the drawn grid reads back as the same puzzle."""
    puzzle = Puzzle(bytes(cells), boxes(2, 3))
    assert eval(repr(puzzle), {"Puzzle": Puzzle, "Geometry": Geometry}) == puzzle
    assert Puzzle.parse(str(puzzle), boxes(2, 3)) == puzzle
    assert Puzzle.parse(puzzle.line(), boxes(2, 3)) == puzzle
    assert dict(puzzle.clues) == {cell: digit for cell, digit in enumerate(cells) if digit}
    assert puzzle.clue_count == len(puzzle.clues)


def test_solution_is_checked() -> None:
    """A grid in which some house is no permutation cannot be a Solution; the error names the house."""
    solution = Solution.parse(GRID)
    assert eval(repr(solution), {"Solution": Solution}) == solution
    swapped = GRID[1] + GRID[0] + GRID[2:]
    with pytest.raises(NotASolution, match="column 1"):
        Solution.parse(swapped)
    with pytest.raises(NotASolution, match="row 1"):
        Solution.parse("." + GRID[1:])


def test_wrong_cells() -> None:
    """A wrong length and a digit beyond the side are refused, with the cell."""
    with pytest.raises(NotationError, match="80 cells"):
        Puzzle(bytes(80))
    with pytest.raises(NotationError, match="digit 10 in r9c9"):
        Puzzle(bytes(80) + b"\n")


def test_relations() -> None:
    """clash, only, extends and difference mean what they say."""
    solution = Solution.parse(GRID)
    puzzle = solution.puzzle.only([0, 10, 80])
    assert puzzle.clues == ((0, 5), (10, 7), (80, 9))
    assert solution.extends(puzzle)
    assert puzzle.clash() is None
    clashing = Puzzle(bytes([5, 0, 0, 5]) + bytes(77))
    assert clashing.clash() == (0, 3)
    for seed in range(40):
        rng = random.Random(seed)
        cells = bytes(rng.randint(1, 9) if rng.random() < 0.1 else 0 for _ in range(81))
        pairs = [(a, b) for a in range(81) for b in CLASSIC.peers[a] if a < b and cells[a] and cells[a] == cells[b]]
        assert Puzzle(cells).clash() == min(pairs, default=None)
    assert not solution.extends(clashing)
    other = Solution(bytes((d % 9) + 1 for d in solution.cells))
    assert solution.difference(other) == tuple(range(81))
    assert solution.difference(solution) == ()


def test_immutable() -> None:
    """Puzzles cannot be changed and serve as dictionary keys."""
    puzzle = Puzzle(bytes(81))
    with pytest.raises(AttributeError):
        puzzle.cells = bytes(81)  # type: ignore[misc]
    assert {puzzle: 1}[Puzzle(bytes(81), CLASSIC)] == 1


def test_large_boards_in_integers() -> None:
    """Beyond side 35 a line is blank-separated integers, and reads back."""
    board = boxes(6, 6)
    puzzle = Puzzle(bytes([36, 0, 7]) + bytes(board.size - 3), board)
    assert puzzle.line().startswith("36 . 7 .")
    assert Puzzle.parse(puzzle.line(), board) == puzzle
