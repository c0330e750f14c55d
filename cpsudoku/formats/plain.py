"""The fast lane: runs of lines that are plainly 9x9 rows, translated a block at a time.

A line is plain where its first 81 characters are cells and a blank, comma, semicolon, tab, # or nothing follows; in a
table, where every column is where the header says and no text is quoted. Everything else goes through the careful
reader, row by row, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cpsudoku.board.alphabet import DEFAULT, UNREADABLE
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.errors import NotationError
from cpsudoku.formats.csv_table import Header
from cpsudoku.formats.reading import Reading
from cpsudoku.formats.record import BadRow, PlainRows, Record
from cpsudoku.formats.source import Source, decoded

_TABLE = DEFAULT.table(9)
_ODD = bytes([UNREADABLE])
_SEPARATORS = (b"", b" ", b"\t", b"#", b";", b",")
_CLOSE = 64
_ROWS = 4096
"""Rows of one run at most."""

Plain = tuple[list[bytes], bytes, bytes | None]
"""Puzzles as written, cells, solutions."""
Cut = Callable[[list[bytes]], Plain | None]
"""What a list of lines holds where every line is plain, else None."""


def applies(reading: Reading) -> bool:
    """True where rows of 81 characters are read with the digits 1-9."""
    side_is_nine = reading.geometry is None or reading.geometry.side == 9
    return side_is_nine and reading.alphabet in (None, DEFAULT)


def cut_lines(lines: list[bytes]) -> Plain | None:
    """One-line rows."""
    puzzles = [line[:81] for line in lines]
    cells = b"".join(puzzles).translate(_TABLE)
    if len(cells) != 81 * len(lines) or _ODD in cells:
        return None
    marks = {line[81:82] for line in lines}
    if len(min(puzzles, key=len)) != 81 or not marks.issubset(_SEPARATORS):
        return None
    if b"," not in marks:
        return puzzles, cells, None
    if marks != {b","}:
        return None
    second = [line[82:].partition(b",")[0] for line in lines]
    if 81 not in {len(text.strip()) for text in second}:
        return puzzles, cells, None
    lengths = set(map(len, second))
    solutions = b"".join(second).translate(_TABLE)
    if lengths != {81} or _ODD in solutions or 0 in solutions:
        return None
    return puzzles, cells, solutions


def cut_table(header: Header) -> Cut:
    """The rows of a table with this header."""
    separator = header.separator.encode()
    columns = len(header.names)
    puzzle_column, solution_column = header.puzzle, header.solution

    def cut(lines: list[bytes]) -> Plain | None:
        fields = [line.split(separator) for line in lines]
        if any(len(row) != columns for row in fields):
            return None
        puzzles = [row[puzzle_column] for row in fields]
        cells = b"".join(puzzles).translate(_TABLE)
        if set(map(len, puzzles)) != {81} or _ODD in cells:
            return None
        if solution_column < 0:
            return puzzles, cells, None
        texts = [row[solution_column] for row in fields]
        solutions = b"".join(texts).translate(_TABLE)
        if set(map(len, texts)) != {81} or _ODD in solutions or 0 in solutions:
            return None
        return puzzles, cells, solutions

    return cut


def read(
    source: Source,
    reading: Reading,
    cut: Cut,
    careful: Callable[[str, int], Record],
    format: str,
    header: Header | None = None,
) -> Iterator[PlainRows | Record | BadRow]:
    """Runs of plain rows, and one by one what the careful reader makes of the others. Rows and lines are numbered."""
    row = 1
    number = 1
    waiting_header = header is not None
    board = reading.geometry if reading.geometry is not None else CLASSIC
    for block in source.blocks():
        lines = block.splitlines()
        start = 0
        if waiting_header:
            while start < len(lines) and (not lines[start].strip() or lines[start].startswith(b"#")):
                start += 1
            if start == len(lines):
                number += len(lines)
                continue
            start, waiting_header = start + 1, False
            lines, number = lines[start:], number + start
        for first, last, plain in _runs(lines, cut):
            if plain is not None:
                puzzles, cells, solutions = plain
                yield PlainRows(
                    lines[first:last],
                    puzzles,
                    cells,
                    solutions,
                    first_row=row,
                    first_line=number + first,
                    format=format,
                    geometry=board,
                    columns=(header.separator.encode(), header.puzzle, header.solution) if header is not None else None,
                )
                row += last - first
                continue
            for index in range(first, last):
                text = decoded(lines[index])
                if not text or text.isspace() or text.lstrip().startswith("#"):
                    continue
                item: Record | BadRow
                try:
                    item = careful(text, number + index)
                except NotationError as error:
                    item = reading.bad(error, number + index, text)
                item.row = row
                row += 1
                yield item
        number += len(lines)


def _runs(lines: list[bytes], cut: Cut) -> Iterator[tuple[int, int, Plain | None]]:
    """(from, to, what *cut* made of it or None): a part that is not plain as a whole is looked at more closely."""
    stack = [(start, min(start + _ROWS, len(lines))) for start in range(0, len(lines), _ROWS)][::-1]
    while stack:
        first, last = stack.pop()
        plain = cut(lines[first:last]) if lines[first] else None
        if plain is not None or last - first == 1:
            yield first, last, plain
        elif last - first > _CLOSE:
            step = (last - first) // 8
            stack += [(start, min(start + step, last)) for start in range(first, last, step)][::-1]
        else:
            yield from _close_runs(lines, first, last, cut)


def _close_runs(lines: list[bytes], first: int, last: int, cut: Cut) -> Iterator[tuple[int, int, Plain | None]]:
    singles = [cut([line]) for line in lines[first:last]]
    start = 0
    while start < len(singles):
        end = start + 1
        while end < len(singles) and (singles[end] is None) == (singles[start] is None):
            end += 1
        whole = cut(lines[first + start : first + end]) if singles[start] is not None else None
        if whole is None and singles[start] is not None:  # each is plain, but they differ in their columns
            yield from ((first + i, first + i + 1, singles[i]) for i in range(start, end))
        else:
            yield first + start, first + end, whole
        start = end
