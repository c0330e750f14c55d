"""The clean set."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from cpsudoku.datasets.clean import clean
from cpsudoku.datasets.front import audit
from cpsudoku.errors import UsageError
from tests.datasets.collections import collection


@pytest.mark.parametrize("name", ["clean.csv", "clean.csv.gz", "clean.jsonl", "clean.parquet"])
def test_what_is_written_is_clean(tmp_path: Path, name: str) -> None:
    """An audit of the clean set finds nothing; one puzzle of each class is left, with its solution and its split."""
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    planted = collection(tmp_path)
    files = [str(tmp_path / "train.csv"), str(tmp_path / "test.csv")]
    found = audit(files, rate=0)
    kept = clean(found, files, tmp_path / name)
    assert kept == planted["unique"] - planted["duplicates"] - planted["isomorphs"] == 60
    again = audit(tmp_path / name, rate=0)
    assert again.ok
    assert again.summary["rows"] == again.summary["solutions_stated"] == 60
    assert again.splits == {"train": 35, "test": 25}


def test_other_columns_stay(tmp_path: Path) -> None:
    """Other columns are kept beside the row they belong to, and a wrong solution is put right."""
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    (tmp_path / "a.csv").write_text(f"id,puzzle,solution,source\n7,{line},{full[::-1]},x\n8,bad,,y\n9,{line},,z\n")
    files = [str(tmp_path / "a.csv")]
    assert clean(audit(files, rate=0), files, tmp_path / "b.csv") == 1
    with (tmp_path / "b.csv").open(newline="") as file:
        assert list(csv.DictReader(file)) == [{"puzzle": line, "solution": full, "id": "7", "source": "x"}]


def test_refused(tmp_path: Path) -> None:
    """A name that says no format, and a place that cannot be written, are refused."""
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    found = audit([line], rate=0)
    with pytest.raises(UsageError, match=r"\.csv"):
        clean(found, [line], tmp_path / "x.doc")
