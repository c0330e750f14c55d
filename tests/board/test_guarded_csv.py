"""No cell of a CSV that we write is a formula to a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from cpsudoku.cli.main import run
from cpsudoku.formats.guarded_csv import GuardedWriter, guarded

ROOT = Path(__file__).resolve().parents[2]
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EVIL = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''@x")


@pytest.mark.parametrize("text", EVIL)
def test_guarded(text: str) -> None:
    """An apostrophe stands before what would be a formula, exactly one more than there was."""
    assert guarded(text) == "'" + text


@pytest.mark.parametrize("value", ["", "a=1", "1", "'quoted'", ".4.", -1, -0.5, None])
def test_left_alone(value: object) -> None:
    """Other texts, and numbers, go as they are."""
    assert guarded(value) == value


def test_rows_and_records() -> None:
    """Rows and records are guarded, headers too; unknown keys are left out, missing ones empty."""
    file = io.StringIO()
    writer = GuardedWriter(file, ["a", "b"])
    writer.header()
    writer.record({"a": "=x", "c": 1})
    writer.row(["@y", -2])
    assert file.getvalue() == "a,b\n'=x,\n'@y,-2\n"


def test_one_way_to_write_csv() -> None:
    """Only the guarded writer makes rows: nothing else in the package names csv.writer or DictWriter."""
    found = [
        path.name
        for path in (ROOT / "cpsudoku").rglob("*.py")
        if re.search(r"csv\.(writer|DictWriter)", path.read_text(encoding="utf-8"))
    ]
    assert found == ["guarded_csv.py"]


def test_names_of_files_and_comments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file called =1+1 and a comment that begins with @ are texts in results.csv, runs.csv and converted tables."""
    monkeypatch.chdir(tmp_path)
    Path("=1+1.txt").write_text(f"{EASY} @SUM(A1)\n")
    assert run(["compare", "=1+1.txt", "--engines", "bitmask", "-o", "out", "--quiet"]) == 0
    assert run(["convert", "=1+1.txt", "-o", "table.csv", "--quiet"]) == 0
    for path in (Path("out/results.csv"), Path("out/runs.csv"), Path("table.csv")):
        cells = [cell for row in csv.reader(path.open(newline="")) for cell in row]
        assert not [cell for cell in cells if cell[:1] in ("=", "@", "+")]
    assert "'=1+1" in Path("out/results.csv").read_text()
    assert "'@SUM(A1)" in Path("table.csv").read_text()
