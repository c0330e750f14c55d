""".ss files (Simple Sudoku): a drawn grid of 13 lines, `*-----------*` above and below, `|` between the boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.formats import grid
from cpsudoku.formats.format import Format
from cpsudoku.formats.reading import Reading
from cpsudoku.formats.record import BadRow, Record
from cpsudoku.formats.source import Source


def read(source: Source, reading: Reading) -> Iterator[Record | BadRow]:
    """The grids of the file, read as any drawn grid."""
    for item in grid.read(source, reading):
        if isinstance(item, Record):
            item.format = "ss"
        yield item


def looks(head: list[str]) -> bool:
    """True where the first line is `*---*` without blanks."""
    first = head[0].strip() if head else ""
    return len(first) > 4 and first[0] == first[-1] == "*" and set(first[1:-1]) == {"-"}


def write(records: Iterable[Record]) -> Iterator[str]:
    """Thirteen lines for a 9x9 board, other boards likewise."""
    for index, record in enumerate(records):
        board, alphabet = record.puzzle.geometry, record.alphabet
        side, step = board.side, board.box_cols
        if not alphabet.covers(side):
            alphabet = DEFAULT
        if index:
            yield "\n"
        edge = "*" + "-" * (side + side // step - 1) + "*\n"
        text = alphabet.write(record.puzzle.cells, side)
        yield edge
        for row in range(side):
            if row and row % board.box_rows == 0 and board.regions is None:
                yield "|" + "+".join(["-" * step] * (side // step)) + "|\n"
            line = text[row * side : row * side + side]
            yield "|" + "|".join(line[c : c + step] for c in range(0, side, step)) + "|\n"
        yield edge


FORMAT = Format(
    name="ss",
    summary="Simple Sudoku's drawn grid",
    extensions=(".ss",),
    looks=looks,
    read=read,
    write=write,
    holds=frozenset(),
    sides=range(2, 36),
)
