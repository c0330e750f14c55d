"""`cpsudoku generate` with something to aim at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cpsudoku import Unique, rate, verify
from cpsudoku.cli.main import build
from cpsudoku.errors import UsageError
from cpsudoku.results import Rating


def run(*words: str) -> Any:
    return CliRunner().invoke(build(), ["generate", *words])


def test_records_state_what_was_found() -> None:
    """Rating, seed, method and tries of each; the same for two processes."""
    words = ["--rating", "7.0..7.4", "--clues", "24..26", "--seed", "3", "--count", "3", "--jsonl"]
    result = run(*words)
    assert result.exit_code == 0
    for index, line in enumerate(result.stdout.splitlines()):
        record = json.loads(line)
        rating = rate(record["puzzle"])
        assert isinstance(rating, Rating)
        assert [record["er"], record["ep"], record["ed"]] == [rating.er, rating.ep, rating.ed]
        assert 7.0 <= record["er"] <= 7.4
        assert 24 <= record["clues"] <= 26
        assert (record["seed"], record["index"], record["minimal"]) == (3, index, True)
        assert record["method"] in ("sampling", "vicinity")
        assert record["tries"] >= 1
        assert isinstance(verify(record["puzzle"]), Unique)
    assert run(*words, "--jobs", "2").stdout == result.stdout


def test_techniques() -> None:
    """A swordfish and nothing harder, as a line."""
    result = run("--requires", "swordfish", "--hardest", "swordfish", "--seed", "1")
    rating = rate(result.stdout.strip())
    assert isinstance(rating, Rating)
    assert (rating.er, rating.hardest) == (3.8, "swordfish")


def test_what_is_missed() -> None:
    """The best so far, marked, and exit code 3; the line still is a puzzle for every reader."""
    result = run("--rating", "11..", "--attempts", "30", "--seed", "1")
    assert result.exit_code == 3
    puzzle, mark = result.stdout.split("#")
    assert "missed: not ER 11.0..11.9 within 30 tries" in mark
    assert isinstance(verify(result.stdout.strip()), Unique)
    assert isinstance(verify(puzzle.strip()), Unique)
    record = json.loads(run("--rating", "11..", "--attempts", "30", "--seed", "1", "--jsonl").stdout)
    assert record["puzzle"] == puzzle.strip()
    assert record["verdict"] == "missed"
    assert record["message"]


def test_a_file_is_continued(tmp_path: Path) -> None:
    """--resume gives what one run would have; another target is refused."""
    path = tmp_path / "hard.jsonl"
    words = ["--rating", "4.2..4.6", "--seed", "2"]
    assert run(*words, "--count", "2", "--resume", str(path)).exit_code == 0
    path.write_text(path.read_text()[:-20])
    assert run(*words, "--count", "4", "--resume", str(path)).exit_code == 0
    assert path.read_text() == run(*words, "--count", "4", "--jsonl").stdout
    other = run("--rating", "2.0..2.3", "--seed", "2", "--count", "5", "--resume", str(path))
    assert isinstance(other.exception, UsageError)
    assert "aims at" in str(other.exception)


def test_statistics_have_ratings() -> None:
    """A histogram of ER beside that of clues: all of the sample."""
    found = json.loads(run("--count", "60", "--statistics", "--seed", "1", "--jsonl").stdout)
    assert sum(found["ratings"].values()) == 60
    assert all(1.0 <= float(er) <= 11.9 for er in found["ratings"])
    assert "ER, the Sudoku Explainer rating" in run("--count", "60", "--statistics", "--seed", "1").stdout


def test_effort_is_told() -> None:
    """--verbose tells each step on standard error; the record has the effort."""
    result = run("--effort", "14", "--size", "2x2", "--verbose", "--seed", "1", "--jsonl")
    assert result.stderr.startswith("start 1: target 14\n")
    record = json.loads(result.stdout)
    assert record["method"] == "effort"
    assert record["effort"] > 0
    near = json.loads(run("--method", "effort", "--effort", "500", "--within", "10%", "--seed", "1", "--jsonl").stdout)
    assert 450 <= near["effort"] <= 550


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--rating", "hard"], "7.0..7.4"),
        (["--rating", "9..8"], "lowest <= highest"),
        (["--effort", "5", "--within", "much"], "10%"),
        (["--verbose"], "effort"),
        (["--within", "10%"], "effort"),
        (["--method", "steering"], "give a rating"),
    ],
)
def test_wrong_usage(words: list[str], named: str) -> None:
    """A UsageError that says what is accepted."""
    result = run(*words)
    assert isinstance(result.exception, UsageError)
    assert named in str(result.exception)
