"""Grids in a style of their own, which `grid` and `one_line` read: Simple Sudoku's, candidates, integers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cpsudoku.board.alphabet import DEFAULT, INTEGERS
from cpsudoku.board.geometry import Geometry
from cpsudoku.formats import candidate_text, grid, one_line
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, writer


def _drawn(cells: Sequence[str], board: Geometry, blank: str, edge: str, border: str) -> str:
    """Rows of cells in bars, *blank* around each, with the *edge* outside and the *border* between boxes."""
    side, step = board.side, board.box_cols
    lines = [edge]
    for row in range(side):
        if row and board.regions is None and row % board.box_rows == 0:
            lines.append(border)
        parts = (blank.join(cells[at : at + step]) for at in range(row * side, row * side + side, step))
        lines.append(f"|{blank}" + f"{blank}|{blank}".join(parts) + f"{blank}|")
    return "\n".join([*lines, edge]) + "\n"


def is_simple_sudoku(head: list[str]) -> bool:
    """True where the first line is `*---*` without blanks."""
    first = head[0].strip() if head else ""
    return len(first) > 4 and first[0] == first[-1] == "*" and set(first[1:-1]) == {"-"}


def _simple_sudoku(record: Record) -> str:
    """Thirteen lines for a 9x9 board, other boards likewise."""
    board, alphabet = record.puzzle.geometry, record.alphabet
    side, step = board.side, board.box_cols
    text = (alphabet if alphabet.covers(side) else DEFAULT).write(record.puzzle.cells, side)
    border = "|" + "+".join(["-" * step] * (side // step)) + "|"
    return _drawn(text, board, "", "*" + "-" * (side + side // step - 1) + "*", border)


SIMPLE_SUDOKU = Format(
    name="ss",
    summary="Simple Sudoku's drawn grid",
    extensions=(".ss",),
    sniff=is_simple_sudoku,
    read=grid.read,
    write=writer(_simple_sudoku, between="\n"),
    sides=range(2, 36),
)


def _pencilmarks(record: Record) -> str:
    """Boxes between bars; the comment above."""
    board = record.puzzle.geometry
    side, step = board.side, board.box_cols
    masks = candidate_text.given_masks(record)
    groups = ["".join(str(d + 1) for d in range(side) if mask >> d & 1) for mask in masks]
    width = max(map(len, groups))
    border = "+" + "+".join(["-" * (step * (width + 1) + 1)] * (side // step)) + "+"
    comment = f"# {' '.join(record.rest.split())}\n" if record.rest else ""
    return comment + _drawn([group.ljust(width) for group in groups], board, " ", border, border)


PENCILMARKS = Format(
    name="pencilmarks",
    summary="grids of candidates, a group of digits a cell",
    extensions=(".pm",),
    read=grid.read,
    write=writer(_pencilmarks, between="\n"),
    holds=frozenset(["candidates", "rest"]),
    sides=range(2, 10),
    unsaid=candidate_text.unsaid,
)
"""Chosen by name only. The candidates are the puzzle's: what a group lacks its cell may not hold, and a group of one
digit is a clue. A puzzle that gives no candidates is written with every digit in its empty cells, so that none looks
solved."""


def _read_integers(source: Source, reading: Reading) -> Rows:
    """Lines of integers: whole puzzles where the first line has one, else the rows of grids."""
    lines = source.head().decode("latin-1").splitlines()[:200]
    rows = [line.replace(",", " ").split() for line in lines if line.strip() and line.strip()[0] != "#"]
    are_grids = len(rows) > 1 and len(rows[0]) ** 2 <= sum(map(len, rows))
    inner = replace(reading, alphabet=INTEGERS)
    return grid.read(source, inner) if are_grids else one_line.read(source, inner)


def _integers(record: Record) -> str:
    line = INTEGERS.write(record.puzzle.cells, record.puzzle.geometry.side)
    rest = " ".join(record.rest.split())
    return f"{line} # {rest}\n" if rest else line + "\n"


INTEGERS_FORMAT = Format(
    name="integers",
    summary="integers set apart by blanks, for any size; . or 0 is empty",
    extensions=(".ints",),
    read=_read_integers,
    write=writer(_integers),
    holds=one_line.HOLDS,
)
"""Integers set apart by blanks or commas, one puzzle a line or one row of cells a line. Chosen by name only."""
