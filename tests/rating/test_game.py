"""Games in progress: what is wrong comes before any step."""

from __future__ import annotations

import pytest

from cpsudoku import Puzzle, all_steps, hint
from cpsudoku.board.geometry import boxes
from cpsudoku.errors import UsageError
from cpsudoku.rating.start import count_from, grids_from
from cpsudoku.results import Mistake, Step
from tests.rules import all_solutions

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PUZZLE = Puzzle.parse(LINE)
ALL = (511,) * 81


def written(entries: dict[int, int]) -> str:
    """The game in Susser style: + before what the player wrote."""
    return "".join(
        f"+{entries[cell]}" if cell in entries else str(digit) if digit else "."
        for cell, digit in enumerate(PUZZLE.cells)
    )


def test_a_wrong_entry_is_named_first() -> None:
    """In Python and in a text that marks entries, with the cell, the digit, and what belongs there."""
    for found in (hint(LINE, entries={2: 1}), hint(written({2: 1})), all_steps(PUZZLE, entries={2: 1, 3: 6})):
        assert isinstance(found, Mistake)
        assert found.entries == ((2, 1, 4),)
        assert found.message == "r1c3 = 1 cannot be: the puzzle has 4 there"
        assert found.to_dict()["entries"] == [{"cell": "r1c3", "digit": 1, "right": 4}]


def test_what_a_wrong_entry_took_away_is_not_named_besides() -> None:
    """A text's marks follow from its entries: only marks that went by themselves are erased wrongly."""
    found = hint(written({2: 1}) + ":413")
    assert isinstance(found, Mistake)
    assert (found.entries, found.erased) == (((2, 1, 4),), ())
    found = hint(written({2: 4}) + ":614")
    assert isinstance(found, Mistake)
    assert (found.entries, found.erased) == ((), ((3, 6),))
    assert found.message == "r1c4 lost the pencil mark 6: the puzzle has 6 there"


def test_right_entries_are_digits_of_the_grid() -> None:
    """They are not proposed again: the step is that of the grid with them filled in."""
    step = hint(LINE)
    assert isinstance(step, Step)
    assert step.placement is not None
    cell, digit = step.placement
    after = hint(LINE, entries={cell: digit})
    assert isinstance(after, Step)
    assert after.placement != step.placement
    assert after.grid[cell] == digit
    assert after == hint(written({cell: digit}))
    filled = Puzzle(PUZZLE.cells[:cell] + bytes([digit]) + PUZZLE.cells[cell + 1 :])
    assert after == hint(filled)


def test_a_wrongly_erased_mark_is_named() -> None:
    """Candidates without the digit that belongs there are a mistake, not an impossible puzzle."""
    marks = [511 & ~(1 << 3) if cell == 2 else mask for cell, mask in enumerate(ALL)]
    found = hint(LINE, marks)
    assert isinstance(found, Mistake)
    assert found.erased == ((2, 4),)


@pytest.mark.parametrize("entries", [{81: 1}, {-1: 1}, {2: 10}, {2: 0}, {0: 3}])
def test_entries_that_cannot_be(entries: dict[int, int]) -> None:
    """Outside the board, no digit, or over a given: a UsageError that says so."""
    with pytest.raises(UsageError, match="entr"):
        hint(LINE, entries=entries)


def test_grids_are_the_solutions() -> None:
    """The one grid of the puzzle, from any candidates and on boards the kernel does not know."""
    assert grids_from(PUZZLE, None) == grids_from(PUZZLE, ALL) == [bytes(map(int, FULL))]
    small = Puzzle.parse("12..34..........", boxes(2, 2))
    everything = sorted(all_solutions(small.geometry, small.cells))
    assert len(everything) > 2
    assert sorted(grids_from(small, None, 1000)) == everything
    assert [count_from(small, None, limit) for limit in (1, 2, 1000)] == [1, 2, len(everything)]
