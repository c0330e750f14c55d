"""HoDoKu library lines: `:technique:candidates:givens:deleted:eliminations:placements:extra`.

Trailing fields may be missing. A technique has four digits or five, and perhaps a variant (`-1`, `-x`). In the givens
`+d` is a placed digit, no clue; deleted candidates are triples (436 is digit 4 in r3c6). Technique 0000 and
candidates x make a plain puzzle.
"""

from __future__ import annotations

import re

from cpsudoku.errors import NotationError
from cpsudoku.formats import placed_text
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, shown, writer

_LINE = re.compile(r":[0-9]{4,5}(-[0-9a-z]+)?:")


def read(source: Source, reading: Reading) -> Rows:
    """A Record or BadRow for each line that is neither blank nor a comment."""
    return reading.rows(source.lines(), _record)


def _record(line: str, reading: Reading, number: int) -> Record:
    line = line.strip()
    fields = line.split(":")
    if not _LINE.match(line) or len(fields) < 4:
        raise NotationError(
            f"{shown(line)}; accepted: :technique:candidates:givens: and perhaps more fields", line=number, column=1
        )
    column = sum(map(len, fields[:3])) + 4
    record = placed_text.record_of(fields[3], fields[4] if len(fields) > 4 else "", reading, number, column)
    notes = [] if fields[1] == "0000" else [f"technique {fields[1]}"]
    record.rest = " ".join(notes + [field for field in fields[5:] if field])
    return record


def sniff(head: list[str]) -> bool:
    """True where the first line is no comment and begins `:0000:` or with another technique."""
    first = next((line for line in head if not line.startswith("#")), "")
    return bool(_LINE.match(first.strip()))


def _text(record: Record) -> str:
    grid, deleted = placed_text.texts(record, "a HoDoKu line")
    return f":0000:x:{grid}:{deleted}::\n"


FORMAT = Format(
    name="hodoku",
    summary="HoDoKu library lines, :technique:candidates:givens:deleted:...",
    extensions=(".hodoku",),
    sniff=sniff,
    read=read,
    write=writer(_text),
    holds=frozenset(["candidates", "clues", "placed"]),
    sides=range(9, 10),
)
