"""Little killer: sums along diagonals."""

from __future__ import annotations

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.constraints.sums import LittleKiller
from cpsudoku.generation.makers.sketch import Cells, Sketch

ABOUT = "sums of diagonals of 3 cells or more, each seen from one of its ends"
SIZES = (3, 64)
NUMBER = (16, 24)
HEAD_START = 0.0


def place(sketch: Sketch) -> None:
    """Random diagonals, the clue at a random end."""
    least, most = sketch.sizes(*SIZES)
    spots = [
        line if sketch.stream.number(2) else line[::-1]
        for line in _diagonals(sketch.board)
        if least <= len(line) <= most
    ]
    sketch.every(spots, diagonal, NUMBER, directed=False)


def diagonal(cells: Cells, digits: list[int]) -> LittleKiller:
    """The clue of a diagonal."""
    return LittleKiller(cells, sum(digits))


def _diagonals(board: Geometry) -> list[Cells]:
    """Every diagonal of two cells or more, once."""
    found: dict[tuple[str, int], list[Cell]] = {}
    for cell in range(board.size):
        r, c = divmod(cell, board.columns)
        found.setdefault(("down", r - c), []).append(cell)
        found.setdefault(("up", r + c), []).append(cell)
    return [tuple(line) for line in found.values() if len(line) > 1]
