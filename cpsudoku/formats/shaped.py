"""Puzzles as text on a board of a stated shape: one a line, or as many lines as the board has rows."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.board.alphabet import ALPHABETS, DEFAULT
from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError
from cpsudoku.formats.reading import shown
from cpsudoku.formats.record import BadRow, Record
from cpsudoku.formats.source import Source

EMPTY = "."


def read_shaped(source: Source, board: Geometry) -> Iterator[Record | BadRow]:
    """The puzzles of a text: a symbol a cell (`.` empty, A for 10), or numbers set apart by blanks or commas.

    A digit is written as itself, so that 0 is a digit where the board has it, and empty nowhere.
    """
    held: list[list[str]] = []
    first = row = 0
    for number, line in source.lines():
        body = line.partition("#")[0].strip()
        symbols = _symbols(body, board)
        if not symbols:
            continue
        if not held:
            first = number
        if len(symbols) == board.size and not held:
            row += 1
            yield _record(symbols, board, source, row, number, body)
        elif len(symbols) == board.columns:
            held.append(symbols)
            if len(held) == board.rows:
                row += 1
                cells = [symbol for part in held for symbol in part]
                held = []
                yield _record(cells, board, source, row, first, body)
        else:
            row += 1
            wanted = f"one line of {board.size} cells, or {board.rows} lines of {board.columns}"
            message = f"{shown(body)}: {len(symbols)} symbols; this board takes {wanted}"
            yield BadRow(NotationError(message, file=source.file, line=number), row, number, body)
            held = []
    if held:
        message = f"{len(held)} lines of {board.columns} cells; this board has {board.rows}"
        yield BadRow(NotationError(message, file=source.file, line=first), row + 1, first, "".join(held[0]))


def _symbols(body: str, board: Geometry) -> list[str]:
    words = body.replace(",", " ").split()
    return words if len(words) in (board.columns, board.size) and len(words) > 1 else list("".join(words))


def _record(symbols: list[str], board: Geometry, source: Source, row: int, line: int, body: str) -> Record | BadRow:
    cells = bytearray()
    for cell, symbol in enumerate(symbols):
        digit = _digit(symbol)
        if symbol != EMPTY and (digit is None or not board.lo <= digit <= board.hi):
            message = f"{shown(symbol)} in {board.name_of(cell)}: digits are {board.lo} to {board.hi}, {EMPTY} is empty"
            return BadRow(NotationError(message, file=source.file, line=line), row, line, body)
        cells.append(0 if digit is None else digit - board.lo + 1)
    puzzle = Puzzle.trusted(bytes(cells), board)
    alphabet = ALPHABETS["0-9A-Z"] if board.lo == 0 else DEFAULT
    return Record(puzzle, row, line, "".join(symbols), alphabet=alphabet, format="shaped")


def _digit(symbol: str) -> int | None:
    if symbol.isascii() and symbol.isdigit() and len(symbol) < 5:
        return int(symbol)
    if len(symbol) == 1 and "A" <= symbol.upper() <= "Z":
        return ord(symbol.upper()) - ord("A") + 10
    return None
