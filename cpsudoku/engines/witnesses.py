"""Grids that engines give are checked against the rules before anybody sees them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from time import perf_counter

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import BudgetSpent, until
from cpsudoku.engines.block import Answers, Found, Status
from cpsudoku.engines.sat.propagation import board_of
from cpsudoku.errors import EnginesDisagree
from cpsudoku.kernels.classic.grid_check import first_wrong


def check_witnesses(puzzle: Puzzle, grids: Sequence[bytes], engine: str = "an engine") -> None:
    """Raises EnginesDisagree where a grid is no solution of the puzzle, or given twice."""
    if not puzzle.houses_only:
        right = all(map(puzzle.is_solved_by, grids))
    else:
        with board_of(puzzle.geometry) as board:
            right = all(board.is_solution(grid, puzzle.cells) for grid in grids)
    if not right or len(set(grids)) != len(grids):
        raise EnginesDisagree(f"{engine} gave a wrong grid for {puzzle.line() if puzzle.houses_only else puzzle!r}")


CHECKING = 0.25
"""Seconds for checking what was found within a limit of time: some rules take long to check."""
UNCHECKED = "gave up before a solution that was found could be checked"


def checked(puzzle: Puzzle, grids: Sequence[bytes], seconds: float | None) -> bool:
    """`check_witnesses`; False where a search with this limit of time leaves too little for it."""
    try:
        with until(None if seconds is None else perf_counter() + CHECKING):
            check_witnesses(puzzle, grids)
    except BudgetSpent:
        return False
    return True


def check_block(empty: Puzzle, cells: bytes, answers: Answers, seconds: float | None = None) -> None:
    """As `check_witnesses`, for every grid of a block on the board, and under the constraints, of *empty*.

    What takes too long to check, after a search with this limit of *seconds*, becomes unknown.
    """
    size = empty.geometry.size
    if empty.houses_only:
        suspects = _suspects(empty, cells, answers)
    else:
        suspects = [k for k, status in enumerate(answers.statuses) if status <= Status.MULTIPLE]
    for k in suspects:
        start = k * size
        grids = [answers.grids[start : start + size], *([answers.seconds[k]] if k in answers.seconds else [])]
        if not checked(Puzzle.trusted(cells[start : start + size], empty.geometry, empty.constraints), grids, seconds):
            answers.forget(k, size, UNCHECKED)


def check_found(empty: Puzzle, cells: bytes, found: Found, seconds: float | None = None) -> None:
    """As `check_witnesses`, for every grid that was found of a block's puzzles; see `check_block`."""
    size = empty.geometry.size
    numbers = found.numbers
    if not found.grids:
        return
    if empty.houses_only and numbers.count(1) == len(numbers):  # the usual case
        wrong = _first_wrong(empty.geometry, found.grids, cells, bytes(len(numbers)))
        if wrong < 0:
            return
    starts = found.starts()
    several = [k for k, number in enumerate(numbers) if number > 1]
    suspects = [k for k in several if _repeats(found.grids, size, starts[k], numbers[k])]
    if empty.houses_only:
        clues = b"".join([cells[size * k : size * k + size] * number for k, number in enumerate(numbers)])
        wrong = _first_wrong(empty.geometry, found.grids, clues, bytes(len(clues) // size))
        suspects += [bisect_right(starts, wrong) - 1] if wrong >= 0 else []
    else:
        suspects = [k for k, number in enumerate(numbers) if number]
    late: list[int] = []
    for k in suspects:
        grids = [found.grids[size * at : size * at + size] for at in range(starts[k], starts[k] + numbers[k])]
        puzzle = Puzzle.trusted(cells[size * k : size * k + size], empty.geometry, empty.constraints)
        if not checked(puzzle, grids, seconds):
            late.append(k)
    found.forget(late, size, UNCHECKED)


def _repeats(grids: bytes, size: int, first: int, number: int) -> bool:
    return len({grids[size * at : size * at + size] for at in range(first, first + number)}) < number


def _suspects(empty: Puzzle, cells: bytes, answers: Answers) -> list[int]:
    """Puzzles of a block that have a wrong grid, or two that are the same, as the compiled check says."""
    size = empty.geometry.size
    wrong = _first_wrong(empty.geometry, answers.grids, cells, answers.statuses)
    suspects = [wrong] if wrong >= 0 else []
    if answers.seconds:
        several = [*answers.seconds]
        clues = b"".join([cells[size * k : size * k + size] for k in several])
        again = _first_wrong(empty.geometry, b"".join(answers.seconds.values()), clues, bytes(len(several)))
        suspects += [several[again]] if again >= 0 else []
        suspects += [k for k in several if answers.seconds[k] == answers.grids[size * k : size * k + size]]
    return suspects


def _first_wrong(geometry: Geometry, grids: bytes, clues: bytes, statuses: bytes) -> int:
    """The first of these puzzles whose grid is no solution, -1 where all are; those without a grid are left out."""
    if geometry.is_classic:
        return int(first_wrong(grids, clues, statuses, Status.UNIQUE, Status.MULTIPLE))
    with board_of(geometry) as board:
        return int(board.first_wrong(grids, clues, statuses, Status.MULTIPLE))
