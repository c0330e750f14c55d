"""Solving by techniques from Python: what the command tells of engine logic, `solve_by_logic` tells too."""

from __future__ import annotations

import json

import pytest

import cpsudoku
from cpsudoku import Limits, Puzzle, generate, solve, solve_by_logic
from cpsudoku.cli.main import run
from cpsudoku.constraints import parse
from cpsudoku.errors import UsageError

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
VB6 = "123456789456789123789123456312645978645978312978312645231564897564897231897231564"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, []),
        ({"thresholds": 82}, ["--thresholds", "82"]),
        ({"thresholds": 82, "guess": False}, ["--thresholds", "82", "--no-guess"]),
        ({"thresholds": (82,) * 11 + (0,), "seed": 5}, ["--thresholds", "82," * 11 + "0", "--seed", "5"]),
        ({"limit": 0}, ["--limit", "0"]),
    ],
)
def test_it_is_what_the_command_tells(
    options: dict[str, object], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Solutions, completeness, counters and the unfinished grid are those of `solve --engine logic --jsonl`."""
    for puzzle in (EASY, HARD):
        run(["solve", puzzle, "--engine", "logic", *words, "--jsonl"])
        record = json.loads(capsys.readouterr().out)
        data = solve_by_logic(puzzle, **options).to_dict()  # type: ignore[arg-type]
        assert data.items() >= {key: record[key] for key in record if key in data}.items()
        assert {"step_counts", "calls", "deepest", "verdict"} <= set(data) & set(record)


def test_without_guesses() -> None:
    """Where the techniques end the answer is unknown, with the reason, and the puzzle as far as they came."""
    found = solve_by_logic(HARD, guess=False)
    assert (found.word, found.complete, found.calls, found.solutions) == ("unknown", False, 0, ())
    assert "guessing is off" in found.why
    assert found.unfinished is not None
    assert found.unfinished.clue_count >= Puzzle.parse(HARD).clue_count
    guessed = solve_by_logic(HARD)
    assert guessed.solutions == solve(HARD).solutions
    assert guessed.calls > 0
    assert guessed.deepest > 0


def test_what_it_refuses() -> None:
    """Rules that are not houses, and thresholds that are none, have clear errors."""
    with pytest.raises(UsageError, match=r"engine 'logic' .* cannot serve constraints"):
        solve_by_logic(Puzzle.parse(EASY).under([parse("cage 9 r1c1 r1c2")]))
    with pytest.raises(UsageError, match="one number, or 12"):
        solve_by_logic(EASY, thresholds=[1, 2])
    assert solve_by_logic(HARD, limits=Limits(seconds=0)).word == "unknown"


def test_the_start_grid_by_name() -> None:
    """`start_grid="vb6"` is the grid of the VB6 article, as `--from vb6`; a name for the classic board alone."""
    assert generate(seed=1, fill="swap", start_grid="vb6") == generate(seed=1, fill="swap", start_grid=VB6)
    with pytest.raises(UsageError, match="vb6 is a 9x9 grid"):
        generate(seed=1, fill="swap", start_grid="vb6", geometry=cpsudoku.Geometry(2, 2))
