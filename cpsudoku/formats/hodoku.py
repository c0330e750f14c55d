"""HoDoKu library lines: `:technique:candidates:givens:deleted:eliminations:placements:extra`.

Trailing fields may be missing. A technique has four digits or five, and perhaps a variant (`-1`, `-x`). In the givens
`+d` is a placed digit, no clue; deleted candidates are triples (436 is digit 4 in r3c6). Technique 0000 and
candidates x make a plain puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cpsudoku.errors import NotationError
from cpsudoku.formats import placed_text
from cpsudoku.formats.format import Format
from cpsudoku.formats.reading import Reading, shown
from cpsudoku.formats.record import BadRow, Record
from cpsudoku.formats.source import Source

_LINE = re.compile(r":[0-9]{4,5}(-[0-9a-z]+)?:")


def read(source: Source, reading: Reading) -> Iterator[Record | BadRow]:
    """A Record or BadRow for each line that is neither blank nor a comment."""
    for number, line in source.lines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            yield _record(line.strip(), reading, number)
        except NotationError as error:
            yield reading.bad(error, number, line)


def _record(line: str, reading: Reading, number: int) -> Record:
    fields = line.split(":")
    if not _LINE.match(line) or len(fields) < 4:
        raise NotationError(
            f"{shown(line)}; accepted: :technique:candidates:givens: and perhaps more fields", line=number, column=1
        )
    column = sum(map(len, fields[:3])) + 4
    record = placed_text.record_of(fields[3], fields[4] if len(fields) > 4 else "", reading, number, column)
    record.format = "hodoku"
    notes = [] if fields[1] == "0000" else [f"technique {fields[1]}"]
    record.rest = " ".join(notes + [field for field in fields[5:] if field])
    return record


def looks(head: list[str]) -> bool:
    """True where the first line is no comment and begins `:0000:` or with another technique."""
    first = next((line for line in head if not line.startswith("#")), "")
    return bool(_LINE.match(first.strip()))


def write(records: Iterable[Record]) -> Iterator[str]:
    """A line a record."""
    for record in records:
        grid, deleted = placed_text.texts(record, "a HoDoKu line")
        yield f":0000:x:{grid}:{deleted}::\n"


FORMAT = Format(
    name="hodoku",
    summary="HoDoKu library lines, :technique:candidates:givens:deleted:...",
    extensions=(".hodoku",),
    looks=looks,
    read=read,
    write=write,
    holds=frozenset(["candidates", "clues", "placed"]),
    sides=range(9, 10),
)
