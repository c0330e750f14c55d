"""Tables as in `csv_table`, whose quotes are plain characters: for files with stray ones. Chosen by name only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpsudoku.formats import csv_table, one_line
from cpsudoku.formats.format import Format
from cpsudoku.formats.reading import Reading
from cpsudoku.formats.record import BadRow, Record
from cpsudoku.formats.source import Source


def read(source: Source, reading: Reading) -> Iterator[Record | BadRow]:
    """A Record or BadRow for each row below the header."""
    for item in csv_table.read(source, reading, quoting=False):
        if isinstance(item, Record):
            item.format = "csv-unquoted"
        yield item


def looks(head: list[str]) -> bool:
    """Never chosen by itself: quotes are quotes in most tables."""
    return False


def write(records: Iterable[Record]) -> Iterator[str]:
    """Header `puzzle,solution,rest`, then a row a record; the rest may have commas."""
    yield "puzzle,solution,rest\n"
    for record in records:
        side = record.puzzle.geometry.side
        solution = record.alphabet.write(record.solution, side) if record.solution is not None else ""
        rest = " ".join(record.rest.split())
        yield f"{record.puzzle.line(record.alphabet)},{solution},{rest}\n"


FORMAT = Format(
    name="csv-unquoted",
    summary="a table whose quotes are plain characters",
    extensions=(),
    looks=looks,
    read=read,
    write=write,
    holds=one_line.HOLDS | {"solution"},
)
