"""Pencilmark grids: 81 groups of digits, one a cell, with any border. Chosen by name only: `grid` reads them.

Its candidates are the puzzle's: what a group lacks its cell may not hold. A group of one digit is read as a clue:
clues and placed digits look alike. A puzzle that gives no candidates is written with every digit in its empty cells,
so that none looks solved.
"""

from __future__ import annotations

from cpsudoku.errors import NotationError
from cpsudoku.formats import candidate_text, grid
from cpsudoku.formats.format import Format, Record, writer


def _text(record: Record) -> str:
    """Boxes between bars; the comment above."""
    board = record.puzzle.geometry
    side, step = board.side, board.box_cols if board.regions is None else board.side
    if side > 9:
        raise NotationError(f"a board of {board}; pencilmark grids are for boards up to 9x9")
    masks = candidate_text.given_masks(record)
    groups = ["".join(str(d + 1) for d in range(side) if mask >> d & 1) for mask in masks]
    width = max(map(len, groups))
    border = "+" + "+".join(["-" * (step * (width + 1) + 1)] * (side // step)) + "+\n"
    lines = [f"# {' '.join(record.rest.split())}\n"] if record.rest else []
    for row in range(side):
        if row == 0 or (board.regions is None and row % board.box_rows == 0):
            lines.append(border)
        cells = [group.ljust(width) for group in groups[row * side : row * side + side]]
        lines.append("| " + " | ".join(" ".join(cells[c : c + step]) for c in range(0, side, step)) + " |\n")
    return "".join([*lines, border])


FORMAT = Format(
    name="pencilmarks",
    summary="grids of candidates, a group of digits a cell",
    extensions=(".pm",),
    read=grid.read,
    write=writer(_text, between="\n"),
    holds=frozenset(["candidates", "rest"]),
    sides=range(2, 10),
    unsaid=candidate_text.unsaid,
)
