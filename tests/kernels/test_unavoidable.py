"""Unavoidable sets: the general kernel, and the one that digging uses."""

from __future__ import annotations

import pytest

from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.generation.filling import fill
from cpsudoku.kernels.classic import exchanges
from cpsudoku.kernels.general.unavoidable import Ledger, tables
from cpsudoku.kernels.randomness import Stream, derive
from tests.rules import all_solutions

JIGSAW = "111222113322133332444555446655466665"
BOARDS = [boxes(2, 2), boxes(2, 3), boxes(3, 2), Geometry(2, 2, None, ("diagonals",)), Geometry.jigsaw(JIGSAW)]


@pytest.mark.interpreted
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_every_set_is_unavoidable(board: Geometry) -> None:
    """Without the cells of a set the grid has another solution, so every puzzle needs a clue there."""
    grid = fill("sat", board, Stream(derive(1, 0)))
    ledger = Ledger(grid, tables(board.side, board.houses))
    sets = ledger.sets()
    assert sets
    for cells in sets:
        found = all_solutions(board, bytes(0 if cell in cells else digit for cell, digit in enumerate(grid)))
        assert len([next(found), next(found)]) == 2


@pytest.mark.interpreted
def test_the_ledger_keeps_count() -> None:
    """`remove` says when a set has lost its last clue, `proves_needed` when one is left, `put_back` undoes."""
    board = boxes(2, 2)
    grid = fill("uniform", board, Stream(3))
    ledger = Ledger(grid, tables(4, board.houses))
    cells = min(ledger.sets(), key=len)
    assert not any(ledger.proves_needed(cell) for cell in cells)
    assert all(ledger.remove(cell) for cell in cells[:-1]) or len(ledger.sets()) > 1
    assert ledger.proves_needed(cells[-1])
    assert not ledger.remove(cells[-1])
    for cell in cells:
        ledger.put_back(cell)
    assert not ledger.proves_needed(cells[-1])


@pytest.mark.interpreted
def test_both_kernels_find_the_same_sets() -> None:
    """The 9x9 sets that digging uses are those of the general kernel."""
    board = boxes(3, 3)
    for index in range(2):
        grid = fill("uniform", board, Stream(derive(2, index)))
        general = Ledger(grid, tables(9, board.houses)).sets()
        assert sorted(map(tuple, general)) == sorted(map(tuple, exchanges.unavoidable_sets(grid)))
