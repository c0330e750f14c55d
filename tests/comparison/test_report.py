"""Plots and the report."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cpsudoku.comparison.large import compare_large
from cpsudoku.comparison.plots import cactus, save
from cpsudoku.comparison.report import page, write
from cpsudoku.comparison.side_by_side import compare
from cpsudoku.comparison.table import Table
from cpsudoku.errors import UsageError

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"


@pytest.fixture(scope="module")
def table() -> Table:
    easy, hard = ((PUZZLES / f"{name}.txt").read_text().split()[:4] for name in ("kaggle", "17_clue"))
    return compare({"easy": easy, "17 <clues>": hard}, engines=["bitmask", "dlx"], timeout=10)


def test_without_plots_the_report_stands_alone(table: Table) -> None:
    """The report fetches nothing from elsewhere, and what users name is escaped."""
    text = page(table, {})
    assert "17 &lt;clues&gt;" in text
    assert "<clues>" not in text
    assert not re.search(r"(src|href)=", text)
    assert re.search(r"<p>easy: dlx takes [\d.,]+x", text), "what the statistics say stands below the table"


@pytest.mark.long
def test_files_with_plots(table: Table, tmp_path: Path) -> None:
    """Tables, plots as SVG and PNG, and a report with the plots inside."""
    pytest.importorskip("matplotlib")
    names = {path.name for path in write(table, tmp_path / "new" / "folder")}
    assert {"results.csv", "runs.csv", "results.json", "report.html"} <= names
    for plot in ("cactus", "fill", "scatter-bitmask-dlx"):
        assert (tmp_path / "new" / "folder" / f"{plot}.svg").read_text().startswith("<?xml")
        assert (tmp_path / "new" / "folder" / f"{plot}.png").read_bytes().startswith(b"\x89PNG")
    report = (tmp_path / "new" / "folder" / "report.html").read_text()
    assert report.count("<svg") == 3
    assert not re.search(r'(src|href)="(?!#)', report), "links lead inside the file only"


def test_same_results_same_plots(table: Table, tmp_path: Path) -> None:
    """The same figures give the same files, byte for byte."""
    pytest.importorskip("matplotlib")
    first, second = ([path.read_bytes() for path in save(cactus(table), tmp_path, "cactus")] for _ in range(2))
    assert first == second


@pytest.mark.long
def test_large_has_its_own_plots(tmp_path: Path) -> None:
    """The phase picture and the crossover, also where nothing was solved."""
    pytest.importorskip("matplotlib")
    for timeout in (0.2, 0.0):
        table = compare_large(
            sides=[4, 9], fills=[0.3, 0.6], boards=1, engines=["bitmask", "recursive"], timeout=timeout
        )
        names = {path.name for path in write(table, tmp_path / str(timeout), large=True)}
        assert {"phase.svg", "phase.png", "crossover.svg", "fill.svg", "report.html"} <= names


def test_a_folder_that_cannot_be_written(table: Table, tmp_path: Path) -> None:
    """A file in the way is a clear error that names it."""
    (tmp_path / "taken").write_text("")
    with pytest.raises(UsageError, match="taken"):
        write(table, tmp_path / "taken")


def test_runs_as_parquet(table: Table, tmp_path: Path) -> None:
    """A row an engine and puzzle, a column a counter, empty where an engine has it not."""
    parquet = pytest.importorskip("pyarrow.parquet")
    table.to_parquet(tmp_path / "runs.parquet")
    rows = parquet.read_table(tmp_path / "runs.parquet").to_pylist()
    assert len(rows) == len(table.runs) == 16
    assert [row["seconds"] for row in rows] == [run.seconds for run in table.runs]
    assert all((row["updates"] is None) == (row["engine"] == "bitmask") for row in rows)
