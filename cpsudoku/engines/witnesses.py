"""Grids that engines give are checked against the rules before anybody sees them."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.block import Answers, Status
from cpsudoku.engines.sat.propagation import board_of
from cpsudoku.errors import EnginesDisagree


def check_witnesses(puzzle: Puzzle, grids: Sequence[bytes]) -> None:
    """Raises EnginesDisagree where a grid is no solution of the puzzle, or given twice."""
    if not puzzle.houses_only:
        right = all(map(puzzle.is_solved_by, grids))
    else:
        with board_of(puzzle.geometry) as board:
            right = all(board.is_solution(grid, puzzle.cells) for grid in grids)
    if not right or len(set(grids)) != len(grids):
        raise EnginesDisagree(f"an engine gave a wrong grid for {puzzle.line() if puzzle.houses_only else puzzle!r}")


def check_block(empty: Puzzle, cells: bytes, answers: Answers) -> None:
    """As `check_witnesses`, for every grid of a block on the board, and under the constraints, of *empty*."""
    size = empty.geometry.size
    if empty.houses_only:
        with board_of(empty.geometry) as board:
            wrong = board.first_wrong(answers.grids, cells, answers.statuses, Status.MULTIPLE)
        if wrong < 0 and not answers.seconds:
            return
        suspects = [*answers.seconds, *([wrong] if wrong >= 0 else [])]
    else:
        suspects = [k for k, status in enumerate(answers.statuses) if status <= Status.MULTIPLE]
    for k in suspects:
        start = k * size
        grids = [answers.grids[start : start + size], *([answers.seconds[k]] if k in answers.seconds else [])]
        check_witnesses(Puzzle.trusted(cells[start : start + size], empty.geometry, empty.constraints), grids)
