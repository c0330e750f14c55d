"""Tables with a header: `puzzle,solution`, `quizzes,solutions`, `question,answer`, `id,puzzle,...`.

The header is read without regard to case; another column is named by an option. Separators are comma, semicolon, tab or
bar. Cells are text: nothing is turned into numbers. The solution column is handed on unverified. Where n*n columns are
numbered (`c0,c1,...`) each is a cell. Without a header the first column that is a puzzle is taken, as in the one-line
format.

A quoted field may go on over lines. Where it would swallow rows of the table the quote is taken for a stray one: its
row is unreadable and says so, the rows after it are read; the format csv-unquoted takes quotes for plain characters.
"""

from __future__ import annotations

import csv
import io
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from math import isqrt

from cpsudoku.errors import NotationError, UsageError
from cpsudoku.formats import one_line
from cpsudoku.formats.candidate_text import row_record
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, shown, writer
from cpsudoku.formats.guarded_csv import GuardedWriter

PUZZLE_COLUMNS = (
    "puzzle",
    "puzzles",
    "quizzes",
    "quiz",
    "question",
    "sudoku",
    "grid",
    "givens",
    "board",
    "initial_board",
)
SOLUTION_COLUMNS = ("solution", "solutions", "answer", "answers", "solved")
HEADER = "puzzle,solution,rest\n"
SEPARATORS = (",", ";", "\t", "|")
_CELL = re.compile(r"([a-z_ ]*)(\d{1,4})")
_MAX_QUOTED_LINES = 600
_MAX_SWALLOWED = 20


class Header:
    """The columns of a table: the separator, and where puzzle and solution stand."""

    def __init__(self, names: list[str], separator: str, column: str | None = None):
        self.names, self.separator = names, separator
        self.folded = folded = [name.strip().lower() for name in names]
        wanted = PUZZLE_COLUMNS if column is None else (column.strip().lower(),)
        self.puzzle = next((folded.index(name) for name in wanted if name in folded), -1)
        self.solution = next((i for i, name in enumerate(folded) if name in SOLUTION_COLUMNS and i != self.puzzle), -1)
        self.cells = _numbered(folded) if column is None and self.puzzle < 0 else ()
        self.has_rules = self.puzzle >= 0 and "rules" in folded
        """Whether rows state rules in prose: `sudoku_bench` reads them."""
        self.taken = frozenset([self.puzzle, self.solution, *self.cells])

    def place(self, name: str) -> int:
        """The column of this name, without regard to case; -1 where there is none."""
        folded = name.lower()
        return self.folded.index(folded) if folded in self.folded else -1

    def others(self, fields: list[str]) -> dict[str, str]:
        """The fields of a row beside puzzle and solution, by the names of their columns."""
        named = enumerate(zip(self.names, fields))
        return {name.strip(): text.strip() for i, (name, text) in named if i not in self.taken}

    def rest(self, fields: list[str]) -> str:
        """The same fields in one text."""
        return self.separator.join(text.strip() for i, text in enumerate(fields) if i not in self.taken)


def _numbered(names: list[str]) -> tuple[int, ...]:
    """The columns that are cells, one a cell: n*n names numbered through from 0 or 1, or r1c1 and so on; else none."""
    matches = [_CELL.fullmatch(name) for name in names]
    runs: dict[str, list[tuple[int, int]]] = {}
    for index, match in enumerate(matches):
        if match is not None:
            runs.setdefault(match.group(1), []).append((int(match.group(2)), index))
    for found in runs.values():
        first, count = found[0][0], len(found)
        is_square = count >= 16 and isqrt(count) ** 2 == count
        if is_square and first in (0, 1) and [number for number, _ in found] == list(range(first, first + count)):
            return tuple(index for _, index in found)
    side = isqrt(len(names))
    wanted = [f"r{row}c{column}" for row in range(1, side + 1) for column in range(1, side + 1)]
    return tuple(map(names.index, wanted)) if side >= 4 and set(wanted) <= set(names) else ()


def header_of(line: str, column: str | None = None) -> Header | None:
    """The header in *line*, or None where it is none. Raises UsageError where *column* is not in it."""
    best: Header | None = None
    if line.lstrip()[:1] in ("{", "["):
        return None
    for separator in SEPARATORS:
        if column is None and separator not in line and separator != ",":
            continue
        header = Header(_fields(line, separator), separator, column)
        if (header.puzzle >= 0 or header.cells) and (best is None or len(header.names) > len(best.names)):
            best = header
    if best is None and column is not None:
        raise UsageError(f"column {column!r} is not in the header {shown(line, 80)}")
    return best


def read(source: Source, reading: Reading, quoting: bool = True) -> Rows:
    """A Record or BadRow for each row below the header; without a header as the one-line format."""
    header = first_header(source, reading)
    if header is None:
        yield from one_line.read(source, reading)
        return
    yield from _rows(_below_header(source.lines()), header, reading, quoting)


