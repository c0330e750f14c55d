"""The candidate grid keeps its views consistent."""

from __future__ import annotations

import random

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.techniques.core.grid import Grid

PUZZLE = bytes(map(int, "000000012003600000000007000410020000000500300700000600280000040000300500000000000"))


def views(grid: Grid) -> dict[tuple[int, int], set[int]]:
    """Positions of each digit in each house, derived from the candidates of the cells alone."""
    masks = grid.candidates()
    boxes = [[27 * (b // 3) + 3 * (b % 3) + 9 * (k // 3) + k % 3 for k in range(9)] for b in range(9)]
    rows = [[9 * r + k for k in range(9)] for r in range(9)]
    columns = [[9 * k + c for k in range(9)] for c in range(9)]
    return {
        (house, digit): {k for k, cell in enumerate(cells) if masks[cell] >> (digit - 1) & 1}
        for house, cells in enumerate(boxes + rows + columns)
        for digit in range(1, 10)
    }


def check(grid: Grid) -> None:
    for (house, digit), expected in views(grid).items():
        assert grid.positions(house, digit) == sum(1 << k for k in expected)


def test_clues_leave_what_no_peer_shows() -> None:
    """After loading, a cell's candidates are the digits none of its peers has, and a clue has none."""
    grid = Grid()
    grid.set_clues(PUZZLE)
    for cell, mask in enumerate(grid.candidates()):
        shown = {PUZZLE[other] for other in CLASSIC.peers[cell]}
        allowed = set() if PUZZLE[cell] else set(range(1, 10)) - shown
        assert mask == sum(1 << (d - 1) for d in allowed)
    check(grid)


def test_views_agree_after_any_changes() -> None:
    """Whatever is removed and placed, the positions are those of the candidates."""
    rng = random.Random(1)
    grid = Grid()
    for _ in range(20):
        grid.set_clues(PUZZLE)
        for _ in range(25):
            cell = rng.randrange(81)
            mask = grid.candidates()[cell]
            if mask and rng.random() < 0.3:
                grid.put(cell, rng.choice([d for d in range(1, 10) if mask >> (d - 1) & 1]))
            else:
                grid.take(cell, rng.randrange(512))
            check(grid)
        other = Grid()
        other.set_state(grid.values(), grid.candidates())
        assert (other.values(), other.candidates()) == (grid.values(), grid.candidates())
        check(other)
