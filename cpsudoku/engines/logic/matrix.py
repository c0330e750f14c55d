"""The candidate matrix as text: what every cell is, or may still be."""

from __future__ import annotations

from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.engines.logic.grid import Grid, digits_of


def matrix(grid: Grid) -> str:
    """A line a row: a filled cell as `=5`, an open one as its candidates, `-` where none is left; bars between boxes.

    Symbols as in one-line puzzles; beyond side 35 numbers set apart by commas.
    """
    board = grid.geometry
    side, step = board.side, board.box_cols if board.regions is None else board.side
    numbers = side > 35

    def shown(cell: int) -> str:
        filled = grid.cells[cell]
        digits = [filled] if filled else digits_of(grid.masks[cell])
        text = ",".join(map(str, digits)) if numbers else DEFAULT.write(bytes(digits), side)
        return f"={text}" if filled else text or "-"

    groups = [shown(cell) for cell in range(board.size)]
    width = max(map(len, groups))
    lines = []
    for row in range(side):
        if row and board.regions is None and row % board.box_rows == 0:
            lines.append("-+-".join(["-" * (step * (width + 1) - 1)] * (side // step)))
        cells = [group.ljust(width) for group in groups[row * side : row * side + side]]
        lines.append(" | ".join(" ".join(cells[first : first + step]) for first in range(0, side, step)).rstrip())
    return "\n".join(lines)
