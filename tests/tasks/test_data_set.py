"""`dataset`: the wanted distribution, splits without leaks, the same rows for any number of jobs, files that load."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from cpsudoku import audit, canonical_form, tasks, verify
from cpsudoku.errors import CpSudokuError
from cpsudoku.formats import read_one

SPEC: list[dict[str, Any]] = [
    {"count": 16, "histogram": {"1.0..1.5": 3, "2.0..2.9": 1}},
    {"count": 8, "geometry": "2x3"},
    {"count": 2, "makers": "killer", "geometry": "2x2"},
]
SPLITS = {"train": 3, "test": 1}


def test_rows_are_what_was_asked_for() -> None:
    """Numbers, ratings, boards and rules of each group; unique puzzles with their solution, and right traces."""
    rows = list(tasks.dataset(SPEC, 5, splits=SPLITS, license="CC-BY-4.0"))
    assert [row["id"].rsplit("-", 1)[0] for row in rows] == ["5-0"] * 16 + ["5-1"] * 8 + ["5-2"] * 2
    assert sum(row["er"] <= 1.5 for row in rows[:16]) == 12
    assert all(row["constraints"] and row["er"] is None and row["largest"] for row in rows[24:])
    for row in rows[::7] + rows[24:]:
        puzzle = read_one(json.dumps(row)).puzzle
        assert verify(puzzle).unique
        assert puzzle.is_solved_by(row["solution"])
        checked = tasks.check_trace(puzzle, row["trace"])
        assert checked.right
        assert checked.complete
        assert row["license"] == "CC-BY-4.0"


def test_no_class_of_grids_is_in_two_splits() -> None:
    """On 4x4, where there are two classes of grids, each class is in one split."""
    seen: dict[str, set[str]] = {}
    for row in tasks.dataset({"count": 40, "geometry": "2x2"}, 1, splits={"a": 1, "b": 1}, trace="none"):
        seen.setdefault(canonical_form(row["solution"]).puzzle.line(), set()).add(row["split"])
        assert row["trace"] is None
    assert all(len(splits) == 1 for splits in seen.values())


def test_rows_are_made_when_they_are_read() -> None:
    """The first of a set that nobody could wait for."""
    data = tasks.dataset({"count": 10**9}, 2)
    assert (
        [row["id"] for row in islice(data, 3)] == [row["id"] for row in islice(data, 3)] == ["2-0-0", "2-0-1", "2-0-2"]
    )


@pytest.mark.long
def test_jobs_change_nothing() -> None:
    """One process or two."""
    assert list(tasks.dataset(SPEC, 5, splits=SPLITS)) == list(tasks.dataset(SPEC, 5, splits=SPLITS, jobs=2))


def test_files_and_card(tmp_path: Path) -> None:
    """A file a split that `audit` finds nothing wrong with, and a card with the figures."""
    figures = tasks.dataset(SPEC, 5, splits=SPLITS).write(tmp_path)
    files = sorted((tmp_path / "data").iterdir())
    assert [file.name for file in files] == ["test.jsonl", "train.jsonl"]
    found = audit(files).to_dict()
    assert (found["rows"], found["unique"], found["wrong_solution"], found.get("leaks", 0)) == (26, 26, 0, 0)
    assert figures.rows == 26
    card = (tmp_path / "README.md").read_text()
    assert card.startswith("---\nlicense: ")
    assert "| train | " in card
    assert "path: data/test.jsonl" in card
    assert "| cage | 2 |" in card


@pytest.mark.parametrize("format", ["jsonl", "parquet"])
def test_others_load_the_files(format: str, tmp_path: Path) -> None:
    """pandas and Polars have as many rows as were written."""
    pytest.importorskip("pyarrow", reason="Parquet needs the extra [data]")
    pandas = pytest.importorskip("pandas", reason="the extra [data]")
    polars = pytest.importorskip("polars", reason="the extra [data]")
    tasks.dataset(SPEC, 5).write(tmp_path, format)
    path = str(tmp_path / "data" / f"train.{format}")
    if format == "jsonl":
        frames = pandas.read_json(path, lines=True), polars.read_ndjson(path, infer_schema_length=None)
    else:
        frames = pandas.read_parquet(path), polars.read_parquet(path)
    assert all(frame.shape == (26, 16) for frame in frames)


@pytest.mark.long
@pytest.mark.parametrize("format", ["jsonl", "parquet"])
def test_the_loader_of_the_hub_reads_a_thousand_rows_from_disk(
    format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the card's front matter, without the network."""
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets", reason="the loader of the Hugging Face hub")
    tasks.dataset([{"count": 962}, *SPEC[1:2], {"count": 30, "geometry": "2x2"}], 7, splits=SPLITS).write(
        tmp_path / "set", format
    )
    loaded = datasets.load_dataset(str(tmp_path / "set"), cache_dir=str(tmp_path / "cache"))
    assert {name: len(split) > 200 for name, split in loaded.items()} == {"train": True, "test": True}
    assert sum(len(split) for split in loaded.values()) == 1000


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ({}, {}),
        ([], {}),
        ("count", {}),
        (5, {}),
        ({"count": 0}, {}),
        ({"count": 1, "histogram": {"13": 1}}, {}),
        ({"count": 1, "nonsense": 1}, {}),
        ({"count": 1, "geometry": "9"}, {}),
        ({"count": 1, "makers": "killer"}, {"trace": "techniques"}),
        ({"count": 1}, {"splits": {"a/b": 1}}),
        ({"count": 1}, {"trace": "verse"}),
    ],
)
def test_what_cannot_be_made_is_refused(spec: Any, options: dict[str, Any]) -> None:
    """Before anything is made."""
    with pytest.raises((CpSudokuError, TypeError)):
        tasks.dataset(spec, 1, **options)
