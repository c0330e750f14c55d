"""The command compare: tables, files, exit codes, and errors without tracebacks."""

from __future__ import annotations

import csv
import json
import subprocess
from pathlib import Path

import pytest

from tests.command import command

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
KAGGLE, HARD = str(PUZZLES / "kaggle.txt"), str(PUZZLES / "hardest_1106.txt")


def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return command("compare", *words, text=stdin)


@pytest.mark.long
def test_table_and_files(tmp_path: Path) -> None:
    """Each set with each engine; the files hold the same figures."""
    folder = tmp_path / "out"
    result = run(
        KAGGLE,
        str(PUZZLES / "17_clue.txt"),
        *("--engines", "sat,bitmask,cp-sat", "--encodings", "triad,cp-alldifferent", "--take", "2", "--seed", "9"),
        *("-o", str(folder)),
    )
    assert result.returncode == 0, result.stderr
    for word in ("kaggle", "17_clue", "triad", "cp-alldifferent", "bitmask", "seed 9"):
        assert word in result.stdout
    rows = list(csv.DictReader((folder / "results.csv").open()))
    assert [(row["set"], row["engine"], row["encoding"]) for row in rows] == [
        (name, engine, encoding)
        for name in ("kaggle", "17_clue")
        for engine, encoding in (("sat", "triad"), ("bitmask", ""), ("cp-sat", "cp-alldifferent"))
    ]
    assert all((row["solved"], row["wrong"]) == ("2", "0") for row in rows)
    assert len(json.loads((folder / "results.json").read_text())["runs"]) == 12
    assert (folder / "report.html").read_text().startswith("<!DOCTYPE html>")
    assert "report.html" in result.stderr


def test_standard_input_and_a_puzzle_itself() -> None:
    """Sets are named by where they come from; a row that cannot be read is left out, said, and a finding."""
    line = Path(KAGGLE).read_text().split()[0]
    result = run("-", line, "--engines", "bitmask", stdin=f"{line}\nnot a puzzle\n")
    assert result.returncode == 1
    assert "given" in result.stdout
    assert "row 2: left out" in result.stderr


def test_timeouts_leave_with_unknown() -> None:
    """A puzzle that no limit let through is no error and no answer: exit code 3."""
    result = run(HARD, "--engines", "recursive", "--take", "1", "--timeout", "0.000001")
    assert result.returncode == 3
    assert "timeouts" in result.stdout


def test_large() -> None:
    """Boards of growing size, engines against sizes and fill ratios, and the slowest ratio solved."""
    result = run("--large", "--sides", "4,9", "--fills", "0.3,0.6", "--boards", "1", "--engines", "bitmask,sat")
    assert result.returncode == 0
    for word in ("4x4", "9x9", "0.30", "0.60", "bitmask", "slowest fill ratio"):
        assert word in result.stdout


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["nowhere.txt"], "nowhere.txt"),
        ([], "nothing to read"),
        ([KAGGLE, "--engines", "quantum"], "quantum"),
        ([KAGGLE, "--engines", ""], "no engine"),
        ([KAGGLE, "--engines", "dlx", "--encodings", "extended"], "extended"),
        ([KAGGLE, "--task", "guess", "--engines", "dlx"], "guess"),
        ([KAGGLE, "--simplify", "pairs", "--engines", "sat"], "pairs"),
        ([KAGGLE, "--large"], "--large"),
        ([KAGGLE, "--sides", "9"], "--sides"),
        (["--large", "--sides", "nine"], "nine"),
        (["--large", "--sides", "7"], "7x7"),
        (["--large", "--sides", "9", "--fills", "2"], "fill 2"),
    ],
)
def test_wrong_usage(words: list[str], named: str) -> None:
    """Wrong usage is one line that names what was wrong, and exit code 2."""
    result = run(*words)
    assert result.returncode == 2
    assert named in result.stderr
    assert result.stdout == ""
