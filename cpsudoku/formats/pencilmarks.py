"""Pencilmark grids: 81 groups of digits, one a cell, with any border.

Its candidates are the puzzle's: what a group lacks its cell may not hold. A group of one digit is read as a clue: clue
and placed digit cannot be told apart. A puzzle that gives no candidates is written with every digit in its empty cells,
so that none looks solved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpsudoku.errors import NotationError
from cpsudoku.formats import candidate_text, grid
from cpsudoku.formats.format import Format
from cpsudoku.formats.reading import Reading
from cpsudoku.formats.record import BadRow, Record
from cpsudoku.formats.source import Source


def read(source: Source, reading: Reading) -> Iterator[Record | BadRow]:
    """The grids of the text, read as any drawn grid."""
    for item in grid.read(source, reading):
        if isinstance(item, Record):
            item.format = "pencilmarks"
        yield item


def looks(head: list[str]) -> bool:
    """Never chosen by itself: `grid` reads it."""
    return False


def write(records: Iterable[Record]) -> Iterator[str]:
    """Boxes between bars, a blank line between puzzles; the comment above."""
    for index, record in enumerate(records):
        board = record.puzzle.geometry
        side, step = board.side, board.box_cols if board.regions is None else board.side
        if side > 9:
            raise NotationError(f"a board of {board}; pencilmark grids are for boards up to 9x9")
        masks = candidate_text.given_masks(record)
        groups = ["".join(str(d + 1) for d in range(side) if mask >> d & 1) for mask in masks]
        width = max(map(len, groups))
        border = "+" + "+".join(["-" * (step * (width + 1) + 1)] * (side // step)) + "+\n"
        yield "\n" * bool(index)
        if record.rest:
            yield f"# {' '.join(record.rest.split())}\n"
        yield border
        for row in range(side):
            if row and board.regions is None and row % board.box_rows == 0:
                yield border
            cells = [group.ljust(width) for group in groups[row * side : row * side + side]]
            yield "| " + " | ".join(" ".join(cells[c : c + step]) for c in range(0, side, step)) + " |\n"
        yield border


FORMAT = Format(
    name="pencilmarks",
    summary="grids of candidates, a group of digits a cell",
    extensions=(".pm",),
    looks=looks,
    read=read,
    write=write,
    holds=frozenset(["candidates", "rest"]),
    sides=range(2, 10),
    unsaid=candidate_text.unsaid,
)
