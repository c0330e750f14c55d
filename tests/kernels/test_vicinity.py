"""Neighbours of a puzzle, checked by an engine that has no part in them."""

from __future__ import annotations

import pytest

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.board.symmetry import orbits
from cpsudoku.engines.registry import engine
from cpsudoku.kernels.classic.neighbours import neighbours
from tests.rules import is_solution

pytestmark = pytest.mark.interpreted
PUZZLE = bytes(map(int, "530070000600195000098000060800060003400803001700020006060000280000419005000080079"))
CELLS = [(cell,) for cell in range(81)]


def count(cells: bytes) -> int:
    return len(engine("dlx", CLASSIC).search(cells, 2).solutions)


def without(cells: bytes, group: tuple[int, ...]) -> bytes:
    return bytes(0 if cell in group else digit for cell, digit in enumerate(cells))


@pytest.mark.parametrize("symmetry", ["none", "rot180"])
def test_neighbours_are_unique_and_without_spare_groups(symmetry: str) -> None:
    """Each has the one solution it comes with, keeps the symmetry, and no group of clues can go."""
    groups = list(orbits(CLASSIC, symmetry))
    for cells, grid in neighbours(1, PUZZLE, groups, 2, False, 3):
        assert is_solution(CLASSIC, grid, cells)
        assert count(cells) == 1
        for group in groups:
            assert len({bool(cells[cell]) for cell in group}) == 1
            if cells[group[0]]:
                assert count(without(cells, group)) > 1


def test_a_fixed_pattern_stays() -> None:
    """Clues change their digits, not their places; the puzzle is unique."""
    groups = [(cell,) for cell in range(81) if PUZZLE[cell]]
    found = neighbours(3, PUZZLE, groups, 8, True, 60)
    assert any(cells != PUZZLE for cells, _ in found)
    for cells, grid in found:
        assert [bool(digit) for digit in cells] == [bool(digit) for digit in PUZZLE]
        assert is_solution(CLASSIC, grid, cells)
        assert count(cells) == 1


def test_the_stream_says_which() -> None:
    """Same stream, same neighbours; another stream, others."""
    assert neighbours(5, PUZZLE, CELLS, 1, False, 2) == neighbours(5, PUZZLE, CELLS, 1, False, 2)
    assert neighbours(5, PUZZLE, CELLS, 1, False, 2) != neighbours(6, PUZZLE, CELLS, 1, False, 2)
