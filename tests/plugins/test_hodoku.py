"""The rating scale `hodoku` of the package in `cpsudoku_hodoku`, against numbers of HoDoKu 2.2 itself."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
REFERENCE = HERE.parent / "puzzles/hodoku_2_2.csv"
"""Level, score and number of steps, by the Java program: 50 puzzles of its regression library and 1,000 of
`cpsudoku generate --seed 34`."""


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_levels_and_scores_are_those_of_hodoku(tmp_path: Path) -> None:
    """The scale gives level, score and steps of HoDoKu, for the library and a twentieth of the others."""
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(site)]
    if subprocess.run([*pip, "hodoku-py==0.2.1"], capture_output=True, timeout=300, check=False).returncode:
        pytest.skip("hodoku-py cannot be installed here")
    done = subprocess.run(
        [*pip, "--no-deps", str(HERE / "cpsudoku_hodoku")], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    with REFERENCE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    rows = rows[:50] + rows[50::20]  # hodoku-py takes a quarter of a second a puzzle; all rows were compared once
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text("".join(row["puzzle"] + "\n" for row in rows), encoding="utf-8")
    words = ["rate", str(puzzles), "--scale", "hodoku", "--steps", "--jsonl", "--jobs", "2", "--quiet"]
    done = subprocess.run(
        [sys.executable, "-m", "cpsudoku", *words],
        env=os.environ | {"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        timeout=1500,
        check=False,
    )
    assert (done.stderr, done.returncode) == ("", 0)
    different = []
    for row, line in zip(rows, done.stdout.splitlines(), strict=True):
        record = json.loads(line)
        found = (record["level"], record["score"], len(record["path"]))
        if found != (row["level"], int(row["score"]), int(row["steps"])):
            different.append((row, found))
    assert different == []
