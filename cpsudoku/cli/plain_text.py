"""Text for people: tables, and the nearest ASCII on streams that lack a character (LC_ALL=C, old consoles)."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from collections.abc import Iterable
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


def table(
    columns: list[str], rows: Iterable[Iterable[object]], title: str | None = None, right: Iterable[int] = ()
) -> str:
    """A table as text: as wide as it needs off a terminal, fitted to it on one. *right* are right-aligned columns."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    grid = Table(title=title, box=box.SIMPLE, title_justify="left", pad_edge=False)
    aligned = set(right)
    for index, name in enumerate(columns):
        grid.add_column(name, justify="right" if index in aligned else "left", overflow="fold")
    for row in rows:
        grid.add_row(*map(str, row))
    terminal = sys.stdout.isatty()
    console = Console(width=None if terminal else 500, color_system="auto" if terminal else None, highlight=False)
    with console.capture() as capture:
        console.print(grid)
    return "\n".join(line.rstrip() for line in capture.get().splitlines()).strip("\n")
