"""The fast lane: runs of lines that are plainly 9x9 rows, translated a block at a time.

A line is plain where its first 81 characters are cells and a blank, comma, semicolon, tab, # or nothing follows; in a
table, where every column is where the header says and no text is quoted. Everything else goes through the careful
reader, row by row, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cpsudoku.board.alphabet import DEFAULT, UNREADABLE
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.errors import NotationError
from cpsudoku.formats.csv_table import Header
from cpsudoku.formats.reading import Reading
from cpsudoku.formats.record import BadRow, PlainRows, Record
from cpsudoku.formats.source import Source, decoded

_TABLE = DEFAULT.table(9)
_ODD = bytes([UNREADABLE])
_BARE = frozenset([b"", b" ", b"\t", b"#", b";"])
_SEPARATORS = _BARE | {b","}
_ROWS = 4096
"""Rows of one run at most."""
_NO_SOLUTION = b"0" * 81


class Sorted(NamedTuple):
    """What lines hold: of those that are plain (`kept`, ascending) the puzzles as written, cells and solutions."""

    kept: list[int]
    puzzles: list[bytes]
    cells: bytes
    solutions: bytes | None

    def part(self, at: int, size: int) -> tuple[list[bytes], bytes, bytes | None]:
        """Puzzles, cells and solutions of *size* plain lines from place *at* of `kept` on."""
        solutions = None if self.solutions is None else self.solutions[81 * at : 81 * (at + size)]
        return self.puzzles[at : at + size], self.cells[81 * at : 81 * (at + size)], solutions


Cut = Callable[[list[bytes]], Sorted]


def cut_lines(lines: list[bytes]) -> Sorted:
    """One-line rows."""
    texts: list[bytes] | None = None
    puzzles = [line[:81] for line in lines]
    bare = min(map(len, puzzles), default=81) == 81 and {line[81:82] for line in lines}.issubset(_BARE)
    if bare and (max(map(len, lines), default=0) < 163 or not any(map(_may_have_map, lines))):
        return sort(range(len(lines)), puzzles, None)
    kept = [
        k for k, line in enumerate(lines) if len(line) >= 81 and line[81:82] in _SEPARATORS and not _may_have_map(line)
    ]
    texts = [lines[k][82:].partition(b",")[0] if lines[k][81:82] == b"," else b"" for k in kept]
    if any(map(len, texts)):
        kept = [k for k, text in zip(kept, texts) if len(text) == 81 or len(text.strip()) != 81]
        texts = [text if len(text) == 81 else b"" for text in texts if len(text) == 81 or len(text.strip()) != 81]
    return sort(kept, [puzzles[k] for k in kept], texts if any(texts) else None)


def _may_have_map(line: bytes) -> bool:
    """Whether a jigsaw's map may stand behind the puzzle: 81 characters, and the first nine not all different."""
    if len(line) < 163 or line[81:82] == b"," or len(set(line[82:91])) == 9:
        return False
    words = line[82:].split(None, 1)
    return bool(words) and len(words[0]) == 81


def cut_table(header: Header) -> Cut:
    """The rows of a table with this header."""
    separator = header.separator.encode()
    columns = len(header.names)
    puzzle, solution = header.puzzle, header.solution

    def cut(lines: list[bytes]) -> Sorted:
        fields = [line.split(separator) for line in lines]
        kept = [k for k, row in enumerate(fields) if len(row) == columns and len(row[puzzle]) == 81]
        if any(b'"' in line for line in lines):
            kept = [k for k in kept if b'"' not in lines[k]]
        if solution < 0:
            return sort(kept, [fields[k][puzzle] for k in kept], None)
        kept = [k for k in kept if len(fields[k][solution]) in (0, 81)]
        return sort(kept, [fields[k][puzzle] for k in kept], [fields[k][solution] for k in kept])

    return cut


def sort(kept: Sequence[int], puzzles: list[bytes], texts: list[bytes] | None) -> Sorted:
    """Puzzles of 81 characters and solutions of 81 or none, without those that have a character that is no cell."""
    cells = b"".join(puzzles).translate(_TABLE)
    solutions = None
    if texts is not None:
        solutions = b"".join([text or _NO_SOLUTION for text in texts]).translate(_TABLE)
    if _ODD not in cells and (solutions is None or (_ODD not in solutions and 0 not in solutions)):
        return Sorted(list(kept), puzzles, cells, solutions)
    rows = [cells[at : at + 81] for at in range(0, len(cells), 81)]
    good = [k for k, row in enumerate(rows) if _ODD not in row]
    if texts is not None and solutions is not None:
        claimed = [solutions[at : at + 81] for at in range(0, len(solutions), 81)]
        good = [k for k in good if not texts[k] or (_ODD not in claimed[k] and 0 not in claimed[k])]
        solutions = b"".join([claimed[k] for k in good])
    return Sorted([kept[k] for k in good], [puzzles[k] for k in good], b"".join([rows[k] for k in good]), solutions)


def read(
    source: Source,
    reading: Reading,
    cut: Cut,
    careful: Callable[[str, Reading, int], Record],
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
        for first in range(0, len(lines), _ROWS):
            part = lines[first : first + _ROWS]
            found = cut(part)
            for start, end, at in runs(found.kept, len(part)):
                if at >= 0:
                    yield PlainRows(
                        part[start:end],
                        *found.part(at, end - start),
                        first_row=row,
                        first_line=number + first + start,
                        format=format,
                        geometry=board,
                        header=header,
                    )
                    row += end - start
                    continue
                for index in range(start, end):
                    text = decoded(part[index])
                    if not text or text.isspace() or text.lstrip().startswith("#"):
                        continue
                    item: Record | BadRow
                    try:
                        item = careful(text, reading, number + first + index)
                    except NotationError as error:
                        item = reading.bad(error, number + first + index, text)
                    else:
                        item.format = item.format or format
                    item.row = row
                    row += 1
                    yield item
        number += len(lines)


def runs(kept: list[int], number: int) -> Iterator[tuple[int, int, int]]:
    """(from, to, place in *kept* of the first; -1 for a run of those not kept): all of 0 .. *number* - 1, in order."""
    at = before = 0
    while at < len(kept):
        start = kept[at]
        if start > before:
            yield before, start, -1
        last = len(kept) - 1 if kept[-1] - start == len(kept) - 1 - at else _last(kept, at)
        before = kept[last] + 1
        yield start, before, at
        at = last + 1
    if before < number:
        yield before, number, -1


def _last(kept: list[int], at: int) -> int:
    """The place of the last of the consecutive numbers from place *at* on."""
    start = kept[at] - at
    while at + 1 < len(kept) and kept[at + 1] - at - 1 == start:
        at += 1
    return at
