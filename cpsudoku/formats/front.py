"""The front of the formats: choosing one, reading one puzzle or a stream, writing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import PurePath
from typing import Any, TypedDict, Unpack

from cpsudoku.board.alphabet import DEFAULT, Alphabet, alphabet_named
from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import GeometryError, NotationError
from cpsudoku.formats.format import BadRow, Format, Reading, Record, Rows, Source, shown, unfit
from cpsudoku.formats.reading import ACCEPTED
from cpsudoku.formats.record import PlainRows
from cpsudoku.formats.registry import fitting, format_in, format_named
from cpsudoku.formats.shaped import read_shaped
from cpsudoku.formats.source import decoded, open_source

_HEAD = 1 << 16
_TABLE = DEFAULT.table(9)
_DIGITS = bytes(range(10))
AUTO = "auto"
_PLAIN = frozenset(["line", "integers", "grid"])
"""Formats that state no board; on a board of a stated shape `shaped` reads such a text."""


def format_of_path(path: str) -> Format | None:
    """The format that goes with a file name's extension (.gz and .zst set aside), None where there is none."""
    name = PurePath(path)
    extension = (PurePath(name.stem) if name.suffix.lower() in (".gz", ".zst") else name).suffix.lower()
    if not extension:
        return None
    line = format_in("one_line")  # tried first: the others take longer to load
    if extension in line.extensions:
        return line
    return next((f for f in _formats().values() if extension in f.extensions), None)


def read_puzzle(
    text: str, geometry: Geometry | None, format: str | None, alphabet: str | None, file: str | None = None
) -> Puzzle:
    """`Puzzle.parse`: the one puzzle in a text. A CpSudokuWarning says where rules may be missing."""
    record = read_one(text, file=file, geometry=geometry, format=format, alphabet=alphabet)
    if record.warnings:
        from cpsudoku.formats.prose import warn

        warn(record)
    return record.puzzle


def load_puzzle(
    path: str | PurePath, geometry: Geometry | None = None, format: str | None = None, alphabet: str | None = None
) -> Puzzle:
    """`Puzzle.load`: the one puzzle in a file. Raises NotationError."""
    source = open_source(str(path))
    try:
        return read_puzzle(source.text(), geometry, format, alphabet, source.file)
    except NotationError as error:
        raise error.at(file=source.file) from None


def read_one(
    text: str,
    *,
    file: str | None = None,
    geometry: Geometry | None = None,
    format: str | None = None,
    alphabet: str | Alphabet | None = None,
    lossy: bool = False,
) -> Record:
    """The one puzzle in *text*. Raises NotationError where there is none, or more than one, or two ways to read it.

    Without *geometry* the board follows from the number of cells; without *format* and *alphabet* they are detected,
    and `Record.assumed` says where that was a choice; the extension of *file*, the name of the text's file, helps. A
    second grid that is a map of contiguous regions makes the first a jigsaw. UnknownName for a format or alphabet that
    is in no registry.
    """
    if len(text) == 81 and format is None and alphabet is None and text.isascii():
        cells = text.encode().translate(_TABLE)
        if not cells.translate(None, _DIGITS) and (geometry is None or geometry.side == 9):
            return Record(Puzzle.trusted(cells, CLASSIC if geometry is None else geometry), 1, 1, text, format="line")
    reading = _reading(file, geometry=geometry, alphabet=alphabet, lossy=lossy)
    if not text.strip():
        raise NotationError(f"empty text; {ACCEPTED}")
    source = Source.of_text(text, file=file)
    chosen = _chosen(source, format, file)
    rows = chosen.records(source, reading)
    if geometry is not None and geometry.layout is not None and format is None and chosen.name in _PLAIN:
        rows = read_shaped(source, geometry)
    found = list(islice(rows, 3))
    if len(found) == 2 and isinstance(found[0], Record) and isinstance(found[1], Record) and geometry is None:
        found = found[: 1 if _is_mapped(found[0], found[1]) else 2]
    if not found:
        raise NotationError(f"{shown(text.strip())}: no puzzle in this text; {ACCEPTED}")
    first = found[0]
    if isinstance(first, BadRow):
        if file is None and len(text) < 260 and format_of_path(text):
            raise NotationError(f"{first.error.reason}; for a file: Puzzle.load({text!r}), or a pathlib.Path")
        raise first.error
    if len(found) > 1:
        second = found[1]
        if isinstance(second, BadRow):
            raise second.error
        raise NotationError(
            f"more than one puzzle in this text: {shown(first.puzzle.line())} and {shown(second.puzzle.line())}",
            line=second.line,
        )
    first.row = 1
    return first


