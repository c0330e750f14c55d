"""How the checker retraces ratings: its logic is sound, follows real ratings, and refuses wrong steps."""

from __future__ import annotations

import copy
import csv
from pathlib import Path
from typing import Any

import pytest

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.certificate import rated
from cpsudoku.checker import Rejected
from cpsudoku.checker.rating import retracing
from cpsudoku.enumeration import solve
from cpsudoku.rating.ladder import TECHNIQUES

HERE = Path(__file__).parents[2]


def rows(number: int) -> list[str]:
    with (HERE / "puzzles" / "se_ratings.csv").open() as file:
        return [row["puzzle"] for row in csv.DictReader(line for line in file if not line.startswith("#"))][::3][
            :number
        ]


def ready(text: str) -> tuple[dict[str, Any], bytes, bytes]:
    puzzle = Puzzle.parse(text)
    steps = rated(puzzle)
    assert steps is not None
    return steps, puzzle.cells, solve(puzzle).solutions[0].cells


def test_base_ratings_are_the_ladders() -> None:
    """The checker's own numbers are those of the ladder, for every technique."""
    known = {technique.key: technique.rating for technique in TECHNIQUES}
    assert known == {**retracing.FIXED, **retracing.LEAST}


@pytest.mark.parametrize("text", rows(15))
def test_real_ratings_are_retraced(text: str) -> None:
    """Every step of a published puzzle's rating follows by its own logic."""
    steps, puzzle, solution = ready(text)
    said = retracing.retrace(steps, puzzle, solution)
    assert said.startswith(f"rating {steps['er']} by {len(steps['steps'])} steps")
    assert "not retraced" not in said


def test_logic_never_refutes_the_solution() -> None:
    """No digit of the solution is refuted, however hard the puzzle."""
    text = (HERE / "puzzles" / "hardest_1106.txt").read_text().split()[0]
    _, puzzle, solution = ready(text)
    grid, placed = [511] * 81, [False] * 81
    for cell, digit in enumerate(puzzle):
        if digit:
            retracing._place(grid, placed, cell, digit)
    for cell in range(0, 81, 4):
        if not placed[cell]:
            assert not retracing._follows(grid, cell, solution[cell], False)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda r: r["steps"].pop(), "do not solve"),
        (lambda r: r["steps"].append(r["steps"][-1]), "is no candidate"),
        (lambda r: r.update(er=11.0), "are not the steps'"),
        (lambda r: r.pop("ed"), "not er, ep, ed, steps"),
        (lambda r: r["steps"][0].update(rating=9.9), "rating 9.9"),
        (lambda r: r["steps"][0].update(technique="guess"), "technique 'guess'"),
        (lambda r: r["steps"][0].update(place="", remove=""), "concludes nothing"),
        (lambda r: r["steps"][0].update(place="r1c1:5"), "place 'r1c1:5'"),
        (lambda r: r["steps"][0].update(remove="r1c1-x"), "remove 'r1c1-x'"),
        (lambda r: r["steps"].clear(), "no steps"),
    ],
)
def test_wrong_steps_are_refused(change: Any, why: str) -> None:
    """The message says which step, and what is wrong with it."""
    steps, puzzle, solution = ready((HERE / "puzzles" / "17_clue.txt").read_text().split()[0])
    changed = copy.deepcopy(steps)
    change(changed)
    with pytest.raises(Rejected, match=why):
        retracing.retrace(changed, puzzle, solution)
