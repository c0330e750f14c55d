"""What an operand or an option names: a file, or the thing itself."""

from __future__ import annotations

import os
from pathlib import Path

from cpsudoku.errors import UsageError

_CELLS = "0123456789."


def looks_like_file(operand: str) -> bool:
    """True for `-`, for what exists, and for what can only have been meant as a path."""
    if operand == "-" or ("\n" not in operand and len(operand) < 4096 and os.path.exists(operand)):
        return True
    if not operand.strip(_CELLS):
        return False  # no extension and no link is made of these; asking loads every format
    from cpsudoku.formats import format_of_path
    from cpsudoku.formats.one_line import is_link

    if "\n" in operand or operand.lstrip().startswith(("{", "[", "<")) or is_link(operand.strip()):
        return False
    return "/" in operand or operand.endswith((".gz", ".zst", ".parquet")) or format_of_path(operand) is not None


def text_of(option: str, given: str) -> str:
    """The text that an option takes directly, or what the file it names holds. Raises UsageError."""
    if not looks_like_file(given) or given == "-":
        return given
    try:
        return Path(given).read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{option} {given}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{option} {given}: not a text file") from None
