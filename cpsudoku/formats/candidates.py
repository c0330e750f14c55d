"""Candidate strings, one a line: n characters a cell (729 for 9x9), as Sukaku collections have them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpsudoku.errors import NotationError
from cpsudoku.formats import candidate_text
from cpsudoku.formats.format import Format
from cpsudoku.formats.reading import Reading
from cpsudoku.formats.record import BadRow, Record
from cpsudoku.formats.source import Source


def read(source: Source, reading: Reading) -> Iterator[Record | BadRow]:
    """A Record or BadRow for each line that is neither blank nor a comment."""
    for number, line in source.lines():
        word, _, rest = line.strip().partition(" ")
        if not word or word.startswith("#"):
            continue
        try:
            record = candidate_text.string_record(word, reading, number, 1 + len(line) - len(line.lstrip()))
        except NotationError as error:
            yield reading.bad(error, number, line)
            continue
        record.rest = rest.strip(" \t#;,")
        yield record


def looks(head: list[str]) -> bool:
    """True where the first line is a candidate string."""
    first = next((line.split() for line in head if not line.startswith("#")), [])
    return bool(first) and candidate_text.is_string(first[0], Reading())


def write(records: Iterable[Record]) -> Iterator[str]:
    """A line a record; every digit in an empty cell where the puzzle gives no candidates."""
    for record in records:
        board = record.puzzle.geometry
        if not record.alphabet.covers(board.side) and board.side > 35:
            raise NotationError(f"a board of {board}; candidate strings are for boards up to 35x35")
        rest = " ".join(record.rest.split()).strip(" \t#;,")
        yield candidate_text.string(candidate_text.given_masks(record)) + (f" {rest}" if rest else "") + "\n"


FORMAT = Format(
    name="candidates",
    summary="candidate strings, n characters a cell: 729 for 9x9",
    extensions=(".sukaku", ".729"),
    looks=looks,
    read=read,
    write=write,
    holds=frozenset(["candidates", "rest"]),
    sides=range(2, 36),
    unsaid=candidate_text.unsaid,
)
