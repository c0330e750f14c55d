"""Lines of cells that clues outside the grid look along, and the runs of a line inside regions."""

from __future__ import annotations

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.shapes import Outside, Place


def inward(board: Geometry) -> tuple[tuple[int, ...], ...]:
    """Every row and column read from each of its ends: the lines a clue outside may look along."""
    found = []
    for r in range(board.rows):
        row = tuple(range(r * board.columns, (r + 1) * board.columns))
        found += [row, row[::-1]]
    for c in range(board.columns):
        column = tuple(range(c, board.size, board.columns))
        found += [column, column[::-1]]
    return tuple(found)


def diagonals(board: Geometry) -> tuple[tuple[int, ...], ...]:
    """Every diagonal of two cells or more, read downwards."""
    found = []
    for r in range(board.rows):
        for c in range(board.columns):
            for step in (1, -1):
                if r == 0 or c == (0 if step == 1 else board.columns - 1):
                    length = min(board.rows - r, board.columns - c if step == 1 else c + 1)
                    if length > 1:
                        found.append(tuple((r + k) * board.columns + c + step * k for k in range(length)))
    return tuple(found)


def outside(places: tuple[Place, ...], text: str, style: str) -> Outside:
    """The clue of a line: one step before its first cell."""
    (r, c), (r2, c2) = places[0], places[1] if len(places) > 1 else (places[0][0], places[0][1] + 1)
    step = (r2 - r, c2 - c)
    return Outside((r - step[0], c - step[1]), step, text, style)


def runs(board: Geometry, line: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The line cut where it passes from one box (or region) to another; a region entered again is another run."""
    region = {cell: number for number, house in enumerate(board.houses) if house.kind == "box" for cell in house.cells}
    found: list[list[int]] = []
    last: object = object()
    for cell in line:
        here = region.get(cell)
        if here != last:
            found.append([])
            last = here
        found[-1].append(cell)
    return tuple(map(tuple, found))


def group_text(numbers: tuple[int, ...]) -> str:
    """Numbers as a clue shows them."""
    return " ".join(map(str, numbers))
