"""Grids with `+` before a placed digit, and lists of deleted candidates such as `314 916` (digit, row, column)."""

from __future__ import annotations

import re

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError
from cpsudoku.formats import candidate_text
from cpsudoku.formats.reading import Reading, shown
from cpsudoku.formats.record import Record

_TRIPLE = re.compile(r"[1-9]{3}")


def record_of(grid: str, deleted: str, reading: Reading, line: int, column: int) -> Record:
    """The record of a grid with its deleted candidates. Raises NotationError."""
    board = reading.board(81)
    values = Reading(board, reading.alphabet).characters(grid.replace("+", ""), line=line, column=column).puzzle.cells
    placed = []
    cell = -1
    for character in grid:
        if character == "+":
            placed.append(cell + 1)
        else:
            cell += 1
    if placed and (placed[-1] > 80 or any(not values[p] for p in placed) or "++" in grid):
        raise NotationError(f"{shown(grid, 100)}: + is not followed by a digit", line=line, column=column)
    clues = bytearray(values)
    for p in placed:
        clues[p] = 0
    record = Record(Puzzle.trusted(bytes(clues), board), 0, line, grid, placed=tuple(placed))
    if placed or deleted:
        masks = list(candidate_text.masks_of(Record(Puzzle.trusted(values, board))))
        for word in deleted.split():
            if not _TRIPLE.fullmatch(word):
                raise NotationError(
                    f"{shown(word)}: a deleted candidate is digit, row, column, such as 436 for 4 in r3c6", line=line
                )
            digit, row, col = map(int, word)
            masks[9 * (row - 1) + col - 1] &= ~(1 << digit - 1)
        record.candidates = tuple(masks)
    return record


def texts(record: Record, format: str) -> tuple[str, str]:
    """(grid with placed digits marked, deleted candidates); reverse of `record_of`. Raises NotationError off 9x9."""
    board, cells = record.puzzle.geometry, record.puzzle.cells
    if board.side != 9:
        raise NotationError(f"a board of {board}; {format} is for 9x9")
    masks = record.candidates
    values = bytearray(cells)
    if masks is not None:
        for cell in record.placed:
            values[cell] = masks[cell].bit_length()
    shown_cells = [
        ("+" if digit and not cells[cell] else "") + (str(digit) if digit else ".") for cell, digit in enumerate(values)
    ]
    return "".join(shown_cells), " ".join(deleted_candidates(masks, bytes(values), board)) if masks is not None else ""


def deleted_candidates(masks: tuple[int, ...], values: bytes, board: Geometry) -> list[str]:
    """Candidates of empty cells that no placed digit rules out and that are yet not in *masks*."""
    free = candidate_text.masks_of(Record(Puzzle.trusted(values, board)))
    return [
        f"{digit + 1}{cell // 9 + 1}{cell % 9 + 1}"
        for digit in range(9)
        for cell in range(81)
        if not values[cell] and free[cell] & ~masks[cell] & 1 << digit
    ]
