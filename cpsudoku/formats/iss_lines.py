"""Strings of Interactive Sudoku Solver, one puzzle a line. Chosen by name only: they may be one puzzle."""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.formats import iss
from cpsudoku.formats.format import Record, by_name_only, writer


def _text(record: Record) -> str:
    return iss.text_of(record.puzzle) + "\n"


FORMAT = replace(
    iss.FORMAT,
    name="iss-lines",
    summary="strings of Interactive Sudoku Solver, one puzzle a line",
    extensions=(),
    sniff=by_name_only,
    read=iss.read_lines,
    write=writer(_text),
)
