"""`cpsudoku canonical`: forms, duplicates, unreadable rows."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from typer.testing import CliRunner, Result

from cpsudoku.cli.main import build

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TURNED = "".join(LINE[9 * c + r] for r in range(9) for c in range(9)).translate(str.maketrans("12345", "54321"))
OTHER = LINE.replace("5", ".", 1)


def run(*words: str) -> Result:
    return CliRunner().invoke(build(), ["canonical", *words])


def test_same_puzzles_have_one_form(tmp_path: Path) -> None:
    """A puzzle transposed and renamed has the form of the puzzle; --dedupe keeps the first as it was written."""
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{LINE}\n{TURNED}\n{OTHER}\n")
    result = run(str(path))
    first, second, third = result.stdout.split()
    assert first == second != third
    assert result.exit_code == 0
    assert "3 puzzles, 2 essentially different" in result.stderr
    assert run(str(path), "--dedupe").stdout == f"{LINE}\n{OTHER}\n"
    rows = [json.loads(line) for line in run(str(path), "--jsonl").stdout.splitlines()]
    assert [row.get("same_as") for row in rows] == [None, 1, None]
    known = {"schema": "canonical/1", "row": 2, "puzzle": TURNED, "verdict": "canonical"}
    assert rows[1] == {**known, "canonical": first, "automorphisms": 1, "same_as": 1}
    table = list(csv.DictReader(run(str(path), "--csv", "--dedupe").stdout.splitlines()))
    assert [row["row"] for row in table] == ["1", "3"]


def test_rows_without_a_form_are_told(tmp_path: Path) -> None:
    """An unreadable row and one with clashing clues are told with their rows; the run goes on, exit code 1."""
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{LINE}\n{LINE[:70]}\n11{'.' * 79}\n{OTHER}\n")
    result = run(str(path))
    assert result.exit_code == 1
    assert len(result.stdout.split()) == 2
    assert "row 2" in result.stderr
    assert "row 3" in result.stderr
    messages = [json.loads(line).get("message") for line in run(str(path), "--jsonl").stdout.splitlines()]
    assert [bool(message) for message in messages] == [False, True, True, False]
