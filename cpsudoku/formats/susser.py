"""Susser style: 81 cells with `+` before a placed digit, then perhaps a colon and deleted candidates (`:314 916`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpsudoku.errors import NotationError
from cpsudoku.formats import placed_text
from cpsudoku.formats.format import Format
from cpsudoku.formats.reading import Reading
from cpsudoku.formats.record import BadRow, Record
from cpsudoku.formats.source import Source


def read(source: Source, reading: Reading) -> Iterator[Record | BadRow]:
    """A Record or BadRow for each line that is neither blank nor a comment."""
    for number, line in source.lines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        grid, _, deleted = line.strip().partition(":")
        try:
            record = placed_text.record_of(grid.strip(), deleted, reading, number, 1)
        except NotationError as error:
            yield reading.bad(error, number, line)
            continue
        record.format = "susser"
        yield record


def looks(head: list[str]) -> bool:
    """True where the first line has 81 cells once each + is dropped, and a + or a colon."""
    grid, colon, _ = (head[0] if head else "").strip().partition(":")
    return len(grid.replace("+", "").strip()) == 81 and ("+" in grid or bool(colon))


def write(records: Iterable[Record]) -> Iterator[str]:
    """A line a record."""
    for record in records:
        grid, deleted = placed_text.texts(record, "Susser style")
        yield f"{grid}:{deleted}\n"


FORMAT = Format(
    name="susser",
    summary="81 cells with + before placed digits, then :deleted candidates",
    extensions=(".susser",),
    looks=looks,
    read=read,
    write=write,
    holds=frozenset(["candidates", "clues", "placed"]),
    sides=range(9, 10),
)
