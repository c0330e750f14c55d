"""Tables as in `csv_table`, whose quotes are plain characters: for files with stray ones. Chosen by name only."""

from __future__ import annotations

from functools import partial

from cpsudoku.formats import csv_table, one_line
from cpsudoku.formats.format import Format, Record, writer


def _text(record: Record) -> str:
    """A row; the rest may have commas."""
    return ",".join(csv_table.fields_of(record)) + "\n"


FORMAT = Format(
    name="csv-unquoted",
    summary="a table whose quotes are plain characters",
    extensions=(),
    read=partial(csv_table.read, quoting=False),
    write=writer(_text, before=csv_table.HEADER),
    holds=one_line.HOLDS | {"solution"},
)
