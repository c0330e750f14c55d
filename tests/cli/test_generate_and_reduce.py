"""The commands generate and reduce: records, resuming after a kill, exit codes, errors without tracebacks."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cpsudoku.cli.main import build
from cpsudoku.errors import UsageError
from tests.command import command
from tests.selection import long_after

GRID = "513268497482739615769541238157394862628175349394682751941826573276953184835417926"
KEYS = {
    "schema",
    "verdict",
    "puzzle",
    "solution",
    "clues",
    "minimal",
    "confirmed",
    "seed",
    "index",
    "symmetry",
    "method",
    "tries",
    "version",
}


def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return command(*words, text=stdin)


def test_records() -> None:
    """--jsonl gives one object a line with the promised keys; plain output the same puzzles."""
    result = run("generate", "--count", "3", "--seed", "5", "--jsonl")
    assert result.returncode == 0
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [set(record) for record in records] == [KEYS] * 3
    assert [record["index"] for record in records] == [0, 1, 2]
    plain = run("generate", "--count", "3", "--seed", "5")
    assert plain.stdout.split() == [record["puzzle"] for record in records]


def test_a_drawn_seed_is_told() -> None:
    """Without --seed one is drawn and told, and gives the same puzzle again."""
    first = run("generate")
    seed = first.stderr.split()[-1]
    assert run("generate", "--seed", seed).stdout == first.stdout


@pytest.mark.long
@pytest.mark.parametrize("jsonl", long_after(1, [True, False]))
def test_killed_and_resumed(tmp_path: Path, jsonl: bool) -> None:
    """Killed at any moment, five times, and resumed: the file an undisturbed run gives, nothing lost or doubled."""
    words = ["generate", "--count", "6000", "--seed", "3", "--confirm", "none", *(["--jsonl"] if jsonl else [])]
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert run(*words, "-o", str(whole)).returncode == 0
    for round_ in range(5):
        began = subprocess.Popen(
            [sys.executable, "-m", "cpsudoku", *words, "--resume", str(broken)], stderr=subprocess.DEVNULL
        )
        size = broken.stat().st_size if broken.exists() else 0
        for _ in range(400):
            time.sleep(0.01)
            if began.poll() is not None or (broken.exists() and broken.stat().st_size > size):
                break
        began.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
        began.wait()
        text = broken.read_text() if broken.exists() else ""
        assert whole.read_text().startswith(text)
        if round_ == 2:
            broken.write_text(text[: len(text) - 7])
    assert run(*words, "--resume", str(broken)).returncode == 0
    assert broken.read_text() == whole.read_text()
    again = run(*words, "--resume", str(broken))
    assert again.returncode == 0
    assert broken.read_text() == whole.read_text()


def test_resume_refuses_another_run(tmp_path: Path) -> None:
    """Another seed, other options, or a file of something else: exit 2 and the place."""
    path = tmp_path / "puzzles.jsonl"
    run("generate", "--count", "3", "--seed", "1", "--jsonl", "-o", str(path))
    text = path.read_text()
    for words in (["--seed", "2"], ["--symmetry", "rot180"], ["--dig", "until-ambiguous"]):
        result = run("generate", "--count", "5", "--resume", str(path), *words)
        assert result.returncode == 2
        assert str(path) in result.stderr
    assert path.read_text() == text
    path.write_text(text + '{"a": 1}\n')
    assert "line 4" in run("generate", "--count", "5", "--resume", str(path)).stderr


def test_resume_makes_the_last_plain_puzzle_again(tmp_path: Path) -> None:
    """A file of plain puzzles goes on with its own seed and options alone; a line that is no puzzle is named."""
    path = tmp_path / "puzzles.txt"
    run("generate", "--count", "3", "--seed", "1", "-o", str(path))
    text = path.read_text()
    for words in (["--seed", "2"], ["--seed", "1", "--symmetry", "rot180"]):
        result = run("generate", "--count", "5", "--resume", str(path), *words)
        assert result.returncode == 2
        assert f"{path}, line 3: {text.splitlines()[2]}, where seed" in result.stderr
        assert path.read_text() == text
    assert run("generate", "--count", "5", "--seed", "1", "--resume", str(path)).returncode == 0
    assert path.read_text() == run("generate", "--count", "5", "--seed", "1").stdout
    for wrong in ("hello\n", "\n", "# a comment\n", "1" * 81 + "\n" + "." * 80 + "x\n", text.replace(".", "0")):
        path.write_text(wrong)
        result = run("generate", "--count", "5", "--seed", "1", "--resume", str(path))
        assert result.returncode == 2
        assert result.stderr.startswith(f"error: {path}, line ")
        assert path.read_text() == wrong


def test_resume_past_a_plain_puzzle_that_did_not_come(tmp_path: Path) -> None:
    """The comment in place of a puzzle that was missed counts as its line, under its own number alone."""
    path = tmp_path / "puzzles.txt"
    words = ["generate", "--clues", "17", "--attempts", "2", "--seed", "1", "--resume", str(path), "--count"]
    assert run(*words, "1").returncode == 3
    assert path.read_text().startswith("# number 0: ")
    assert run(*words, "2").returncode == 3
    assert [line[:12] for line in path.read_text().splitlines()] == ["# number 0: ", "# number 1: "]
    path.write_text("# number 1: 2 attempts\n")
    assert run(*words, "2").returncode == 2


def test_missed() -> None:
    """A puzzle that does not come keeps its place, and the exit code is 3."""
    result = run("generate", "--clues", "17", "--attempts", "2", "--seed", "1", "--jsonl")
    assert result.returncode == 3
    assert "2 attempts" in json.loads(result.stdout)["message"]


def test_statistics() -> None:
    """--statistics tells givens and unknowns, the bias, and what all minimal puzzles have; --jsonl the same as data."""
    words = ["generate", "--count", "50", "--seed", "1", "--statistics"]
    output = run(*words).stdout
    for word in ("givens", "unknowns", "average", "bias", "26.577", "24.38", "23.87", "uniform"):
        assert word in output
    data = json.loads(run(*words, "--jsonl").stdout)
    assert sum(data["histogram"].values()) == data["puzzles"] == data["minimal_count"] == 50
    assert data["givens"]["mean"] + data["unknowns"]["mean"] == 81


@pytest.mark.parametrize(
    "words",
    [
        ["--clues", "a..b"],
        ["--clues", "30..20"],
        ["--symmetry", "x"],
        ["--fill", "x"],
        ["--dig", "x"],
        ["--engine", "x"],
        ["--pattern", "xx"],
        ["--nr", "5"],
        ["--preset", "x", "--dig", "per-box"],
        ["--from", "123"],
        ["--plot", "x.svg"],
        ["--resume", "."],
        ["-o", "/nonexistent/file"],
    ],
)
def test_wrong_usage(words: list[str]) -> None:
    """Exit code 2 and one line that says what is accepted."""
    result = run("generate", "--seed", "1", *words)
    assert result.returncode == 2
    assert result.stderr.startswith("error: ")


@pytest.mark.parametrize("engine", ["sat", "hybrid"])
def test_the_record_says_what_decided(engine: str) -> None:
    """`reduce` says how many questions SAT answered and what cores and kernels saved; the same for any --jobs."""
    grids = run("generate", "--count", "20", "--seed", "2", "--jsonl", "--confirm", "none").stdout.splitlines()
    rows = "".join(json.loads(line)["solution"] + "\n" for line in grids)
    found = [
        run("reduce", "-", "--jsonl", "--engine", engine, "--jobs", jobs, stdin=rows).stdout for jobs in ("1", "2")
    ]
    assert found[0] == found[1]
    for record in map(json.loads, found[0].splitlines()):
        if engine == "sat":
            assert record["sat_questions"] >= record["clues"]
            assert record["cores"] > 0
            assert record["witnesses"] == record["sets"] == 0
        else:
            assert record["sat_questions"] == 1
            assert record["witnesses"] > 0
    output = run("reduce", GRID, "--seed", "3", "--engine", engine, "--verbose").stderr
    assert "questions answered by SAT" in output


def test_reduce() -> None:
    """Grids come out minimal, in input order; what cannot be reduced is told with its row, exit code 1."""
    result = run("reduce", "-", "--seed", "3", "--jsonl", stdin=f"{GRID}\n{'.' * 81}\n{GRID}\n")
    assert result.returncode == 1
    first, second, third = (json.loads(line) for line in result.stdout.splitlines())
    assert first["minimal"] is True
    assert "several solutions" in second["message"]
    assert third["index"] == 2
    assert first["puzzle"] != third["puzzle"]
    alone = run("reduce", GRID, "--seed", "3", "--engine", "bitmask")
    assert alone.returncode == 0
    assert alone.stdout.strip() == first["puzzle"]


VB6_ROWS = "123456789 456789123 789123456 312645978 645978312 978312645 231564897 564897231 897231564"  # as published


def test_the_published_grid_to_start_from() -> None:
    """`--from vb6` is that grid: written out it gives the same puzzle, no loops leave it as it is; 9x9 only."""
    words = ["generate", "--fill", "swap", "--seed", "4", "--jsonl"]

    def record_of(*more: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(CliRunner().invoke(build(), [*words, *more]).stdout)
        return found

    grid = VB6_ROWS.replace(" ", "")
    assert record_of("--from", "vb6") == record_of("--from", grid)
    assert record_of("--from", "vb6", "--loops", "0")["solution"] == grid
    with pytest.raises(UsageError, match="is a 9x9 grid"):
        CliRunner().invoke(build(), [*words, "--from", "vb6", "--size", "2x2"], catch_exceptions=False)
