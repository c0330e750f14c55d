"""The ladder, its names and its files."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import cpsudoku.techniques as techniques
from cpsudoku.rating.numbers import LEVELS, level
from cpsudoku.techniques import ladder
from cpsudoku.techniques.forcing_chains import ChainEngine


def test_rows_and_rungs_are_numbered_in_order():
    """Keys are unique, `row` numbers them as they stand, rungs run from 1 to the last without a gap."""
    keys = [technique.key for technique in ladder.TECHNIQUES]
    assert len(set(keys)) == len(keys)
    assert [ladder.row(key) for key in keys] == list(range(len(keys)))
    rungs = [technique.rung for technique in ladder.TECHNIQUES]
    assert rungs == sorted(rungs)
    assert sorted({rung for t in ladder.TECHNIQUES for rung in t.rungs}) == list(range(1, ladder.LAST_RUNG + 1))
    assert sum(1 << rung for rung in range(1, ladder.LAST_RUNG + 1)) == ladder.ALL_RUNGS
    levels = [t.levels for t in ladder.TECHNIQUES if t.key.startswith("dynamic")]
    assert set(levels) == {len(ladder.NESTED_RATINGS)}


def test_every_pattern_has_its_file_and_its_test():
    """The files of the folder are those the ladder names and what all of them share; each technique has a test of its
    name; every rung gets one search."""
    folder = Path(techniques.__file__).parent
    files = {path.stem for path in folder.glob("*.py")} - {"__init__", "ladder", "step", "words"}
    assert set(techniques.files()) == files
    tests = {path.stem for path in Path(__file__).parent.joinpath("techniques").glob("test_*.py")}
    assert {f"test_{file}" for file in files} <= tests
    searches = techniques.searches(ChainEngine())
    assert [search.rung for search in searches] == list(range(1, ladder.LAST_RUNG + 1))


def test_a_rung_without_a_search_is_named(monkeypatch):
    """A line of the ladder whose file has no search for it is an error that says which."""
    files = dict(techniques.files())
    del files["bug"]
    monkeypatch.setattr(techniques, "files", lambda: files)
    with pytest.raises(LookupError, match="no search for bug"):
        techniques.searches(ChainEngine())


def test_levels_ascend():
    """Every ER has one level."""
    limits = [highest for highest, _ in LEVELS]
    assert limits == sorted(limits)
    assert [level(1.0), level(1.5), level(1.6), level(11.9)] == ["easy", "easy", "moderate", "diabolical"]


def test_the_documented_module_of_the_ladder_warns():
    """`cpsudoku.rating.ladder` still has the techniques, and says where they are now."""
    with pytest.warns(DeprecationWarning, match=r"is now cpsudoku\.techniques\.ladder"):
        assert importlib.import_module("cpsudoku.rating.ladder").TECHNIQUES is ladder.TECHNIQUES
