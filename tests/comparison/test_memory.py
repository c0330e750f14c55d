"""Memory of our engines: of the engine asked for, in a process of its own."""

from __future__ import annotations

import pytest

from cpsudoku import compare
from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.comparison.analysis import memory_rows
from cpsudoku.comparison.contestant import Contestant
from cpsudoku.comparison.large import compare_large
from cpsudoku.comparison.memory import BASELINE, peak
from cpsudoku.formula.catalog import load
from cpsudoku.samples import lines_of


@pytest.mark.long
def test_a_large_formula_is_seen() -> None:
    """A formula of 750,000 clauses takes a hundred megabytes more than a small one, and no engine least."""
    empty = Puzzle(bytes(625), boxes(5, 5))
    small, large = (
        peak(Contestant("sat", load(name)), [puzzle], 0, 1, 60.0)
        for name, puzzle in (("extended", Puzzle(bytes(81), CLASSIC)), ("extended", empty))
    )
    base = peak(None, (), 0, 1, None)
    assert base is not None
    assert small is not None
    assert large is not None
    assert 5 < base <= small
    assert large > small + 100


def test_the_table_tells() -> None:
    """Megabytes in the rows and the records, the base beside them; none where none was asked for."""
    counted: list[int] = []
    puzzles = lines_of("hard")[:2]
    table = compare({"hard": puzzles}, engines=["bitmask", "dlx"], memory=True, advance=counted.append)
    assert sum(counted) == 2 * 2 * 2
    assert all(row.memory is not None and row.memory >= 5 for row in table.rows)
    assert all(row["memory_mb"] == table.memories[row["set"], row["engine"]] for row in table.to_dict()["results"])
    assert 5 < table.about[BASELINE] <= min(table.memories.values()) + 1
    without = compare({"hard": puzzles}, engines=["bitmask"])
    assert without.rows[0].memory is None
    assert BASELINE not in without.about


def test_large_boards_too() -> None:
    """The most of all fill ratios of a size, by engine."""
    table = compare_large(sides=(4,), fills=(0.4, 0.5), boards=1, engines=["bitmask"], memory=True)
    heads, body = memory_rows(table.memories)
    assert heads == ["board", "bitmask"]
    assert [row[0] for row in body] == ["4x4"]
    assert set(table.memories) == {("4x4 at 0.40", "bitmask"), ("4x4 at 0.50", "bitmask")}


def test_a_process_that_fails_has_no_figure() -> None:
    """A puzzle that no such engine can be made for: None, and no traceback."""
    assert peak(Contestant("sat:nothing"), [Puzzle(bytes(81), CLASSIC)], 0, 1, None) is None
