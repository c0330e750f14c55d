"""Susser style: 81 cells with `+` before a placed digit, then perhaps a colon and deleted candidates (`:314 916`)."""

from __future__ import annotations

from cpsudoku.formats import placed_text
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, writer


def read(source: Source, reading: Reading) -> Rows:
    """A Record or BadRow for each line that is neither blank nor a comment."""
    return reading.rows(source.lines(), _record)


def _record(line: str, reading: Reading, number: int) -> Record:
    grid, _, deleted = line.strip().partition(":")
    return placed_text.record_of(grid.strip(), deleted, reading, number, 1)


def sniff(head: list[str]) -> bool:
    """True where the first line has 81 cells once each + is dropped, and a + or a colon."""
    grid, colon, _ = (head[0] if head else "").strip().partition(":")
    return len(grid.replace("+", "").strip()) == 81 and ("+" in grid or bool(colon))


def _text(record: Record) -> str:
    grid, deleted = placed_text.texts(record, "Susser style")
    return f"{grid}:{deleted}\n"


FORMAT = Format(
    name="susser",
    summary="81 cells with + before placed digits, then :deleted candidates",
    extensions=(".susser",),
    sniff=sniff,
    read=read,
    write=writer(_text),
    holds=frozenset(["candidates", "clues", "placed"]),
    sides=range(9, 10),
)
