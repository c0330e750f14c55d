"""Small boards with all their grids, by a definition of its own: what tests of tasks compare with."""

from __future__ import annotations

import random
from functools import cache
from itertools import permutations

SIDE, BOX = 4, 2


def _fits(rows: list[tuple[int, ...]]) -> bool:
    """Whether columns and boxes repeat no digit."""
    columns = zip(*rows)
    boxes = [
        [row[column] for row in rows[top : top + BOX] for column in range(left, left + BOX)]
        for top in range(0, len(rows), BOX)
        for left in range(0, SIDE, BOX)
    ]
    return all(len(set(cells)) == len(cells) for cells in [*columns, *boxes])


@cache
def grids() -> tuple[tuple[int, ...], ...]:
    """All 288 grids of the 4x4 board."""
    found: list[list[tuple[int, ...]]] = [[]]
    for _ in range(SIDE):
        found = [[*rows, row] for rows in found for row in permutations(range(1, 5)) if _fits([*rows, row])]
    return tuple(tuple(digit for row in rows for digit in row) for rows in found)


def completions(cells: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The grids that have these digits (0: open)."""
    return [grid for grid in grids() if all(not digit or digit == full for digit, full in zip(cells, grid))]


def puzzles(number: int, seed: int = 1) -> list[tuple[int, ...]]:
    """Random puzzles of two to eight clues, most with several solutions, some with none."""
    rng = random.Random(seed)
    found = []
    for _ in range(number):
        grid = rng.choice(grids())
        kept = rng.sample(range(16), rng.randint(2, 8))
        cells = [grid[cell] if cell in kept else 0 for cell in range(16)]
        if rng.random() < 0.1:
            cells[rng.choice(kept)] = rng.randint(1, 4)
        found.append(tuple(cells))
    return found


def line(cells: tuple[int, ...]) -> str:
    """The cells as a text."""
    return "".join(str(digit) if digit else "." for digit in cells)
