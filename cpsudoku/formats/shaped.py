"""Region maps of jigsaw boards; and puzzles as text on a board of a stated shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt
from pathlib import Path

from cpsudoku.board.alphabet import ALPHABETS, DEFAULT
from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import GeometryError, NotationError
from cpsudoku.formats.reading import shown
from cpsudoku.formats.record import BadRow, Record
from cpsudoku.formats.source import Source, open_source

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


_MAX_MAP = 1 << 20


def read_regions(path_or_text: str | Path, *, extras: Iterable[str] = ()) -> Geometry:
    """The jigsaw board of a region map: a file, `-`, or the map itself. Raises NotationError.

    Any symbols will do, one a cell, or numbers set apart by blanks. Regions should be contiguous but need not be;
    see `Geometry.scattered_regions`.
    """
    text = str(path_or_text)
    literal = isinstance(path_or_text, str) and text != "-" and ("\n" in text or len(text) > 15) and not _is_file(text)
    source = Source.of_text(text) if literal else open_source(text)
    lines = []
    size = 0
    for _, line in source.lines():
        body = line.split("#", 1)[0].strip()
        if body:
            lines.append(body)
        size += len(body)
        if size > _MAX_MAP:
            raise NotationError("too long for a region map", file=source.file)
    if not lines:
        raise NotationError("empty region map; accepted: n*n symbols, each of n symbols n times", file=source.file)
    try:
        return Geometry.jigsaw(region_numbers("\n".join(lines)), extras)
    except GeometryError as error:
        raise NotationError(f"region map {shown(lines[0])}: {error}", file=source.file) from None


def region_numbers(text: str) -> list[str]:
    """The symbols of a region map: numbers set apart by blanks or commas, or else its characters.

    Borders and bars are dropped. The board's constructor checks the counts.
    """
    lines = [line for line in text.splitlines() if set(line.strip()) - set("-+=|: ")]
    tokens = " ".join(lines).translate(str.maketrans("|,;", "   ")).split()
    square = len(tokens) > 3 and isqrt(len(tokens)) ** 2 == len(tokens)
    numbers = square and all(token.isdigit() and len(token) <= 3 for token in tokens)
    return tokens if numbers else list("".join(tokens))


def map_text(board: Geometry) -> str:
    """The region map of a jigsaw board: a character a cell, beyond side 35 numbers set apart by blanks."""
    assert board.regions is not None
    return DEFAULT.write([region + 1 for region in board.regions], board.side)


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False
