"""Digging: minimal puzzles of random grids, the same for the same stream, compiled and interpreted."""

from __future__ import annotations

import pytest

from cpsudoku.kernels import search
from cpsudoku.kernels.classic import digging
from cpsudoku.kernels.randomness import derive

CELLS: list[tuple[int, ...]] = [(cell,) for cell in range(81)]
HALF_TURNS: list[tuple[int, ...]] = [tuple({cell, 80 - cell}) for cell in range(41)]
COUNT = 200 if search.instructions() != "python" else 2
DRAWN = (
    "800000409000064000002000070700000000000009700061000083004006000030710000510020030",
    "370000008100600700000050000000010209004900360000546800009002000040080030000000070",
)
"""What the first two streams of seed 5 give."""


def dug(groups: list[tuple[int, ...]], count: int) -> list[tuple[bytes, bytes, bool, int]]:
    """Puzzles of seed 5, thoroughly dug."""
    streams = [derive(5, index) for index in range(count)]
    found: list[tuple[bytes, bytes, bool, int]] = digging.batch(streams, None, groups, 0, 81, 0, True, 0, 0)
    return found


def solutions(cells: bytes) -> int:
    """Up to two, by the search without vectors."""
    return int(search.solve_batch(cells, 2, 0, 0, True)[0][0])


@pytest.mark.interpreted
def test_the_same_stream_gives_the_same_puzzle() -> None:
    """Compiled, interpreted and by any instructions: what was drawn once is drawn again."""
    assert tuple("".join(map(str, puzzle)) for puzzle, *_ in dug(CELLS, 2)) == DRAWN


@pytest.mark.interpreted
@pytest.mark.parametrize("groups", [CELLS, HALF_TURNS], ids=["cells", "half turns"])
def test_no_group_can_go(groups: list[tuple[int, ...]]) -> None:
    """A puzzle has one solution, its grid, and without any group of clues left two."""
    for puzzle, grid, minimal, tries in dug(groups, COUNT):
        assert solutions(puzzle) == 1
        assert all(clue in (0, digit) for clue, digit in zip(puzzle, grid))
        assert tries == 1
        for group in groups:
            if puzzle[group[0]]:
                assert solutions(bytes(0 if cell in group else clue for cell, clue in enumerate(puzzle))) == 2
        alone = [bytes(0 if cell == gone else clue for cell, clue in enumerate(puzzle)) for gone in range(81)]
        assert minimal == all(solutions(less) == 2 for less in alone if less != puzzle)


@pytest.mark.interpreted
def test_what_could_have_gone_at_each_step() -> None:
    """`still_removable` says what trying each clue before each deletion does."""
    puzzle, grid, _, _ = dug(CELLS, 1)[0]
    order = [cell for cell in range(81) if not puzzle[cell]]
    steps = range(len(order)) if search.instructions() != "python" else (len(order) - 1,)
    found = digging.still_removable(grid, order)
    for step in steps:
        cells = bytes(0 if cell in order[:step] else digit for cell, digit in enumerate(grid))
        could = [cells[:cell] + b"\0" + cells[cell + 1 :] for cell in range(81) if cells[cell]]
        assert found[step] == sum(solutions(less) == 1 for less in could)
    assert len(found) == len(order)
