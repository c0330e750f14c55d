"""Text formats: what reads and writes puzzles, one line each in `registry`.

`read_one` takes exactly one puzzle from a text, `read_records` streams over a file of any size, `read_chunks` does so
in runs of plain rows for kernels, `write_records` writes. A text that cannot be read is a NotationError (`read_one`)
or a BadRow (streams): what was found, where, and what is accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cpsudoku.formats.format import Format, losses, unfit
from cpsudoku.formats.front import (
    PuzzleFile,
    format_of_path,
    load_many,
    load_puzzle,
    open_chunks,
    open_records,
    read_chunks,
    read_one,
    read_puzzle,
    read_records,
    write_records,
)
from cpsudoku.formats.reading import Reading
from cpsudoku.formats.record import BadRow, PlainRows, Record
from cpsudoku.formats.registry import format_named

if TYPE_CHECKING:
    from cpsudoku.formats.prose import warn
    from cpsudoku.formats.registry import FORMATS
    from cpsudoku.formats.shaped import read_regions

__all__ = [
    "FORMATS",
    "BadRow",
    "Format",
    "PlainRows",
    "PuzzleFile",
    "Reading",
    "Record",
    "format_named",
    "format_of_path",
    "load_many",
    "load_puzzle",
    "losses",
    "open_chunks",
    "open_records",
    "read_chunks",
    "read_one",
    "read_puzzle",
    "read_records",
    "read_regions",
    "unfit",
    "warn",
    "write_records",
]

_LATER = {"FORMATS": "registry", "read_regions": "shaped", "warn": "prose"}
"""What loads every format, or much of them, is loaded when it is asked for: a plain row of 81 cells needs none."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    return value
