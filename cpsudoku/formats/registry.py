"""Every format by name. One format a file, one line here."""

from __future__ import annotations

from importlib import import_module

from cpsudoku.formats.format import Format

FILES = (
    "sudoku_puzzle",
    "ipuz",
    "iss",
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
"""In the order in which a text is tried: the narrow ones first, `grid` last."""

FORMATS: dict[str, Format] = {}
"""By name, in that order."""
for _file in FILES:
    _made: Format = import_module(f"cpsudoku.formats.{_file}").FORMAT
    FORMATS[_made.name] = _made
