"""Lines of 81 cells with `+` before a digit that was placed and is no clue, and deleted candidates as triples.

HoDoKu library lines are `:technique:candidates:givens:deleted:eliminations:placements:extra`; trailing fields may be
missing. A technique has four digits or five, and perhaps a variant (`-1`, `-x`); technique 0000 and candidates x make
a plain puzzle. Susser style is the cells, then perhaps a colon and the deleted candidates: `:314 916`. A triple is
digit, row, column: 436 is digit 4 in r3c6.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError
from cpsudoku.formats import candidate_text
from cpsudoku.formats.format import Format, Reader, Reading, Record, Writer, line_reader, shown, writer

_TRIPLE = re.compile(r"[1-9]{3}")
_LINE = re.compile(r":[0-9]{4,5}(-[0-9a-z]+)?:")


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
    record = Record(Puzzle.trusted(bytes(clues), board), line=line, text=grid, placed=tuple(placed))
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


def texts(record: Record) -> tuple[str, str]:
    """(grid with placed digits marked, deleted candidates); reverse of `record_of`."""
    board, cells = record.puzzle.geometry, record.puzzle.cells
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


def _format(name: str, summary: str, read: Reader, write: Writer, sniff: Callable[[list[str]], bool]) -> Format:
    """A format of lines of 81 cells; its files end in its name."""
    holds = frozenset(["candidates", "clues", "placed"])
    return Format(name, summary, (f".{name}",), read, write, sniff, holds, range(9, 10))


def _hodoku(line: str, reading: Reading, number: int) -> Record:
    line = line.strip()
    fields = line.split(":")
    if not _LINE.match(line) or len(fields) < 4:
        raise NotationError(
            f"{shown(line)}; accepted: :technique:candidates:givens: and perhaps more fields", line=number, column=1
        )
    column = sum(map(len, fields[:3])) + 4
    record = record_of(fields[3], fields[4] if len(fields) > 4 else "", reading, number, column)
    notes = [] if fields[1] == "0000" else [f"technique {fields[1]}"]
    record.rest = " ".join(notes + [field for field in fields[5:] if field])
    return record


def is_hodoku(head: list[str]) -> bool:
    """True where the first line is no comment and begins `:0000:` or with another technique."""
    first = next((line for line in head if not line.startswith("#")), "")
    return bool(_LINE.match(first.strip()))


def _hodoku_text(record: Record) -> str:
    grid, deleted = texts(record)
    return f":0000:x:{grid}:{deleted}::\n"


_LIBRARY = "HoDoKu library lines, :technique:candidates:givens:deleted:..."
HODOKU = _format("hodoku", _LIBRARY, line_reader(_hodoku), writer(_hodoku_text), is_hodoku)


def _susser(line: str, reading: Reading, number: int) -> Record:
    grid, _, deleted = line.strip().partition(":")
    return record_of(grid.strip(), deleted, reading, number, 1)


def is_susser(head: list[str]) -> bool:
    """True where the first line has 81 cells once each + is dropped, and a + or a colon."""
    grid, colon, _ = (head[0] if head else "").strip().partition(":")
    return len(grid.replace("+", "").strip()) == 81 and ("+" in grid or bool(colon))


def _susser_text(record: Record) -> str:
    grid, deleted = texts(record)
    return f"{grid}:{deleted}\n"


_CELLS = "81 cells with + before placed digits, then :deleted candidates"
SUSSER = _format("susser", _CELLS, line_reader(_susser), writer(_susser_text), is_susser)
