"""The rules written out once more, sharing nothing with the engines: what tests check witnesses with."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.board.geometry import Geometry


def is_solution(geometry: Geometry, grid: bytes, clues: bytes) -> bool:
    """Every house holds every digit once, and every clue is kept."""
    wanted = set(range(1, geometry.side + 1))
    kept = all(clue in (0, digit) for clue, digit in zip(clues, grid, strict=True))
    return kept and all({grid[cell] for cell in house.cells} == wanted for house in geometry.houses)


def all_solutions(geometry: Geometry, clues: bytes) -> Iterator[bytes]:
    """Every solution, by trying the digits of the first cell with fewest possibilities."""
    grid = bytearray(clues)
    for cell, digit in enumerate(clues):
        if digit and any(clues[peer] == digit for peer in geometry.peers[cell]):
            return
    yield from _fill(geometry, grid)


def _fill(geometry: Geometry, grid: bytearray) -> Iterator[bytes]:
    best: tuple[int, set[int]] | None = None
    for cell, digit in enumerate(grid):
        if digit == 0:
            free = set(range(1, geometry.side + 1)) - {grid[peer] for peer in geometry.peers[cell]}
            if best is None or len(free) < len(best[1]):
                best = (cell, free)
    if best is None:
        yield bytes(grid)
        return
    cell, free = best
    for digit in sorted(free):
        grid[cell] = digit
        yield from _fill(geometry, grid)
    grid[cell] = 0
