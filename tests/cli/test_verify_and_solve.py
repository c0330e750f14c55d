"""The commands verify and solve: output, JSON keys, exit codes, and errors without tracebacks."""

from __future__ import annotations

import csv
import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from cpsudoku import verify
from cpsudoku.cli.main import COMMANDS
from tests.command import command

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TWO = (PUZZLES / "serg_benchmark.txt").read_text().split()[0]
NONE = (PUZZLES / "invalid_no_solution.txt").read_text().split()[0]


def run(*words: str, stdin: str = "", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return command(*words, text=stdin, **(env or {}))


def test_one_puzzle() -> None:
    """A single puzzle is answered in full: the grid, two grids, or the conflict."""
    result = run("verify", UNIQUE)
    assert result.returncode == 0
    assert "unique" in result.stdout
    assert "5 3 4 | 6 7 8 | 9 1 2" in result.stdout
    result = run("verify", TWO)
    assert result.returncode == 1
    assert "cells differ" in result.stdout
    result = run("verify", NONE)
    assert result.returncode == 1
    assert "clues conflict" in result.stdout


def test_json_lines(tmp_path: Path) -> None:
    """One object a line with the documented keys, in input order; bad rows say where, and the run goes on."""
    file = tmp_path / "mixed.txt"
    file.write_text(f"{UNIQUE}\n{TWO} # a comment\n\n{NONE}\n{UNIQUE[:-1]}x9\nrubbish\n{UNIQUE}\r\n")
    result = run("verify", str(file), "--jsonl")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["verdict"] for row in rows] == ["unique", "multiple", "impossible", "invalid", "invalid", "unique"]
    assert [row["row"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert set(rows[0]) == {"schema", "row", "puzzle", "verdict", "solution", "by"}
    keys = {"schema", "row", "puzzle", "verdict", "solution", "second", "message", "components", "by"}
    assert set(rows[1]) == keys
    assert set(rows[2]) == {"schema", "row", "puzzle", "verdict", "message", "conflict", "by"}
    assert "line 6" in rows[4]["message"]
    assert str(file) in rows[4]["message"]
    assert rows[0]["puzzle"] == UNIQUE
    assert result.returncode == 1
    assert (
        "6 puzzles: 2 unique, 1 multiple, 1 impossible, 2 invalid; singles decided 3, merging 0, 1 reached SAT"
        in result.stderr
    )


@pytest.mark.parametrize("more", [[], ["--jobs", "2"], ["--conflicts", "100000"], ["--engine", "sat:glucose4"]])
def test_what_reached_sat_is_counted(more: list[str]) -> None:
    """The summary counts what singles decided, merging and SAT, each record says which; any route says the same."""
    result = run("verify", "--sample", "17-clue", "--jsonl", *more)
    by = [json.loads(line)["by"] for line in result.stdout.splitlines()]
    assert (by.count("singles"), by.count("merging"), by.count("sat")) == (464, 308, 228)
    assert result.stderr.strip().endswith(
        "1,000 puzzles: 1,000 unique; singles decided 464, merging 308, 228 reached SAT"
    )


def test_sat_decides_everything() -> None:
    """With --simplify none every puzzle reaches SAT; with another engine none does, and nothing is said of it."""
    full = run("verify", UNIQUE, UNIQUE, "--simplify", "none", "--jsonl")
    assert [json.loads(line)["by"] for line in full.stdout.splitlines()] == ["sat", "sat"]
    assert "singles decided 0, merging 0, 2 reached SAT" in full.stderr
    other = run("verify", UNIQUE, UNIQUE, "--engine", "bitmask", "--jsonl")
    assert "by" not in json.loads(other.stdout.splitlines()[0])
    assert "SAT" not in other.stderr


def test_csv_and_jobs(tmp_path: Path) -> None:
    """CSV out has the same answers, and so has any number of jobs; gzip is read directly."""
    lines = (PUZZLES / "17_clue.txt").read_text().split()[:30] + [TWO, NONE]
    file = tmp_path / "puzzles.csv.gz"
    file.write_bytes(gzip.compress(("puzzle\n" + "\n".join(lines) + "\n").encode()))
    one, two = run("verify", str(file), "--csv"), run("verify", str(file), "--csv", "--jobs", "2")
    assert one.stdout == two.stdout
    rows = list(csv.DictReader(one.stdout.splitlines()))
    assert [row["puzzle"] for row in rows] == lines
    assert [row["verdict"] for row in rows] == ["unique"] * 30 + ["multiple", "impossible"]


def test_solution_column(tmp_path: Path) -> None:
    """A wrong solution column is a finding, also where the puzzle is unique."""
    grid = verify(UNIQUE).solution.line()  # type: ignore[union-attr]
    file = tmp_path / "with.csv"
    file.write_text(f"quizzes,solutions\n{UNIQUE},{grid}\n")
    assert run("verify", str(file)).returncode == 0
    file.write_text(f"quizzes,solutions\n{UNIQUE},{grid}\n{UNIQUE},{grid[::-1]}\n")
    result = run("verify", str(file))
    assert result.returncode == 1
    assert "1 with a wrong solution column" in result.stdout


def test_exit_codes(tmp_path: Path) -> None:
    """0 all unique, 1 a finding, 2 wrong usage or unreadable file, 3 only limits reached."""
    hard = (PUZZLES / "hardest_1905_11plus.txt").read_text().split()[0]
    assert run("verify", UNIQUE).returncode == 0
    assert run("verify", hard, "--conflicts", "1").returncode == 3
    assert run("verify", hard, TWO, "--conflicts", "1").returncode in (1, 3)
    for words in (
        ["verify"],
        ["verify", "no-such-file.txt"],
        ["verify", str(tmp_path)],
        ["verify", "123"],
        ["verify", UNIQUE, "--engine", "abacus"],
        ["verify", UNIQUE, "--encoding", "no-such"],
        ["verify", UNIQUE, "--size", "3by3"],
        ["verify", UNIQUE, "--extra", "spiral"],
        ["verify", UNIQUE, "--jsonl", "--csv"],
        ["verify", UNIQUE, "-o", str(tmp_path / "no" / "such" / "folder")],
        ["verify", UNIQUE, "--no-such-option"],
        ["verify", UNIQUE, "--sample", "no-such"],
        ["no-such-command"],
        ["verify", UNIQUE, "--jobs", "0"],
    ):
        result = run(*words)
        assert result.returncode == 2, words
        assert result.stderr.strip(), words
        assert not result.stdout.strip(), words


def test_standard_input_and_output_file(tmp_path: Path) -> None:
    """`-` reads standard input; -o takes the data, the summary goes to standard error."""
    out = tmp_path / "verdicts.jsonl"
    result = run("verify", "-", "--jsonl", "-o", str(out), stdin=f"{UNIQUE}\n{TWO}\n")
    assert result.stdout == ""
    assert "2 puzzles" in result.stderr
    assert [json.loads(line)["verdict"] for line in out.read_text().splitlines()] == ["unique", "multiple"]


def test_other_boards(tmp_path: Path) -> None:
    """4x4, a jigsaw with its region map, and a diagonal board are verified."""
    assert run("verify", "1234341221434321").returncode == 0
    regions = tmp_path / "regions.txt"
    regions.write_text("AABB\nAACB\nDDCB\nDDCC\n")
    result = run("verify", "1..." + "." * 12, "--regions", str(regions), "--jsonl")
    assert json.loads(result.stdout)["verdict"] == "multiple"
    assert run("verify", UNIQUE, "--extra", "diagonals").returncode == 1


def test_a_closed_pipe_is_quiet() -> None:
    """`cpsudoku verify ... --jsonl | head -1` ends without a word."""
    command = f"{sys.executable} -m cpsudoku verify --sample 17-clue --jsonl --quiet | head -1"
    process = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert process.stderr == ""
    assert json.loads(process.stdout)["verdict"] == "unique"


def test_solve() -> None:
    """solve prints the solution, all solutions, or their number, and has its own JSON keys."""
    grid = verify(UNIQUE).solution.line()  # type: ignore[union-attr]
    assert run("solve", UNIQUE).stdout.strip() == grid
    assert len(run("solve", TWO, "--limit", "0").stdout.split()) >= 2
    assert run("solve", "." * 16, "--limit", "0", "--count").stdout.split()[-1] == "288"
    record = json.loads(run("solve", UNIQUE, "--jsonl", "--limit", "2").stdout)
    known = {"schema": "solve/1", "row": 1, "puzzle": UNIQUE, "verdict": "unique"}
    assert record == {**known, "count": 1, "complete": True, "solution": grid, "solutions": [grid]}
    assert run("solve", NONE).returncode == 1
    hard = (PUZZLES / "hardest_1905_11plus.txt").read_text().split()[0]
    assert run("solve", hard, "--conflicts", "1").returncode == 3


def test_start_is_light() -> None:
    """Verifying one puzzle loads neither OR-Tools nor networkx, joblib, numpy or the progress bar."""
    code = (
        f"import sys; sys.argv = ['cpsudoku', 'verify', {UNIQUE!r}]\n"
        "from cpsudoku.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'ortools', 'networkx', 'joblib', 'numpy', 'rich.progress', 'matplotlib'} & set(sys.modules)\n"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert process.returncode == 0, process.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(command: str) -> None:
    """Every command's --help shows its options and its examples."""
    result = run(command, "--help", env={"COLUMNS": "200", "TERM": "dumb"})
    assert result.returncode == 0
    assert "Examples:" in result.stdout
    assert f"cpsudoku {command}" in result.stdout


def test_version() -> None:
    """--version names the package, its solvers, and whether the kernels are compiled."""
    result = run("--version")
    assert result.returncode == 0
    for word in ("cpsudoku", "python-sat", "ortools", "kernels"):
        assert word in result.stdout
