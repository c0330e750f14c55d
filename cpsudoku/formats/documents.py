"""JSON values one after another: one a line, or one over the whole text (a list counts as its items)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from cpsudoku.budget import READING, check_deadline
from cpsudoku.errors import ConstraintError, GeometryError, NotationError
from cpsudoku.formats.json_object import load, parsed
from cpsudoku.formats.reading import Reading, shown
from cpsudoku.formats.record import BadRow, Record
from cpsudoku.formats.source import Source, decoded

_CALL = re.compile(r"\s*[A-Za-z_$][\w$.]{0,40}\s*\(\s*(?=[{\[])")


def read(
    source: Source, reading: Reading, record_of: Callable[[dict[str, Any], Reading], Record], format: str
) -> Iterator[Record | BadRow]:
    """What *record_of* makes of each object; an object that is no puzzle becomes a BadRow."""
    for item in read_values(source, reading):
        if isinstance(item, BadRow):
            yield item
            continue
        number, text, value = item
        try:
            if not isinstance(value, dict):
                raise NotationError(f"{shown(json.dumps(value))}: no object")
            record = record_of(value, reading)
        except (NotationError, ConstraintError, GeometryError) as error:
            yield reading.bad(NotationError.of(error), number, text[:200])
            continue
        record.line, record.format, record.text = number, format, record.text or text.strip()
        yield record


def read_values(source: Source, reading: Reading) -> Iterator[tuple[int, str, Any] | BadRow]:
    """(line, text, value) of each line that is JSON, or of each item of the one value of the text."""
    first = next((decoded(line) for line in source.head().splitlines() if line.strip()), "")
    whole = not _is_object(first)
    for number, text in [(1, source.text())] if whole else source.lines():
        if not text.strip():
            continue
        try:
            values = _values(text) if whole else [load(unwrapped(text))]
        except NotationError as error:
            yield reading.bad(error, number, text[:200])
            continue
        for value in values:
            check_deadline(READING)
            yield number, text, value


def objects(head: list[str]) -> list[dict[str, Any]]:
    """The objects a text begins with: that of the first line, or of the whole head, for recognising formats."""
    for text in (head[0] if head else "", "\n".join(head)):
        try:
            return [value for value in _values(text)[:1] if isinstance(value, dict)]
        except NotationError:
            continue
    return []


def begins_with(head: list[str], *words: str) -> bool:
    """True for a text that begins as JSON and has all *words* near its beginning (it may be too long to parse)."""
    text = unwrapped("\n".join(head))
    return text.lstrip()[:1] in ("{", "[") and all(word in text for word in words)


def unwrapped(text: str) -> str:
    """The JSON inside a call, as in `ipuz({...})`; another text as it is. The end of the call may be missing."""
    match = _CALL.match(text)
    if match is None:
        return text
    inside = text[match.end() :].rstrip().removesuffix(";").rstrip()
    return inside.removesuffix(")")


def _values(text: str) -> list[Any]:
    text = unwrapped(text.strip().removeprefix("\ufeff"))
    if not text.startswith("["):
        return [load(text)]
    try:
        value = parsed(text)
    except json.JSONDecodeError as error:
        raise NotationError(f"no JSON ({error.msg})", line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError) as error:
        raise NotationError(f"no usable JSON ({error})") from None
    return list(value)


def _is_object(line: str) -> bool:
    try:
        load(unwrapped(line))
    except NotationError:
        return False
    return True
