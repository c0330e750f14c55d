"""JSON in texts: values one after another (one a line, or one over the whole text), and links that pack such values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any

from cpsudoku.budget import READING, check_deadline
from cpsudoku.constraints.registry import ALIASES, FAMILIES, KINDS
from cpsudoku.errors import ConstraintError, GeometryError, NotationError
from cpsudoku.formats.format import BadRow, Reading, Record, Rows, Source, shown
from cpsudoku.formats.source import characters, decoded

_CALL = re.compile(r"\s*[A-Za-z_$][\w$.]{0,40}\s*\(\s*(?=[{\[])")
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_RULE = re.compile(
    "cage|killer|thermo|arrow|kropki|dots?$|lines?$|region|jigsaw|diagonal|constraint|rule|extra|sum|knight|king|even|odd"
    "|windoku|hyper|whisper|renban|palindrome|inequal|greater|variant",
    re.IGNORECASE,
)
_RULE_WORDS = frozenset(KINDS) | frozenset(ALIASES) | frozenset(FAMILIES)


def read(source: Source, reading: Reading, record_of: Callable[[dict[str, Any], Reading], Record]) -> Rows:
    """The record of each object, by *record_of*; an object that is no puzzle becomes a BadRow."""
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
        record.line, record.text = number, record.text or text.strip()
        yield record


def read_links(
    source: Source,
    reading: Reading,
    of_link: Callable[[str, Reading], Record],
    of_object: Callable[[dict[str, Any], Reading], Record],
) -> Rows:
    """The record of the link on each line, or of each object where the text is the JSON that such links pack."""

    def of_line(line: str, reading: Reading, number: int) -> Record:
        record = of_link(line.strip(), reading)
        record.text = line.strip()
        return record

    if source.head().lstrip()[:1] in (b"{", b"["):
        return read(source, reading, of_object)
    return reading.rows(source.lines(), of_line)


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


def load(text: str) -> dict[str, Any]:
    """The JSON object in *text*. Raises NotationError, with the column, for anything else."""
    value = _parsed(text, f"{shown(text)}: ")
    if not isinstance(value, dict):
        raise NotationError(f"{shown(text)}: a JSON {type(value).__name__}; a record is an object")
    return value


def unaccepted(where: str, value: object, accepted: str) -> NotationError:
    """The error for a JSON value that is not of the accepted form."""
    return NotationError(f"{where}: {shown(json.dumps(value, default=str))}; accepted: {accepted}")


def rules_beside(value: Mapping[str, Any], known: Container[str]) -> list[str]:
    """The keys that seem to state a rule which the reader does not support: without it the puzzle would be another one.

    These are not *known*, contain a word for a rule, and hold a list, an object or true.
    """
    return [
        key
        for key, entry in value.items()
        if (entry is True or is_structure(entry)) and key not in known and _sounds_like_a_rule(key)
    ]


def unkept(value: Mapping[str, Any], kept: Container[str]) -> list[str]:
    """The keys that hold something and are not *kept*: what a conversion loses, by name."""
    return [str(key) for key, entry in value.items() if entry not in (None, False, "", [], {}) and key not in kept]


def is_structure(value: object) -> bool:
    """A list or an object that is not empty."""
    return isinstance(value, dict | list) and bool(value)


def _sounds_like_a_rule(key: str) -> bool:
    return key.lower().replace("-", "_") in _RULE_WORDS or _RULE.search(key) is not None


def _parsed(text: str, what: str = "") -> Any:
    """The JSON value in *text*, halves of surrogate pairs joined. Raises NotationError, which begins with *what*."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        line = error.lineno if error.lineno > 1 else None
        raise NotationError(f"{what}no JSON ({error.msg})", line=line, column=error.colno) from None
    except (RecursionError, ValueError) as error:
        raise NotationError(f"{what}no usable JSON ({error})") from None
    return _whole(value) if _HALF.search(text) else value


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return characters(value)
    if isinstance(value, list):
        return [_whole(entry) for entry in value]
    return {characters(key): _whole(entry) for key, entry in value.items()} if isinstance(value, dict) else value


def _values(text: str) -> list[Any]:
    text = unwrapped(text.strip().removeprefix("\ufeff"))
    return list(_parsed(text)) if text.startswith("[") else [load(text)]


def _is_object(line: str) -> bool:
    try:
        load(unwrapped(line))
    except NotationError:
        return False
    return True