def _below_header(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    below = iter(lines)
    next(line for _, line in below if _is_header_line(line))
    return below


def _rows(source: Iterator[tuple[int, str]], header: Header, reading: Reading, quoting: bool) -> Rows:
    lines = _Lines(source)
    for number, line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        try:
            if quoting and _left_open(line, header.separator):
                yield _quoted(number, line, lines, header, reading)
            else:
                yield _row(line, header, reading, number, quoting)
        except NotationError as error:
            yield reading.bad(error, number, line)


class _Lines:
    """Numbered lines; lines that were read ahead can be put back."""

    def __init__(self, lines: Iterator[tuple[int, str]]):
        self._lines = lines
        self.back: deque[tuple[int, str]] = deque()

    def __iter__(self) -> Iterator[tuple[int, str]]:
        return self

    def __next__(self) -> tuple[int, str]:
        return self.back.popleft() if self.back else next(self._lines)


def _left_open(text: str, separator: str) -> bool:
    """True where a field of the row begins with a quote that is not closed."""
    if '"' not in text:
        return False
    whole_fields, field = _patterns(separator)
    match = whole_fields.match(text)
    last = text[match.end() :] if match else text
    return last.startswith('"') and field.fullmatch(last) is None


@lru_cache(maxsize=8)
def _patterns(separator: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """(the fields of a row with their separators, as far as quotes are closed; one field)."""
    end = re.escape(separator)
    field = rf'(?:"(?:[^"]|"")*+"[^{end}]*|[^"{end}][^{end}]*|)'
    return re.compile(rf"(?:{field}{end})*+"), re.compile(field)


def _quoted(number: int, line: str, lines: _Lines, header: Header, reading: Reading) -> Record:
    """The row whose quoted text goes on over lines. Raises NotationError where that would swallow rows of the table,
    and puts them back."""
    parts = [(number, line)]
    closed = False
    text = line
    swallowed = 0
    for item in lines:
        parts.append(item)
        swallowed += _is_row(item[1], header, reading)
        text = "\n".join(part for _, part in parts)
        closed = not _left_open(text, header.separator)
        if closed or swallowed > _MAX_SWALLOWED or len(parts) > _MAX_QUOTED_LINES:
            break
    if closed:
        try:
            record = _row(text, header, reading, number)
        except NotationError as error:
            if not swallowed:
                raise error.at(line=number) from None
        else:
            if "\n" in record.text or not swallowed:
                return record
    lines.back.extendleft(reversed(parts[1:]))
    column = line.rfind('"') + 1
    ends = f"lines {number} to {parts[-1][0]} fell into one quoted field" + " that is not closed there" * (not closed)
    raise NotationError(
        f"a stray quote: {ends}; close it on its line, or read on without quoting (--format csv-unquoted)",
        line=number,
        column=column,
    )


def _is_row(line: str, header: Header, reading: Reading) -> bool:
    """True for a line that is a row by itself, its quotes taken as they are."""
    try:
        _row(line, header, reading, 0, quoting=False)
    except NotationError:
        return False
    return True


def goes_over_lines(head: bytes, header: Header, reading: Reading) -> bool:
    """True where a quoted field goes on over lines of *head*; a stray quote does not."""
    lines = head.decode("utf-8", "replace").splitlines()
    if b'"' not in head or not any(_left_open(line, header.separator) for line in lines):
        return False
    below = _below_header(enumerate(lines, start=1))
    inner = Reading(reading.geometry, reading.alphabet, reading.column)
    found = _rows(below, header, inner, True)
    return any(
        isinstance(item, Record) and any("\n" in text for text in (item.text, item.rest, *item.others.values()))
        for item in found
    )


def row_reader(header: Header) -> Callable[[str, Reading, int], Record]:
    """Reads a row; raises NotationError, also at a quote that the row does not close."""

    def read_row(line: str, reading: Reading, number: int) -> Record:
        if _left_open(line, header.separator):
            raise NotationError(
                "a stray quote, not closed on its line; close it, or read on without quoting (--format csv-unquoted)",
                line=number,
                column=line.rfind('"') + 1,
            )
        return _row(line, header, reading, number)

    return read_row


def first_header(source: Source, reading: Reading) -> Header | None:
    """The header of the table that begins here, if any. Raises UsageError where it lacks the column asked for."""
    for raw in source.head().decode("utf-8", "replace").splitlines():
        if _is_header_line(raw):
            return header_of(raw, reading.column)
    return None


def _is_header_line(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#")


def _fields(text: str, separator: str) -> list[str]:
    if '"' not in text and "\n" not in text:
        return text.split(separator)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as error:
        raise NotationError(f"{shown(text)}: {error}") from None
    return rows[0] if rows else []


def _row(text: str, header: Header, reading: Reading, number: int, quoting: bool = True) -> Record:
    # without quotes the last column, a note as a rule, takes what is left of the line
    fields = _fields(text, header.separator) if quoting else text.split(header.separator, len(header.names) - 1)
    read_fields = _of_field if header.puzzle >= 0 else _of_cells
    if header.has_rules:
        from cpsudoku.formats import sudoku_bench

        if len(fields) != len(header.names):
            raise NotationError(f"{len(fields)} columns; accepted: {len(header.names)}, as in the header", line=number)
        named = dict(zip(header.folded, fields))
        record = sudoku_bench.of_row(fields[header.puzzle], named, reading)
    else:
        record = read_fields(text, fields, header, reading, number)
    if 0 <= header.solution < len(fields):
        record.solution, record.solution_error = reading.solution(
            fields[header.solution], record.puzzle.geometry, record.alphabet
        )
    record.format, record.line = "", number
    record.rest, record.others = header.rest(fields), header.others(fields)
    return record


def _of_field(text: str, fields: list[str], header: Header, reading: Reading, number: int) -> Record:
    """The record of a row with a column for the puzzle."""
    if len(fields) <= header.puzzle:
        raise NotationError(
            f"{shown(text)} has {len(fields)} column{'s' * (len(fields) != 1)}; "
            f"the puzzle is column {header.puzzle + 1} ({header.names[header.puzzle].strip()})",
            line=number,
        )
    puzzle = fields[header.puzzle]
    puzzle = _blanks_for_empty(puzzle, reading) or puzzle.strip()
    if "e+" in puzzle.lower() and len(puzzle) < 30:
        raise NotationError(
            f"{puzzle!r} is a number that a spreadsheet has rounded; the puzzle's text is lost", line=number
        )
    column = text.find(puzzle) + 1
    if "\n" in puzzle:
        from cpsudoku.formats import grid

        record = grid.parse([(number, line) for line in puzzle.splitlines() if line.strip()], reading)
    elif (
        "://" not in puzzle
        and reading.sides(len(puzzle)) is not None
        and len(puzzle) <= one_line.MAX_CHARACTERS
        and " " not in puzzle
    ):
        record = row_record(puzzle, reading, line=number, column=column)
    else:
        try:
            record = one_line.row(puzzle, reading, number)
        except NotationError as error:
            raise _with_hint(error, puzzle) from None
    record.text = puzzle
    return record


def _of_cells(text: str, fields: list[str], header: Header, reading: Reading, number: int) -> Record:
    """The record of a row with a column for each cell."""
    if len(fields) <= max(header.cells):
        raise NotationError(f"{shown(text)} has {len(fields)} columns; the cells are {len(header.cells)}", line=number)
    record = reading.tokens([fields[index].strip() for index in header.cells], line=number)
    record.text = text
    return record


def _blanks_for_empty(text: str, reading: Reading) -> str:
    """The puzzle of a field that has a blank for each empty cell, with dots; "" for another field."""
    if " " not in text.strip("\r\n") or reading.sides(len(text)) is None or not set(text) <= set(" 123456789"):
        return ""
    return text.replace(" ", ".")


def _with_hint(error: NotationError, puzzle: str) -> NotationError:
    """The error, with a word on zeros that a spreadsheet drops where that can be the cause."""
    if not (puzzle.isascii() and puzzle.isdigit() and "0" in puzzle and 60 <= len(puzzle) < 81):
        return error
    zeros = 81 - len(puzzle)
    hint = (
        f"{zeros} leading zero{'s' * (zeros != 1)} may have been dropped, as spreadsheets do: keep the column as text"
    )
    return NotationError(f"{error.reason}; {hint}", file=error.file, line=error.line, column=error.column)


def sniff(head: list[str]) -> bool:
    """True where the first line is a header."""
    return bool(head) and header_of(next((line for line in head if _is_header_line(line)), "")) is not None


def fields_of(record: Record) -> list[str]:
    """Puzzle, solution (empty where there is none) and rest, as they are written."""
    side = record.puzzle.geometry.side
    solution = record.alphabet.write(record.solution, side) if record.solution is not None else ""
    return [record.puzzle.line(record.alphabet), solution, " ".join(record.rest.split())]


def _text(record: Record) -> str:
    buffer = io.StringIO()
    GuardedWriter(buffer).row(fields_of(record))
    return buffer.getvalue()


FORMAT = Format(
    name="csv",
    summary="a table with a header: puzzle,solution or quizzes,solutions or question,answer, or a named column",
    extensions=(".csv", ".tsv"),
    sniff=sniff,
    read=read,
    write=writer(_text, before=HEADER),
    holds=one_line.HOLDS | {"solution"},
)


def _unquoted_text(record: Record) -> str:
    """A row; the rest may have commas."""
    return ",".join(fields_of(record)) + "\n"


UNQUOTED = Format(
    name="csv-unquoted",
    summary="a table whose quotes are plain characters",
    extensions=(),
    read=partial(read, quoting=False),
    write=writer(_unquoted_text, before=HEADER),
    holds=FORMAT.holds,
)
"""For tables with stray quotes. Chosen by name only."""
