"""The ladder, its names and its files."""

from __future__ import annotations

from pathlib import Path

import cpsudoku.rating.techniques as techniques
from cpsudoku.rating import ladder
from cpsudoku.rating.levels import LEVELS, level


def test_rows_are_numbered_as_their_constants():
    """The constant of a technique is its row in the table; keys are unique; rungs never fall."""
    keys = [technique.key for technique in ladder.TECHNIQUES]
    assert len(set(keys)) == len(keys)
    rungs = [technique.rung for technique in ladder.TECHNIQUES]
    assert rungs == sorted(rungs)
    source = Path(ladder.__file__).parent.joinpath("ladder.py").read_text(encoding="utf-8")
    names = [line.split(" = ")[0] for line in source.splitlines() if "cython.declare(cython.int, " in line]
    assert len(names) == len(keys)


def test_every_pattern_has_its_file_and_its_test():
    """Each technique is in one file, and the files of the folder are those, each with a test of the same name."""
    folder = Path(techniques.__file__).parent
    files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert set(techniques.FILES) <= files
    listed = [key for keys in techniques.FILES.values() for key in keys]
    patterns = [t.key for t in ladder.TECHNIQUES if t.family != "chain"]
    assert set(patterns) <= set(listed)
    tests = {path.stem for path in Path(__file__).parent.joinpath("techniques").glob("test_*.py")}
    basic = {file for file, keys in techniques.FILES.items() if set(keys) & set(patterns)}
    assert {f"test_{file}" for file in basic} <= tests


def test_levels_ascend():
    """Every ER has one level."""
    limits = [highest for highest, _ in LEVELS]
    assert limits == sorted(limits)
    assert [level(1.0), level(1.5), level(1.6), level(11.9)] == ["easy", "easy", "moderate", "diabolical"]
