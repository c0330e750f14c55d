"""What an outcome says about a puzzle, and whether two of them can both be right."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.engine import Outcome
from cpsudoku.errors import EnginesDisagree, UsageError

TASKS = {"unique": 2, "solve": 1, "count": 0}
"""Task -> the limit on solutions an engine is given."""
UNKNOWN = "unknown"
REFUSED = "refused"
"""What an engine says of a puzzle whose rules it does not serve."""


def limit_of(task: str) -> int:
    """The limit of a task. Raises UsageError for an unknown one."""
    if task not in TASKS:
        raise UsageError(f"task {task!r} is unknown; known: {', '.join(TASKS)}")
    return TASKS[task]


def answer_of(outcome: Outcome, task: str) -> str:
    """The answer in a word or two, the same for engines that agree; "unknown" where a limit ended the search."""
    if outcome.why:
        return UNKNOWN
    count = len(outcome.solutions)
    if task == "count":
        return f"{count} solutions" if count != 1 else "1 solution"
    if not count:
        return "impossible"
    if task == "solve":
        return "solved"
    if count > 1:
        return "multiple"
    return "unique"


def fault_of(puzzle: Puzzle, grid: bytes) -> str:
    """Why *grid* is no solution of *puzzle*, in words; empty where it is one. Shares nothing with the engines.

    Constraints are asked by their definitions.
    """
    geometry = puzzle.geometry
    shift = geometry.lo - 1
    for cell, digit in enumerate(grid):
        if not 1 <= digit <= geometry.side:
            return f"{geometry.name_of(cell)} holds no digit"
    for house in geometry.houses:
        if len({grid[cell] for cell in house.cells}) < len(house.cells):
            return (
                f"{house.name} is not 1 to {geometry.side} once each"
                if geometry.layout is None
                else f"{house.name} holds a digit twice"
            )
    for cell, digit in puzzle.clues:
        if grid[cell] != digit:
            return f"{geometry.name_of(cell)} is {grid[cell] + shift}, its clue {digit + shift}"
    values = [digit + shift for digit in grid]
    for constraint in puzzle.constraints:
        if not constraint.holds(values):
            return f"it breaks {constraint.describe()}"
    return ""


def check(puzzle: Puzzle, place: str, outcomes: Iterable[tuple[str, Outcome]], task: str) -> None:
    """Raises EnginesDisagree, naming the puzzle, where an answer cannot be right beside the others.

    Each outcome comes with the label of its engine. Every solution is checked against rules and
    clues, distinctness included; solutions of a search that was cut off count as well.
    """
    heard: tuple[str, str] | None = None
    most: tuple[int, str] = (0, "")
    unique: tuple[bytes, str] | None = None
    complete: tuple[int, str] | None = None
    for label, outcome in outcomes:
        for grid in outcome.solutions:
            fault = fault_of(puzzle, grid)
            if fault:
                raise EnginesDisagree(f"{_name(puzzle, place)}: {label} gave a grid that is no solution: {fault}")
        if len(set(outcome.solutions)) < len(outcome.solutions):
            raise EnginesDisagree(f"{_name(puzzle, place)}: {label} gave a solution twice")
        most = max(most, (len(outcome.solutions), label))
        answer = answer_of(outcome, task)
        if answer == UNKNOWN:
            continue
        if outcome.complete:
            complete = min(complete or (len(outcome.solutions), label), (len(outcome.solutions), label))
        if answer == "unique":
            if unique is not None and unique[0] != outcome.solutions[0]:
                raise EnginesDisagree(
                    f"{_name(puzzle, place)}: {unique[1]} and {label} each call another solution the only one"
                )
            unique = (outcome.solutions[0], label)
        if heard is not None and heard[0] != answer:
            raise EnginesDisagree(f"{_name(puzzle, place)}: {heard[1]} says {heard[0]}, {label} says {answer}")
        heard = (answer, label)
    if complete is not None and most[0] > complete[0]:
        raise EnginesDisagree(
            f"{_name(puzzle, place)}: {complete[1]} says no more than {complete[0]} solutions, {most[1]} has {most[0]}"
        )


def _name(puzzle: Puzzle, place: str) -> str:
    return f"{place}: {puzzle.line()}"
