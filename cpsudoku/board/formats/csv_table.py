"""Tables with a header: `puzzle,solution`, `quizzes,solutions`, `question,answer`, `id,puzzle,...`.

The header is read without regard to case; another column is named by an option. Separators are comma, semicolon or
tab. Cells are text: nothing is turned into numbers. The solution column is handed on unverified.
Without a header the first column that is a puzzle is taken, as in the one-line format.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator

from cpsudoku.board.formats import one_line
from cpsudoku.board.formats.format import Format
from cpsudoku.board.formats.reading import Reading, shown
from cpsudoku.board.formats.record import BadRow, Record
from cpsudoku.board.formats.source import Source
from cpsudoku.errors import NotationError, UsageError

PUZZLE_COLUMNS = ("puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku", "grid", "givens", "board")
SOLUTION_COLUMNS = ("solution", "solutions", "answer", "answers", "solved")
_MAX_QUOTED_LINES = 600


class Header:
    """The columns of a table: the separator, and where puzzle and solution stand."""

    def __init__(self, names: list[str], separator: str, column: str | None = None):
        self.names, self.separator = names, separator
        folded = [name.strip().lower() for name in names]
        if column is not None:
            wanted = [column.strip().lower()]
        else:
            wanted = list(PUZZLE_COLUMNS)
        self.puzzle = next((folded.index(name) for name in wanted if name in folded), -1)
        self.solution = next((i for i, name in enumerate(folded) if name in SOLUTION_COLUMNS and i != self.puzzle), -1)


def header_of(line: str, column: str | None = None) -> Header | None:
    """The header in *line*, or None where it is none. Raises UsageError where *column* is not in it."""
    best: Header | None = None
    for separator in ",", ";", "\t":
        if column is None and separator not in line and separator != ",":
            continue
        header = Header(_fields(line, separator), separator, column)
        if header.puzzle >= 0 and (best is None or len(header.names) > len(best.names)):
            best = header
    if best is None and column is not None:
        raise UsageError(f"column {column!r} is not in the header {shown(line, 80)}")
    return best


def read(source: Source, reading: Reading) -> Iterator[Record | BadRow]:
    """A Record or BadRow for each row below the header; without a header as the one-line format."""
    header = first_header(source, reading)
    if header is None:
        yield from one_line.read(source, reading)
        return
    lines = source.lines()
    for _, line in lines:
        if _is_header_line(line):
            break
    for number, line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        whole = line
        if line.count('"') % 2:
            whole = _quoted(line, lines)
        try:
            yield _row(whole, header, reading, number)
        except NotationError as error:
            yield reading.bad(error, number, line)


def row_reader(header: Header, reading: Reading) -> Callable[[str, int], Record]:
    """(text of a row, line number) -> Record; raises NotationError."""
    return lambda line, number: _row(line, header, reading, number)


def first_header(source: Source, reading: Reading) -> Header | None:
    """The header of the table that begins here, if any. Raises UsageError where it lacks the column asked for."""
    for raw in source.head().decode("utf-8", "replace").splitlines():
        if _is_header_line(raw):
            return header_of(raw, reading.column)
    return None


def _is_header_line(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#")


def _quoted(line: str, lines: Iterator[tuple[int, str]]) -> str:
    """The row with the lines over which its quoted text goes on."""
    parts = [line]
    for _, more in lines:
        parts.append(more)
        if more.count('"') % 2 or len(parts) > _MAX_QUOTED_LINES:
            break
    return "\n".join(parts)


def _fields(text: str, separator: str) -> list[str]:
    if '"' not in text and "\n" not in text:
        return text.split(separator)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as error:
        raise NotationError(f"{shown(text)}: {error}") from None
    return rows[0] if rows else []


def _row(text: str, header: Header, reading: Reading, number: int) -> Record:
    fields = _fields(text, header.separator)
    if len(fields) <= header.puzzle:
        raise NotationError(
            f"{shown(text)} has {len(fields)} column{'s' * (len(fields) != 1)}; "
            f"the puzzle is column {header.puzzle + 1} ({header.names[header.puzzle].strip()})",
            line=number,
        )
    puzzle = fields[header.puzzle].strip()
    if "e+" in puzzle.lower() and len(puzzle) < 30:
        raise NotationError(
            f"{puzzle!r} is a number that a spreadsheet has rounded; the puzzle's text is lost", line=number
        )
    column = text.find(puzzle) + 1
    if "\n" in puzzle:
        from cpsudoku.board.formats import grid

        record = grid.parse([(number, line) for line in puzzle.splitlines() if line.strip()], reading)
    elif reading.sides(len(puzzle)) is not None and len(puzzle) <= one_line.MAX_CHARACTERS and " " not in puzzle:
        record = reading.record(puzzle, line=number, column=column)
    else:
        record = one_line.row(puzzle, reading, number)
    record.text, record.format, record.line = puzzle, "csv", number
    if 0 <= header.solution < len(fields):
        record.solution, record.solution_error = reading.solution(
            fields[header.solution], record.puzzle.geometry, record.alphabet
        )
    others = [f.strip() for i, f in enumerate(fields) if i not in (header.puzzle, header.solution)]
    record.rest = header.separator.join(others)
    return record


def looks(head: list[str]) -> bool:
    """True where the first line is a header."""
    return bool(head) and header_of(next((line for line in head if _is_header_line(line)), "")) is not None


def write(records: Iterable[Record]) -> Iterator[str]:
    """Header `puzzle,solution,rest`, then a row a record; empty where there is no solution."""
    yield "puzzle,solution,rest\n"
    buffer = io.StringIO()
    table = csv.writer(buffer, lineterminator="\n")
    for record in records:
        side = record.puzzle.geometry.side
        solution = record.alphabet.write(record.solution, side) if record.solution is not None else ""
        table.writerow([record.puzzle.line(record.alphabet), solution, " ".join(record.rest.split())])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


FORMAT = Format(
    name="csv",
    summary="a table with a header: puzzle,solution or quizzes,solutions or question,answer, or a named column",
    extensions=(".csv", ".tsv"),
    looks=looks,
    read=read,
    write=write,
    holds=one_line.HOLDS | {"solution"},
)
