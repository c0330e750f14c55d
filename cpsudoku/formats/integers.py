"""Integers separated by blanks or commas, one puzzle a line or one row of cells a line: the form that fits every size.

Read by the same code as one-line puzzles and grids, without any alphabet; `0` or `.` is an empty cell. Chosen by name
only: one-line puzzles and grids read integers too.
"""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.board.alphabet import INTEGERS
from cpsudoku.formats import grid, one_line
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, writer


def read(source: Source, reading: Reading) -> Rows:
    """Lines of integers: whole puzzles where the first line has one, else the rows of grids."""
    lines = source.head().decode("latin-1").splitlines()[:200]
    rows = [line.replace(",", " ").split() for line in lines if line.strip() and line.strip()[0] != "#"]
    are_grids = len(rows) > 1 and len(rows[0]) ** 2 <= sum(map(len, rows))
    inner = replace(reading, alphabet=INTEGERS)
    return grid.read(source, inner) if are_grids else one_line.read(source, inner)


def _text(record: Record) -> str:
    line = INTEGERS.write(record.puzzle.cells, record.puzzle.geometry.side)
    rest = " ".join(record.rest.split())
    return f"{line} # {rest}\n" if rest else line + "\n"


FORMAT = Format(
    name="integers",
    summary="integers set apart by blanks, for any size; . or 0 is empty",
    extensions=(".ints",),
    read=read,
    write=writer(_text),
    holds=one_line.HOLDS,
)
