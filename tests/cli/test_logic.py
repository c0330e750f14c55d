"""`solve --engine logic`: what the published solver took and told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from cpsudoku.cli.main import build
from cpsudoku.engines.logic.engine import run_logic
from cpsudoku.engines.logic.techniques import LADDER
from cpsudoku.errors import CpSudokuError, UsageError

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = (PUZZLES / "hardest_1106.txt").read_text().split()[0]
SMALL = "1..............."


def run(*words: str) -> Result:
    """One run of `solve --engine logic`; errors of the package come out as themselves."""
    result = CliRunner().invoke(build(), ["solve", *words])
    if isinstance(result.exception, CpSudokuError):
        raise result.exception
    return result


def record_of(*words: str) -> dict[str, Any]:
    """The one record it gives."""
    found: dict[str, Any] = json.loads(run(*words, "--engine", "logic", "--jsonl", "-q").stdout)
    return found


def test_counters_are_those_of_the_run() -> None:
    """Steps by technique in the published order, calls and the deepest level: as `run_logic` counts them."""
    cells = bytes(int(c) if c.isdigit() else 0 for c in HARD)
    for seed in (0, 5):
        expected = run_logic(cells, seed=seed, thresholds=82)
        found = record_of(HARD, "--thresholds", "82", "--seed", str(seed))
        assert list(found["step_counts"]) == list(LADDER)
        assert found["step_counts"] == expected.steps
        assert (found["calls"], found["deepest"]) == (expected.calls, expected.deepest)
        assert found["deepest"] > 0


def test_thresholds_one_by_one() -> None:
    """With all techniques but naked singles switched off, naked singles alone do the work; with none, nothing."""
    alone = record_of(EASY, "--thresholds", "82" + ",0" * 11)
    assert alone["step_counts"]["naked single"] == 51
    assert alone["count"] == 1
    none = record_of(EASY, "--thresholds", "0", "--no-guess")
    assert none["unfinished"] == EASY
    assert set(none["step_counts"].values()) == {0}


def test_without_guesses_it_ends_where_techniques_do() -> None:
    """The answer is unknown, exit code 3, with the grid as far as it came."""
    found = run(HARD, "--engine", "logic", "--no-guess", "--thresholds", "82", "--jsonl")
    record = json.loads(found.stdout)
    assert found.exit_code == 3
    assert (record["count"], record["complete"], record["calls"], record["deepest"]) == (0, False, 0, 0)
    left = record["unfinished"].count(".")
    assert record["message"] == f"guessing is off, {left} unknowns left"
    people = run(HARD, "--engine", "logic", "--no-guess", "--thresholds", "82")
    assert people.stdout.strip() == f"row 1: unknown: {record['message']}: {record['unfinished']}"
    solved = run(EASY, "--engine", "logic", "--no-guess")
    assert solved.exit_code == 0


def test_all_solutions_and_a_contradiction() -> None:
    """`--limit 0` finds all 72; clues that clash give none, complete, exit code 1."""
    assert record_of(SMALL, "--limit", "0")["count"] == 72
    assert run(SMALL, "--engine", "logic", "--limit", "0", "--count").stdout.strip() == f"{SMALL} 72"
    clash = run("11..............", "--engine", "logic", "--no-guess")
    assert clash.exit_code == 1


def test_seeds_find_different_solutions() -> None:
    """Guesses are taken in the order of the seed; the same seed, the same solution."""
    found = {record_of(SMALL, "--seed", str(seed))["solution"] for seed in range(8)}
    assert len(found) > 1
    assert record_of(SMALL, "--seed", "3") == record_of(SMALL, "--seed", "3")


def test_verbose_shows_the_matrix() -> None:
    """On standard error: steps, guesses, filled cells and candidates; standard output stays as it is."""
    plain, found = (run(SMALL, "--engine", "logic", *more) for more in ((), ("--verbose",)))
    assert found.stdout == plain.stdout
    assert "level 0: 15 unknowns\n=1" in found.stderr
    assert "=1   234  | 234  234" in found.stderr
    assert "guess r1c2" in found.stderr
    assert "solution 1" in found.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seed", "1"), "--seed is for --engine logic"),
        (("--no-guess", "--engine", "sat"), "--no-guess is for --engine logic"),
        (("--verbose", "--engine", "bitmask"), "--verbose is for --engine logic"),
        (("--thresholds", "64"), "--thresholds is for --engine logic"),
        (("--engine", "logic", "--thresholds", "1,2"), "one whole number, or twelve"),
        (("--engine", "logic", "--thresholds", "-1"), "one whole number, or twelve"),
        (("--engine", "logic:5", "--thresholds", "6"), "has its threshold already"),
        (("--engine", "logic", "--verbose", "--jobs", "2"), "leave --jobs out"),
    ],
)
def test_what_does_not_fit_is_refused(words: tuple[str, ...], said: str) -> None:
    """The options belong to this engine, thresholds are one or twelve, the matrix needs one process."""
    with pytest.raises(UsageError, match=said):
        run(EASY, *words)
