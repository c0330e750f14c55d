"""Links one a line, or the JSON objects that such links pack."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cpsudoku.errors import ConstraintError, GeometryError, NotationError
from cpsudoku.formats import documents
from cpsudoku.formats.reading import Reading
from cpsudoku.formats.record import BadRow, Record
from cpsudoku.formats.source import Source


def read(
    source: Source,
    reading: Reading,
    of_link: Callable[[str, Reading], Record],
    of_object: Callable[[dict[str, Any], Reading], Record],
    format: str,
) -> Iterator[Record | BadRow]:
    """What *of_link* makes of each line, or *of_object* of each object; a row that cannot be becomes a BadRow.

    Empty lines and those that begin with # are passed over.
    """
    if source.head().lstrip()[:1] in (b"{", b"["):
        yield from documents.read(source, reading, of_object, format)
        return
    for number, line in source.lines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            record = of_link(line.strip(), reading)
        except (NotationError, ConstraintError, GeometryError) as error:
            yield reading.bad(NotationError.of(error), number, line)
            continue
        record.line, record.text = number, line.strip()
        yield record