def _is_mapped(record: Record, second: Record) -> bool:
    """Make the record a jigsaw where the second is a map of contiguous regions for it; False where it is none."""
    if 0 in second.puzzle.cells or len(second.puzzle.cells) != len(record.puzzle.cells):
        return False
    try:
        board = Geometry.jigsaw(second.puzzle.cells)
    except GeometryError:
        return False
    if not board.scattered_regions():
        record.puzzle = Puzzle.trusted(record.puzzle.cells, board)
    return record.puzzle.geometry is board


class Options(TypedDict, total=False):
    """The options of a stream: the board (None: it follows from the text), format and alphabet (None: detected), the
    column of a table; *lossy*: what a Record cannot hold is left out, else the row is refused."""

    geometry: Geometry | None
    format: str | None
    alphabet: str | Alphabet | None
    column: str | None
    lossy: bool


def read_records(stream: Any, *, file: str | None = None, **options: Unpack[Options]) -> Rows:
    """The puzzles of an open binary or text stream, or of an iterable of lines, one after another.

    Lazy and in bounded memory. A row that cannot be read is a BadRow and the run goes on; NotationError is raised
    only where the stream itself fails. *file* is the name for messages and for its extension.
    """
    return singly(read_chunks(stream, file=file, **options))


def read_chunks(
    stream: Any, *, file: str | None = None, **options: Unpack[Options]
) -> Iterator[PlainRows | Record | BadRow]:
    """As `read_records`, but plain 9x9 rows come in runs (PlainRows: cells of many rows in one bytes), in order."""
    from cpsudoku.formats import csv_table, one_line, plain

    source = stream if isinstance(stream, Source) else Source(stream, file=file)
    reading, format = _reading(source.file, **options), options.get("format")
    by_column = reading.column is not None and format is None
    chosen = format_named("csv") if by_column else _chosen(source, format, source.file)
    if reading.is_classic and chosen in (one_line.FORMAT, csv_table.FORMAT):
        header = csv_table.first_header(source, reading) if chosen is csv_table.FORMAT else None
        if header is None:
            yield from plain.read(source, reading, plain.cut_lines, one_line.row, chosen.name)
            return
        if (
            header.puzzle >= 0
            and not header.has_rules
            and not csv_table.goes_over_lines(source.head(), header, reading)
        ):
            careful = csv_table.row_reader(header)
            yield from plain.read(source, reading, plain.cut_table(header), careful, chosen.name, header)
            return
    for row, item in enumerate(chosen.records(source, reading), start=1):
        item.row = row
        yield item


def open_records(path: str, **options: Unpack[Options]) -> Rows:
    """`read_records` of a file, gzipped or not, or of a Parquet table; `-` is standard input.

    Raises NotationError where it cannot.
    """
    return singly(open_chunks(path, **options))


def singly(chunks: Iterable[PlainRows | Record | BadRow]) -> Rows:
    for chunk in chunks:
        if isinstance(chunk, PlainRows):
            yield from chunk
        else:
            yield chunk


def open_chunks(path: str, **options: Unpack[Options]) -> Iterator[PlainRows | Record | BadRow]:
    """`read_chunks` of a file, gzipped or not, or of a Parquet table; `-` is standard input.

    Raises NotationError where it cannot.
    """
    from cpsudoku.formats import parquet

    if options.get("format") is None and path != "-" and parquet.is_parquet(path):
        return parquet.read(path, _reading(path, **options))
    return read_chunks(open_source(path), **options)


