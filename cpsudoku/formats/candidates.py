"""Candidate strings, one a line: n characters a cell (729 for 9x9), as Sukaku collections have them."""

from __future__ import annotations

from cpsudoku.errors import NotationError
from cpsudoku.formats import candidate_text
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, writer


def read(source: Source, reading: Reading) -> Rows:
    """A Record or BadRow for each line that is neither blank nor a comment."""
    return reading.rows(source.lines(), _record)


def _record(line: str, reading: Reading, number: int) -> Record:
    word, _, rest = line.strip().partition(" ")
    record = candidate_text.string_record(word, reading, number, 1 + len(line) - len(line.lstrip()))
    record.rest = rest.strip(" \t#;,")
    return record


def sniff(head: list[str]) -> bool:
    """True where the first line is a candidate string."""
    first = next((line.split() for line in head if not line.startswith("#")), [])
    return bool(first) and candidate_text.is_string(first[0], Reading())


def _text(record: Record) -> str:
    """A line; every digit in an empty cell where the puzzle gives no candidates."""
    board = record.puzzle.geometry
    if not record.alphabet.covers(board.side) and board.side > 35:
        raise NotationError(f"a board of {board}; candidate strings are for boards up to 35x35")
    rest = " ".join(record.rest.split()).strip(" \t#;,")
    return candidate_text.string(candidate_text.given_masks(record)) + (f" {rest}" if rest else "") + "\n"


FORMAT = Format(
    name="candidates",
    summary="candidate strings, n characters a cell: 729 for 9x9",
    extensions=(".sukaku", ".729"),
    sniff=sniff,
    read=read,
    write=writer(_text),
    holds=frozenset(["candidates", "rest"]),
    sides=range(2, 36),
    unsaid=candidate_text.unsaid,
)
