"""Strings of Interactive Sudoku Solver, one puzzle a line."""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.formats import iss


def looks(head: list[str]) -> bool:
    """Never chosen by itself: the lines of a string may as well be one puzzle."""
    return False


FORMAT = replace(
    iss.FORMAT,
    name="iss-lines",
    summary="strings of Interactive Sudoku Solver, one puzzle a line",
    extensions=(),
    looks=looks,
    read=iss.read_lines,
    write=iss.write_lines,
)