class PuzzleFile(Iterator[Puzzle]):
    """The puzzles of a file, read one after another; see `load_many`."""

    def __init__(self, path: str | PurePath, **options: Unpack[Options]):
        self._path, self._options = str(path), options
        self._rows = open_records(self._path, **options)
        self._begun = False

    def __iter__(self) -> PuzzleFile:
        return self

    def __next__(self) -> Puzzle:
        self._begun = True
        row = next(self._rows)
        if isinstance(row, BadRow):
            raise row.error.at(file=self._path)
        return row.puzzle

    def chunks(self) -> Iterator[PlainRows | Record | BadRow]:
        """What is left, as `read_chunks` has it where no puzzle was taken yet, else row by row."""
        return self._rows if self._begun else open_chunks(self._path, **self._options)


def load_many(
    path: str | PurePath,
    geometry: Geometry | None = None,
    *,
    format: str | None = None,
    alphabet: str | None = None,
    column: str | None = None,
) -> PuzzleFile:
    """The puzzles of a file of any format, gzipped or not, or of a Parquet table, one after another.

    The options are those of `Puzzle.load`; *column* is that of the puzzles in a table. The file is read as puzzles are
    taken, so it may be of any size. NotationError is raised at a row without a puzzle, and where the file cannot be
    read. The functions for many puzzles take such a file, too: `verify_many(load_many("puzzles.csv"))`; those that
    have an answer for a row without a puzzle give it.
    """
    return PuzzleFile(path, geometry=geometry, format=format, alphabet=alphabet, column=column)


def write_records(records: Iterable[Record | Puzzle], format: str | Format) -> Iterator[str]:
    """Pieces of text that hold the records in a format; concatenated they are the file.

    Raises NotationError for a board of a side that the format does not have.
    """
    chosen = format if isinstance(format, Format) else format_named(format)
    return chosen.write(_held(item, chosen) for item in records)


def _held(item: Record | Puzzle, chosen: Format) -> Record:
    """The record of an item; UsageError for a puzzle that the format cannot state."""
    record = Record(item) if isinstance(item, Puzzle) else item
    puzzle = record.puzzle
    if puzzle.geometry.side not in chosen.sides:
        raise NotationError(unfit(record, chosen))
    if record is item:
        return record
    unsaid = tuple(chosen.unsaid(puzzle))
    if unsaid or (puzzle.geometry.layout is not None and unfit(record, chosen)):
        Puzzle.trusted(puzzle.cells, puzzle.geometry, unsaid).must_be_houses_only(f"format {chosen.name}")
    return record


def _formats() -> dict[str, Format]:
    from cpsudoku.formats.registry import FORMATS  # loads them all

    return FORMATS


def _reading(file: str | None, **options: Unpack[Options]) -> Reading:
    alphabet = options.get("alphabet")
    if isinstance(alphabet, str):
        alphabet = alphabet_named(alphabet)
    return Reading(options.get("geometry"), alphabet, options.get("column"), file, options.get("lossy", False))


def _chosen(source: Source, name: str | None, file: str | None) -> Format:
    """The format of this *name*, else the first that fits the content; that of a file name first, if the content fits.

    The extension .txt is not evidence: files of every format have it.
    """
    if name is not None and name.lower() != AUTO:
        return format_named(name)
    head = _significant(source.head())
    if not _decisive(head):
        head = _significant(source.head(_HEAD))
    by_name = format_of_path(file) if file else None
    if by_name not in (None, format_in("one_line")) and head and by_name.sniff(head):
        return by_name
    return fitting(head) or format_in("one_line" if len(head) < 2 else "grid")


def _significant(raw: bytes) -> list[str]:
    """The first lines that are not blank, none cut short: as many as begin within a mebibyte."""
    lines = []
    size = 0
    for line in raw.splitlines()[:400]:
        text = decoded(line)
        if text.strip():
            lines.append(text)
        size += len(line)
        if size > 1 << 20:
            break
    return lines


def _decisive(head: list[str]) -> bool:
    """True where the first row alone settles the format: a one-line puzzle of 36 cells or more."""
    return any(len(line.split()[0]) >= 36 and format_in("one_line").sniff([line]) for line in head[:1])
