"""Every format by name, one line each; the file is loaded when the format is named, or may fit a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

from cpsudoku.errors import UnknownName, unknown
from cpsudoku.formats.format import Format
from cpsudoku.plugins import Group, expected

if TYPE_CHECKING:
    FORMATS: dict[str, Format]

ALIASES = {"sdm": "line", "oneline": "line", "one-line": "line", "txt": "line", "tsv": "csv", "ndjson": "jsonl"}
"""What people also call a format -> its name."""

FILES = {
    "sudoku-puzzle": "sudoku_puzzle",
    "ipuz": "ipuz",
    "iss": "iss",
    "iss-lines": "iss:LINES",
    "f-puzzles": "f_puzzles",
    "sudokupad": "sudokupad",
    "opensudoku": "opensudoku",
    "sudoku-bench": "sudoku_bench",
    "jsonl": "jsonl",
    "json": "json_grids",
    "hodoku": "placed_text:HODOKU",
    "susser": "placed_text:SUSSER",
    "sdk": "grid_styles:SDK",
    "ss": "grid_styles:SIMPLE_SUDOKU",
    "sdx": "grid_styles:SDX",
    "csv": "csv_table",
    "csv-unquoted": "csv_table:UNQUOTED",
    "candidates": "candidate_text",
    "line": "one_line",
    "integers": "grid_styles:INTEGERS_FORMAT",
    "pencilmarks": "grid_styles:PENCILMARKS",
    "grid": "grid",
}
"""Name -> the file of the format, and its name there where that is not FORMAT. In the order in which a text is tried:
the strict ones first, `grid` last."""

_OBJECT, _STRING = re.compile(r"[{\[]"), re.compile(r"~|\.[A-Za-z]{3}")
SIGNS = {
    **dict.fromkeys(
        ("sudoku_puzzle", "ipuz", "f_puzzles", "sudokupad", "sudoku_bench", "jsonl", "json_grids"), _OBJECT
    ),
    **dict.fromkeys(("iss", "iss:LINES"), _STRING),
    "opensudoku": re.compile("<"),
}
"""What a text must contain for a format that takes long to load (most import every kind of rule) to be tried."""


def __getattr__(name: str) -> dict[str, Format]:
    if name != "FORMATS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _every()


@cache
def _every() -> dict[str, Format]:
    """By name, in the order of FILES, and those that other packages add: all of them are loaded."""
    return {name: format_in(file) for name, file in FILES.items()} | ADDED.working()


def names() -> list[str]:
    """Every name; no format of ours is loaded."""
    return [*FILES, *ADDED.working()]


def format_named(name: str) -> Format:
    """The format called *name*. Raises UnknownName."""
    key = name.strip().lower().removeprefix(".")
    key = ALIASES.get(key, key)
    found = format_in(FILES[key]) if key in FILES else ADDED.get(key)
    if found is None:
        raise UnknownName(unknown("format", name, sorted([*names(), *ALIASES])))
    return found


def _added() -> Iterator[Format]:
    """The formats of other packages, imported when the first is asked for."""
    yield from ADDED.working().values()


def _format_of(name: str, found: Any) -> Format:
    """The format that a plug-in adds. Raises TypeError, ValueError."""
    if not isinstance(found, Format):
        raise expected("a cpsudoku.formats.Format", found)
    if found.name != name:
        raise ValueError(f"its name is {found.name!r}")
    return found


ADDED = Group("formats", lambda: {*FILES, *ALIASES}, _format_of)
"""The formats that other packages add. They are tried before `grid`, which takes nearly any text."""


def format_in(file: str) -> Format:
    """The format of one of FILES."""
    module, _, name = file.partition(":")
    format: Format = getattr(import_module(f"cpsudoku.formats.{module}"), name or "FORMAT")
    return format


def fitting(head: list[str]) -> Format | None:
    """The first format that the first lines of a text are in; None where there is none."""
    text = "\n".join(head)
    *strict, last = (file for file in FILES.values() if file not in SIGNS or SIGNS[file].search(text))
    tried = chain(map(format_in, strict), _added(), [format_in(last)])
    return next((format for format in tried if format.sniff(head)), None)
