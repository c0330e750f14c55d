"""Patterns of cells on a board: neighbours, squares, rows and diagonals, the runs of a line inside regions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from cpsudoku.board.geometry import Geometry


def neighbour_lists(board: Geometry) -> list[list[int]]:
    """The cells that share a side with each cell."""
    found: list[list[int]] = [[] for _ in range(board.size)]
    for a, b in board.adjacent():
        found[a].append(b)
        found[b].append(a)
    return found


def outward(board: Geometry, cells: Iterable[int]) -> list[tuple[int, int]]:
    """(cell, neighbour) for every orthogonal neighbour of one of the *cells* that is not one of them."""
    marked = frozenset(cells)
    both = [pair for a, b in board.adjacent() for pair in ((a, b), (b, a))]
    return [(a, b) for a, b in both if a in marked and b not in marked]


def at_offsets(board: Geometry, offsets: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Every two cells that lie one of these (rows, columns) apart."""
    rows, columns = board.rows, board.columns
    steps = tuple(offsets)
    for cell in range(rows * columns):
        r, c = divmod(cell, columns)
        for down, right in steps:
            if 0 <= r + down < rows and 0 <= c + right < columns:
                yield cell, (r + down) * columns + c + right


def squares(board: Geometry) -> Iterator[tuple[int, int, int, int]]:
    """Every 2x2 square of cells."""
    for first, last in at_offsets(board, ((1, 1),)):
        yield first, first + 1, last - 1, last


def inward(board: Geometry) -> tuple[tuple[int, ...], ...]:
    """Every row and column read from each of its ends: the lines that clues outside the grid are about."""
    rows = [tuple(range(r * board.columns, (r + 1) * board.columns)) for r in range(board.rows)]
    columns = [tuple(range(c, board.size, board.columns)) for c in range(board.columns)]
    return tuple(line for forward in (*rows, *columns) for line in (forward, forward[::-1]))


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


def spots(board: Geometry, marks: str) -> Iterable[tuple[int, ...]]:
    """The cells of every place for such `marks` (see `Constraint`)."""
    match marks:
        case "cell":
            return ((cell,) for cell in range(board.size))
        case "pair":
            return (spot for pair in board.adjacent() for spot in (pair, pair[::-1]))
        case "line":
            return inward(board)
        case "line either way":
            return inward(board)[::2]
        case "diagonal":
            return diagonals(board)
    return ()


def runs(board: Geometry, line: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The line cut where it passes from one box (or region) to another; a region entered again is another run."""
    region = {cell: number for number, house in enumerate(board.houses) if house.kind == "box" for cell in house.cells}
    return tuple(tuple(run) for _, run in groupby(line, region.get))
