"""Files that operands and options name: which of them are files, and their text."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cpsudoku.errors import UsageError

_CELLS = "0123456789."
MOST = 1 << 24
"""Bytes of a file that is read whole."""
MOST_TOML = 1 << 20


def looks_like_file(operand: str) -> bool:
    """True for `-`, for what exists, and for what can only have been meant as a path."""
    if operand == "-" or ("\n" not in operand and len(operand) < 4096 and os.path.exists(operand)):
        return True
    if not operand.strip(_CELLS):
        return False  # no extension and no link consists of these; asking loads every format
    from cpsudoku.formats import format_of_path
    from cpsudoku.formats.one_line import is_link

    if "\n" in operand or operand.lstrip().startswith(("{", "[", "<")) or is_link(operand.strip()):
        return False
    return "/" in operand or operand.endswith((".gz", ".zst", ".parquet")) or format_of_path(operand) is not None


def text_of(option: str, given: str) -> str:
    """The text that an option takes directly, or what the file it names holds. Raises UsageError."""
    return given if not looks_like_file(given) or given == "-" else read_text(f"{option} {given}", Path(given))


def read_text(name: str, path: Path, most: int = MOST) -> str:
    """The text of a file, called *name* in messages. Raises UsageError where it cannot be read or is too large."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
        if len(data) > most:
            raise UsageError(f"{name}: larger than {most:,} bytes")
        return data.decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{name}: not a text file") from None


def toml_of(path: Path, text: str) -> dict[str, Any]:
    """The table that a text in TOML holds. Raises UsageError."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise UsageError(f"{path}: not TOML: {problem}") from None


def unknown_key(key: str, known: Iterable[str]) -> str:
    """The message for a key that is not known: the one it resembles, and all there are."""
    names = list(known)
    near = difflib.get_close_matches(key, names, 1)
    return f"unknown key {key!r}" + (f" (did you mean {near[0]!r}?)" if near else "") + f"; known: {', '.join(names)}"
