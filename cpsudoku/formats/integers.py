"""Integers set apart by blanks or commas, one puzzle a line or one row of cells a line: the form that fits every size.

Read by the same code as one-line puzzles and grids, without any alphabet; `0` or `.` is an empty cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cpsudoku.board.alphabet import INTEGERS
from cpsudoku.formats import grid, one_line
from cpsudoku.formats.format import Format
from cpsudoku.formats.reading import Reading
from cpsudoku.formats.record import BadRow, Record
from cpsudoku.formats.source import Source


def read(source: Source, reading: Reading) -> Iterator[Record | BadRow]:
    """Lines of integers: whole puzzles where the first line has one, else the rows of grids."""
    inner = replace(reading, alphabet=INTEGERS)
    head = [
        line for line in source.head().decode("latin-1").splitlines()[:200] if line.strip() and line.strip()[0] != "#"
    ]
    rows = len(head) > 1 and len(head[0].replace(",", " ").split()) ** 2 <= len(
        " ".join(head).replace(",", " ").split()
    )
    reader = grid if rows else one_line
    for item in reader.read(source, inner):
        if isinstance(item, Record):
            item.format = "integers"
        yield item


def looks(head: list[str]) -> bool:
    """Never chosen by itself: one-line puzzles and grids read integers too."""
    return False


def write(records: Iterable[Record]) -> Iterator[str]:
    """One line a record."""
    for record in records:
        line = INTEGERS.write(record.puzzle.cells, record.puzzle.geometry.side)
        rest = " ".join(record.rest.split())
        yield f"{line} # {rest}\n" if rest else line + "\n"


FORMAT = Format(
    name="integers",
    summary="integers set apart by blanks, for any size; . or 0 is empty",
    extensions=(".ints",),
    looks=looks,
    read=read,
    write=write,
    holds=one_line.HOLDS,
)
