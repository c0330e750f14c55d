"""Little killer: sums along diagonals."""

from __future__ import annotations

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.little_killer import LittleKiller
from cpsudoku.generation.makers.sketch import Sketch

ABOUT = "sums of diagonals of 3 cells or more, each seen from one of its ends"
SIZES = (3, 64)
NUMBER = (16, 24)
HEAD_START = 0.0


def place(sketch: Sketch) -> None:
    """Random diagonals, the clue at a random end."""

    def diagonal(cells: tuple[Cell, ...]) -> Constraint | None:
        return LittleKiller(cells, sum(sketch.values[cell] for cell in cells))

    least, most = sketch.sizes(*SIZES)
    spots = [
        line if sketch.stream.number(2) else line[::-1]
        for line in _diagonals(sketch.board)
        if least <= len(line) <= most
    ]
    sketch.every(spots, sketch.number(*NUMBER), lambda spot: sketch.add(spot, diagonal, directed=False))


def _diagonals(board: Geometry) -> list[tuple[Cell, ...]]:
    """Every diagonal of two cells or more, once."""
    found: dict[tuple[str, int], list[Cell]] = {}
    for cell in range(board.size):
        r, c = divmod(cell, board.columns)
        found.setdefault(("down", r - c), []).append(cell)
        found.setdefault(("up", r + c), []).append(cell)
    return [tuple(line) for line in found.values() if len(line) > 1]
