"""Two runs beside each other."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cpsudoku import compare
from cpsudoku.comparison import regressions
from cpsudoku.comparison.table import Table
from cpsudoku.errors import UsageError
from cpsudoku.samples import path_of


@pytest.fixture(scope="module")
def table() -> Table:
    """Ten puzzles, two engines."""
    lines = path_of("hard").read_text().split()[:10]
    return compare({"hard": lines}, engines=["bitmask", "recursive:native"])


def saved(table: Table, folder: Path) -> Path:
    path = folder / "results.json"
    table.to_json(path)
    return path


def test_twice_as_slow_is_found(table: Table, tmp_path: Path) -> None:
    """Beyond chance, for the engine that it happened to."""
    then = regressions.earlier(saved(table, tmp_path))
    slower = [replace(run, seconds=2 * run.seconds) if run.contestant.label == "bitmask" else run for run in table.runs]
    found = {change.engine: change for change in regressions.changes(then, slower)}
    assert found["bitmask"].ratio == pytest.approx(2)
    assert found["bitmask"].worse
    assert not found["recursive:native"].worse
    assert "2.00x the time of then [2.00, 2.00] on 10 puzzles" in regressions.sentence(found["bitmask"])


def test_what_is_no_longer_solved_or_answered_otherwise(table: Table, tmp_path: Path) -> None:
    """Each is counted, and each is worse."""
    then = regressions.earlier(saved(table, tmp_path))
    first, *rest = [run for run in table.runs if run.contestant.label == "bitmask"]
    lost = regressions.changes(then, [replace(first, answer="unknown"), *rest])[0]
    other = regressions.changes(then, [replace(first, answer="multiple"), *rest])[0]
    assert (lost.unsolved, lost.won, lost.changed, lost.worse) == (1, 0, 0, True)
    assert (other.unsolved, other.won, other.changed, other.worse) == (0, 0, 1, True)


def test_what_is_no_earlier_run_is_refused(table: Table, tmp_path: Path) -> None:
    """With its name, and what would do."""
    with pytest.raises(UsageError, match="No such file"):
        regressions.earlier(tmp_path / "missing.json")
    for text in ("{", "[]", '{"about": {}, "runs": 1}', '{"about": {}, "runs": [{"row": 1}]}'):
        path = tmp_path / "wrong.json"
        path.write_text(text)
        with pytest.raises(UsageError, match=r"wrong\.json: "):
            regressions.earlier(path)
    with pytest.raises(UsageError, match="no engine on a set of this one"):
        regressions.changes({"about": {}, "runs": []}, table.runs)


def test_the_file_is_what_compare_writes(table: Table, tmp_path: Path) -> None:
    """Its statistics with it."""
    data = json.loads(saved(table, tmp_path).read_text())
    assert {"about", "results", "pairs", "portfolios", "runs"} == data.keys()
    assert data["pairs"][0]["puzzles"] == 10
    assert data["results"][0]["median_low"] <= data["results"][0]["median"] <= data["results"][0]["median_high"]
