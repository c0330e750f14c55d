"""Answers graded, moves judged and traces checked per second, one core.

    python benchmarks/tasks.py [--count 5000] [--rounds 3] [--seed 1]

Every call has a puzzle of its own, as a text: distinct minimal 9x9 puzzles, drawn by --seed, so that nothing can be
remembered. An answer of a line has 81 characters, right or with one cell wrong; in prose, the grid stands in a code
fence with sentences around it. CPU time, the median of --rounds.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from functools import partial
from typing import Any

from measuring import options_of, print_machine, timed

from cpsudoku import generate_many, tasks


def wrong(puzzle: str, grid: str, rng: random.Random) -> str:
    """The grid with one open cell wrong."""
    cell = rng.choice([cell for cell, clue in enumerate(puzzle) if clue == "."])
    return grid[:cell] + rng.choice([digit for digit in "123456789" if digit != grid[cell]]) + grid[cell + 1 :]


def prose(grid: str) -> str:
    """An answer as models write it."""
    rows = "\n".join(" ".join(grid[at : at + 9]) for at in range(0, 81, 9))
    return f"Let me work through the rows.\n\nHere is the completed grid:\n\n```\n{rows}\n```\nEvery row is full."


def every(call: Callable[..., Any], arguments: list[tuple[Any, ...]]) -> None:
    """A call for each of the arguments."""
    for each in arguments:
        call(*each)


def main() -> None:
    """Measure and print."""
    options = options_of(__doc__, count=5000, rounds=3, seed=1)
    print_machine()
    records = list(generate_many(options.count, seed=options.seed, confirm="none"))
    rng = random.Random(options.seed)
    pairs = [(record.puzzle.line(), record.solution.line()) for record in records if record.puzzle and record.solution]
    few = pairs[: max(1, options.count // 50)]
    traces = [(puzzle, str(tasks.trace(puzzle))) for puzzle, _ in few]
    moves = [(puzzle, puzzle.index("."), int(grid[puzzle.index(".")])) for puzzle, grid in pairs]
    kinds: dict[str, tuple[Callable[..., Any], list[tuple[Any, ...]]]] = {
        "grade, right": (tasks.grade, pairs),
        "grade, one wrong": (tasks.grade, [(puzzle, wrong(puzzle, grid, rng)) for puzzle, grid in pairs]),
        "grade, in prose": (tasks.grade, [(puzzle, prose(grid)) for puzzle, grid in pairs]),
        "check_move": (tasks.check_move, moves),
        "trace": (tasks.trace, [(puzzle,) for puzzle, _ in few]),
        "check_trace": (tasks.check_trace, traces),
    }
    for name, (call, arguments) in kinds.items():
        call(*arguments[0])  # what the first call imports
        spent = [timed(partial(every, call, arguments))[0] for _ in range(options.rounds)]
        print(f"{name:<18}{len(arguments) / statistics.median(spent):>10,.0f}/s")


if __name__ == "__main__":
    main()
