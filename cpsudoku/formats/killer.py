"""Killer puzzles in one line, among one-line puzzles: `3x3::k:` and a number a cell, or a character a cell with arrows.

In the list a cell's number is 256 x the cage's sum + the cage's number, less than 256 outside cages; `3x3:d:k:` has
both diagonals. In the short form a cage's sum (A-Z: 10 up, a-j: 36 up) stands in one cell, and its other cells point
towards it: `<` `>` `^` `v`, or to a corner, `` ` `` `'` up to the left and right, `,` `.` down. There are no clues.
"""

from __future__ import annotations

import re

from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.errors import NotationError
from cpsudoku.formats.reading import Reading, stated_board
from cpsudoku.formats.record import Record

_LIST = re.compile(r"3x3:(d?):k:")
_SHORT = re.compile(r"[0-9A-Za-jv^<>`',.]{81}")
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_STEPS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0), "`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1)}
_CELLS = 81


def is_killer(text: str) -> bool:
    """Whether a line has the list's beginning, or is 81 characters with some arrows."""
    return bool(_LIST.match(text)) or (sum(map(text.count, "<>^v")) >= 4 and bool(_SHORT.fullmatch(text)))


def record_of(text: str, reading: Reading, line: int = 0) -> Record:
    """The record of a line. Raises NotationError."""
    from cpsudoku.constraints.cages import Cage
    from cpsudoku.formats.rules import placed

    listed = _LIST.match(text)
    cages = _listed(text, listed) if listed else _short(text)
    board = Geometry(3, 3, extras=("diagonals",)) if listed and listed[1] else CLASSIC
    rules = [Cage(cells, total) for cells, total in cages]
    return Record(placed(bytes(_CELLS), stated_board(reading.geometry, board), rules), 0, line, text)


def _listed(text: str, match: re.Match[str]) -> list[tuple[list[int], int | None]]:
    """(cells, sum) of each cage."""
    words = text[match.end() :].rstrip(":").split(":")
    if len(words) != _CELLS or not all(word.isascii() and word.isdigit() and len(word) < 7 for word in words):
        raise NotationError(f"{len(words)} entries behind 3x3:{match[1]}:k:; accepted: 81 numbers")
    cages: dict[int, list[int]] = {}
    for cell, number in enumerate(map(int, words)):
        if number >= 256:
            cages.setdefault(number, []).append(cell)
    return [(cells, number >> 8) for number, cells in cages.items()]


def _short(text: str) -> list[tuple[list[int], int | None]]:
    cages: dict[int, list[int]] = {}
    for cell in range(_CELLS):
        cages.setdefault(_head(text, cell), []).append(cell)
    return [(cells, _SUMS.index(text[head]) or None) for head, cells in cages.items()]


def _head(text: str, cell: int) -> int:
    """The cell with the sum that the arrows lead to."""
    at = cell
    for _ in range(_CELLS):
        step = _STEPS.get(text[at])
        if step is None:
            return at
        row, column = at // 9 + step[0], at % 9 + step[1]
        if not (0 <= row < 9 and 0 <= column < 9):
            raise NotationError(f"the arrow in {CLASSIC.name_of(at)} leads out of the board")
        at = row * 9 + column
    raise NotationError(f"the arrows from {CLASSIC.name_of(cell)} lead in a circle")
