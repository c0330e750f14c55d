"""Puzzles and solutions: immutable, equal by value, rebuilt by their repr."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku import Geometry, Puzzle, Solution, solutions
from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.constraints import parse
from cpsudoku.errors import CpSudokuError, NoSuchCell, NotASolution, NotationError

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


BOARDS = [
    Geometry.shaped(4, 4, 0, 3, [[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]], True),
    Geometry.shaped(2, 3, 5, 8, [], True),
    boxes(2, 3),
    CLASSIC,
]


def test_cells_are_text_or_bytes() -> None:
    """A text is read as `parse` reads it; bytes are cells."""
    with pytest.raises(NotationError, match="81 cells; a board of 81x81 has 6561; a size is that of a box: 3x3 for 81"):
        Puzzle.parse("." * 81, geometry=boxes(9, 9))
    with pytest.raises(NotationError, match="4 cells; a board of 4x4 has 16"):
        Puzzle("1...", Geometry(2, 2))
    assert Puzzle("1" + "." * 15, Geometry(2, 2)) == Puzzle(bytes([1, *bytes(15)]), Geometry(2, 2))
    with pytest.raises(NotationError, match="digit 46 in r1c1"):
        Puzzle(b"." * 81)


def test_a_puzzle_is_its_cells_in_order() -> None:
    """It iterates, has a length and is indexed by row and column, by name and by number; open cells are None."""
    puzzle = Puzzle("1..4" + "." * 12)
    assert list(puzzle) == [1, None, None, 4] + [None] * 12
    assert len(puzzle) == 16
    assert puzzle[0, 3] == puzzle["r1c4"] == puzzle[3] == puzzle[0, -1] == 4
    assert puzzle[1, 0] is puzzle["r2c1"] is None
    for place in ((4, 0), (0, 4, 0), "r5c1", "x", 16, 1.5, slice(2)):
        with pytest.raises(NoSuchCell, match=r"no cell of this board; accepted: \[row, column\]"):
            puzzle[place]  # type: ignore[index]
    assert Puzzle("0..3" + "." * 12, BOARDS[0])[0, 0] == 0, "a digit, not an open cell"


def test_further_rules_join_those_of_the_text() -> None:
    """`constraints` of the constructor come after the rules that a puzzle or text has; how they were read is kept."""
    knight, king = (parse(f"anti-{piece}").on(CLASSIC) for piece in ("knight", "king"))
    with_knight = Puzzle("." * 81, constraints=[knight]).with_rules_read("guessed")
    both = Puzzle(with_knight, constraints=[king])
    assert both.constraints == (knight, king)
    assert both.rules_read == "guessed"
    assert Puzzle(with_knight) == with_knight


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_a_grid_of_every_shape_solves_its_puzzle(board: Geometry) -> None:
    """`is_solved_by` takes a Solution, a Puzzle, a text, nested lists, an array, a data frame and bytes; each says the
    same, and a wrong digit or an empty cell is no solution."""
    import pandas as pd

    solution = next(iter(solutions(Puzzle(bytes(board.size), board))))
    puzzle = solution.puzzle.only(range(0, board.size, 3))
    empty = Puzzle(bytes([0, *solution.cells[1:]]), board)
    swapped = Puzzle(bytes([solution.cells[1], solution.cells[0], *solution.cells[2:]]), board)
    for grid, expected in ((solution, True), (solution.puzzle, True), (empty, False), (swapped, False)):
        lists, array = grid.to_list(), grid.to_array()
        shapes = [grid, grid.cells, str(grid), grid.line(), lists, tuple(map(tuple, lists)), array, pd.DataFrame(array)]
        assert [puzzle.is_solved_by(shape) for shape in shapes] == [expected] * len(shapes)


@pytest.mark.parametrize(
    "grid",
    [None, 5, b"", b"\x01" * 80, GRID.encode(), GRID[:-1], "", [[1, 2], [3, 4]], Solution.parse("1234341221434321")],
)
def test_what_is_no_grid_of_the_board_is_an_error(grid: object) -> None:
    """Anything else than a grid of the puzzle's board is refused, not called wrong."""
    with pytest.raises(CpSudokuError):
        Puzzle(bytes(81)).is_solved_by(grid)  # type: ignore[arg-type]


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
