"""Boards for the comparison of sizes, and what it says."""

from __future__ import annotations

import pytest

from cpsudoku.board.puzzle import Solution
from cpsudoku.comparison.analysis import (
    by_place,
    growth_rows,
    growths_by_fill,
    hardest_fills,
    hardest_rows,
    hardest_solved,
    phase_rows,
)
from cpsudoku.comparison.contestant import Contestant
from cpsudoku.comparison.large import board, compare_large
from cpsudoku.comparison.runs import Run
from cpsudoku.errors import GeometryError, UsageError


@pytest.mark.parametrize("side", [4, 6, 9, 12, 16, 25])
def test_boards_have_a_solution(side: int) -> None:
    """With every cell kept the board is a solution, with fewer its clues are part of one."""
    full = board(side, 1.0, 7)
    Solution(full.cells, full.geometry)
    half = board(side, 0.5, 7)
    assert half.clue_count == round(0.5 * side * side)
    assert half.clash() is None


def test_boards_are_deterministic() -> None:
    """The same size, fill and seed give the same board, another seed another."""
    assert board(16, 0.4, 1) == board(16, 0.4, 1)
    assert board(16, 0.4, 1) != board(16, 0.4, 2)


def test_boards_differ_in_more_than_digits() -> None:
    """Rows are not all rotations of one row: they are shuffled, and columns, too."""
    full = board(9, 1.0, 1).cells
    rows = [full[r * 9 : r * 9 + 9] for r in range(9)]
    rotations = {rows[0][k:] + rows[0][:k] for k in range(9)}
    assert not all(row in rotations for row in rows)


def test_refusals() -> None:
    """A share beyond 1, a side without boxes, a side too large."""
    with pytest.raises(UsageError, match=r"fill 1\.5"):
        board(9, 1.5, 0)
    with pytest.raises(GeometryError, match="7x7"):
        board(7, 0.5, 0)
    with pytest.raises(UsageError, match="side 240"):
        board(240, 0.5, 0)


def test_phases() -> None:
    """Every size and fill with every engine; an engine that solved nothing of a size is left out of greater ones."""
    table = compare_large(sides=[4, 9], fills=[0.3, 0.6], boards=2, engines=["bitmask", "sat", "recursive"], timeout=10)
    found = by_place(table.runs)
    assert set(found) == {"bitmask", "sat", "recursive"}
    assert set(found["sat"]) == {(4, 0.3), (4, 0.6), (9, 0.3), (9, 0.6)}
    assert all(len(runs) == 2 for cells in found.values() for runs in cells.values())
    heads, body = phase_rows(table.runs)
    assert heads == ["board", "fill", "bitmask", "sat", "recursive"]
    assert [row[:2] for row in body] == [["4x4", "0.30"], ["4x4", "0.60"], ["9x9", "0.30"], ["9x9", "0.60"]]
    assert [(label, side) for label, side, _, _ in hardest_solved(table.runs)] == [
        (label, side) for label in ("bitmask", "sat", "recursive") for side in (4, 9)
    ]


def test_left_out() -> None:
    """No time at all solves nothing, and the engine does not run on the next size."""
    table = compare_large(sides=[9, 16], fills=[0.3], boards=1, engines=["recursive"], timeout=0.0)
    assert set(by_place(table.runs)["recursive"]) == {(9, 0.3)}
    assert table.about["left out"] == "recursive beyond 9x9"
    assert hardest_solved(table.runs) == []


def test_growth_at_each_ratio_and_the_hardest_one() -> None:
    """Time side**3 at one ratio, side**5 at another, which is the hardest; one without answers has no power."""
    runs = [
        Run(f"{side}x{side} at {fill:.2f}", row, f"{side}x{side}", fill, Contestant("sat"), answer, side**power / 1e6)
        for side in (4, 9, 16)
        for fill, power, answer in (
            (0.3, 3, "solved"),
            (0.4, 5, "solved"),
            (0.5, 1, "unknown" if side > 9 else "solved"),
        )
        for row in (1, 2, 3)
    ]
    found = growths_by_fill(runs)["sat"]
    assert {fill: round(one.exponent, 6) for fill, one in found.items()} == {0.3: 3.0, 0.4: 5.0}
    assert growth_rows(runs)[1][1] == ["0.40", "5.0 [5.0, 5.0]"]
    assert hardest_fills(runs, None)["sat"] == dict.fromkeys((4, 9, 16), (0.4, 1.0))
    assert hardest_fills(runs, 10.0)["sat"][16] == (0.5, 1.0)
    assert hardest_rows(runs, None)[1][0] == ["4x4", "0.40 (100%)"]
