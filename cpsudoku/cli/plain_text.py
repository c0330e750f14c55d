"""Words on streams that cannot hold every character (LC_ALL=C, old consoles): the nearest ASCII, never an error."""

from __future__ import annotations

import codecs
import unicodedata
from typing import Any

HANDLER = "cpsudoku-plain"
_PLAIN = {
    "≠": "!=", "≤": "<=", "≥": ">=", "±": "+-", "×": "x", "÷": "/", "·": ".", "…": "...", "→": "->", "←": "<-",
    "–": "-", "—": "-",
    "‘": "'", "’": "'", "“": '"', "”": '"', "│": "|", "┃": "|", "║": "|", "─": "-", "━": "-", "═": "=",
}  # fmt: skip


def plain(character: str) -> str:
    """The nearest ASCII of a character, ? where there is none."""
    known = _PLAIN.get(character)
    if known is not None:
        return known
    if "\u2500" <= character <= "\u257f":
        return "+"
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"


def _replace(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = error.object[error.start]
    if "\udc80" <= character <= "\udcff":  # a byte of a file's name that is no text: handed back as it came
        return bytes([ord(character) - 0xDC00]), error.start + 1
    return plain(character), error.start + 1


def fall_back(*streams: Any) -> None:
    """Let these text streams write the nearest ASCII where their encoding lacks a character."""
    codecs.register_error(HANDLER, _replace)
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=HANDLER)
