"""Grids that engines give are checked against the rules before anybody sees them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import BudgetSpent, until
from cpsudoku.engines.block import Answers, Found, Status
from cpsudoku.engines.sat.propagation import board_of
from cpsudoku.errors import EnginesDisagree
from cpsudoku.kernels.classic.verdicts import first_wrong


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


@contextmanager
def _in_time(seconds: float | None) -> Iterator[None]:
    """Raises BudgetSpent where a check takes longer than CHECKING after a search with a limit of time."""
    with until(None if seconds is None else perf_counter() + CHECKING):
        yield


def checked(puzzle: Puzzle, grids: Sequence[bytes], seconds: float | None) -> bool:
    """`check_witnesses`; False where a search with this limit of time leaves too little for it."""
    try:
        with _in_time(seconds):
            check_witnesses(puzzle, grids)
    except BudgetSpent:
        return False
    return True


def check_block(empty: Puzzle, cells: bytes, answers: Answers, seconds: float | None = None) -> None:
    """As `check_witnesses`, for every grid of a block on the board, and under the constraints, of *empty*.

    What takes too long to check, after a search with this limit of *seconds*, becomes unknown.
    """
    size = empty.geometry.size
    if empty.houses_only and empty.geometry.is_classic:
        suspects = _suspects(cells, answers)
    elif empty.houses_only:
        with board_of(empty.geometry) as board:
            wrong = board.first_wrong(answers.grids, cells, answers.statuses, Status.MULTIPLE)
        suspects = [*answers.seconds, *([wrong] if wrong >= 0 else [])]
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
    if empty.houses_only and empty.geometry.is_classic and numbers.count(1) == len(numbers):
        wrong = first_wrong(found.grids, cells, bytes(len(numbers)), 0, 0)  # as good as always
        if wrong < 0:
            return
    starts = found.starts()
    several = [k for k, number in enumerate(numbers) if number > 1]
    suspects = [k for k in several if _repeats(found.grids, size, starts[k], numbers[k])]
    if empty.houses_only:
        clues = b"".join([cells[size * k : size * k + size] * number for k, number in enumerate(numbers)])
        claims = bytes(len(clues) // size)
        if empty.geometry.is_classic:
            wrong = first_wrong(found.grids, clues, claims, 0, 0)
        else:
            with board_of(empty.geometry) as board:
                wrong = board.first_wrong(found.grids, clues, claims, 0)
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


def _suspects(cells: bytes, answers: Answers) -> list[int]:
    """Puzzles of a classic block that have a wrong grid, or two that are the same, as the compiled check says."""
    wrong = first_wrong(answers.grids, cells, answers.statuses, Status.UNIQUE, Status.MULTIPLE)
    suspects = [wrong] if wrong >= 0 else []
    if answers.seconds:
        of = [*answers.seconds]
        clues = b"".join([cells[81 * k : 81 * k + 81] for k in of])
        again = first_wrong(b"".join(answers.seconds.values()), clues, bytes(len(of)), 0, 0)
        suspects += [of[again]] if again >= 0 else []
        suspects += [k for k in of if answers.seconds[k] == answers.grids[81 * k : 81 * k + 81]]
    return suspects
