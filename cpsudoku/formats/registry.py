"""Every format by name. One format a file, one line here; a file is loaded when its format is asked for, or may fit."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from cpsudoku.formats.format import Format

if TYPE_CHECKING:
    FORMATS: dict[str, Format]

FILES = (
    "sudoku_puzzle",
    "ipuz",
    "iss",
    "iss_lines",
    "f_puzzles",
    "sudokupad",
    "opensudoku",
    "jsonl",
    "json_grids",
    "hodoku",
    "susser",
    "sdk",
    "simple_sudoku",
    "sdx",
    "csv_table",
    "csv_unquoted",
    "candidates",
    "one_line",
    "integers",
    "pencilmarks",
    "grid",
)
"""In the order in which a text is tried: the strict ones first, `grid` last."""

_OBJECT = re.compile(r"[{\[]")
SIGNS = {
    **dict.fromkeys(("sudoku_puzzle", "ipuz", "f_puzzles", "sudokupad", "jsonl", "json_grids"), _OBJECT),
    **dict.fromkeys(("iss", "iss_lines"), re.compile(r"~|\.[A-Za-z]{3}")),
    "opensudoku": re.compile("<"),
}
"""What a text must have for a format to be tried, of those whose files take long to load (most know every rule)."""


def __getattr__(name: str) -> dict[str, Format]:
    if name != "FORMATS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _every()


@cache
def _every() -> dict[str, Format]:
    """By name, in the order of FILES: all of them are loaded."""
    return {format.name: format for format in map(format_in, FILES)}


def format_in(file: str) -> Format:
    """The format of one of FILES."""
    format: Format = import_module(f"cpsudoku.formats.{file}").FORMAT
    return format


def fitting(head: list[str]) -> Format | None:
    """The first format that the first lines of a text are in; None where there is none."""
    text = "\n".join(head)
    tried = (format_in(file) for file in FILES if file not in SIGNS or SIGNS[file].search(text))
    return next((format for format in tried if format.sniff(head)), None)
