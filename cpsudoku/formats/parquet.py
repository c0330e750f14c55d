"""Parquet tables, by pyarrow (extra `data`): the columns are found as in CSV, rows come a few thousand at a time.

A puzzle is a text as in the one-line format, or a list of n*n numbers. A row without one is unreadable. Rows are
numbered from 1; there are no lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpsudoku.board.coerce import grid_of
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import ExtraMissing, NotationError, UsageError
from cpsudoku.formats import one_line
from cpsudoku.formats.csv_table import Header
from cpsudoku.formats.format import BadRow, Reading, Record, shown
from cpsudoku.formats.plain import Sorted, runs, sort
from cpsudoku.formats.reading import as_notation
from cpsudoku.formats.record import PlainRows

if TYPE_CHECKING:
    import pyarrow

MAGIC = b"PAR1"
_ROWS = 4096


def is_parquet(path: str) -> bool:
    """True for a file that begins as Parquet does."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False


def library() -> Any:
    """pyarrow. Raises ExtraMissing, which says how to get it."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise ExtraMissing("Parquet needs pyarrow; install it with: pip install 'cpsudoku[data]'") from None
    return pyarrow


def read(path: str, reading: Reading) -> Iterator[PlainRows | Record | BadRow]:
    """Runs of plain rows, and one by one the others. Raises NotationError where the file cannot be read."""
    arrow = library()
    try:
        file = arrow.parquet.ParquetFile(path)
        names = list(file.schema_arrow.names)
    except (OSError, arrow.ArrowException) as error:
        raise NotationError(f"cannot be read: {_first_line(error)}", file=path) from None
    header = Header(names, ",", reading.column)
    if header.puzzle < 0:
        if reading.column is not None:
            raise UsageError(f"column {reading.column!r} is not in {path}; it has: {shown(', '.join(names), 200)}")
        raise NotationError(
            f"no column of puzzles; it has: {shown(', '.join(names), 200)}; name one with --column", file=path
        )
    row = 1
    try:
        for batch in file.iter_batches(batch_size=_ROWS):
            yield from _batch(batch, header, reading, row)
            row += batch.num_rows
    except (OSError, arrow.ArrowException) as error:
        raise NotationError(f"cannot be read after row {row - 1}: {_first_line(error)}", file=path) from None


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__


class TableRows(PlainRows):
    """Plain rows of a batch of a Parquet table."""

    def __init__(self, batch: Batch, first: int, rows: tuple[list[bytes], bytes, bytes | None], **options: Any):
        puzzles, cells, solutions = rows
        super().__init__(puzzles, puzzles, cells, solutions, format="parquet", header=batch.header, **options)
        self._batch = batch, first

    def column(self, name: str) -> list[str] | None:
        """See `PlainRows.column`."""
        batch, first = self._batch
        place = batch.header.place(name)
        return None if place < 0 else [_text(value) for value in batch.values(place)[first : first + self.count]]

    def others(self, index: int) -> dict[str, str]:
        """See `PlainRows.others`."""
        batch, first = self._batch
        return batch.others(first + index)

    def rest(self, index: int) -> str:
        """See `PlainRows.rest`."""
        return ",".join(self.others(index).values())


class Batch:
    """Some rows of a table, a column at a time."""

    def __init__(self, batch: pyarrow.RecordBatch, header: Header):
        self._batch, self.header = batch, header
        self._values: dict[int, list[Any]] = {}

    def values(self, place: int) -> list[Any]:
        """A column as Python values."""
        if place not in self._values:
            self._values[place] = self._batch.column(place).to_pylist()
        return self._values[place]

    def texts(self, place: int) -> list[bytes]:
        """A column as written; empty for what is no text."""
        return [value.encode("utf-8", "replace") if isinstance(value, str) else b"" for value in self.values(place)]

    def others(self, index: int) -> dict[str, str]:
        """The fields of a row beside puzzle and solution."""
        named = enumerate(self.header.names)
        return {name: _text(self.values(place)[index]) for place, name in named if place not in self.header.taken}

    def named(self, index: int) -> dict[str, Any]:
        """The values of a row by the names of their columns, in small letters."""
        return {name: self.values(place)[index] for place, name in enumerate(self.header.folded)}

    def plain(self) -> Sorted:
        """What the plain rows hold."""
        puzzles, solution = self.texts(self.header.puzzle), self.header.solution
        kept = [k for k, text in enumerate(puzzles) if len(text) == 81]
        if solution < 0:
            return sort(kept, [puzzles[k] for k in kept], None)
        stated, texts = self.values(solution), self.texts(solution)
        kept = [k for k in kept if len(texts[k]) == 81 or stated[k] in (None, "")]
        return sort(kept, [puzzles[k] for k in kept], [texts[k] for k in kept])


def _batch(table: Any, header: Header, reading: Reading, row: int) -> Iterator[PlainRows | Record | BadRow]:
    batch = Batch(table, header)
    found = batch.plain() if reading.is_classic and not header.has_rules else Sorted([], [], b"", None)
    for start, end, at in runs(found.kept, table.num_rows):
        if at >= 0:
            board = reading.geometry or CLASSIC
            rows = found.part(at, end - start)
            yield TableRows(batch, start, rows, geometry=board, first_row=row + start, first_line=row + start)
            continue
        for index in range(start, end):
            item = _one(batch, index, row + index, reading)
            item.row = item.line = row + index
            yield item


def _one(batch: Batch, index: int, row: int, reading: Reading) -> Record | BadRow:
    value = batch.values(batch.header.puzzle)[index]
    try:
        if value is None:
            raise NotationError("no puzzle: the field is null")
        if isinstance(value, str) and batch.header.has_rules:
            from cpsudoku.formats import sudoku_bench

            record = sudoku_bench.of_row(value, batch.named(index), reading)
        elif isinstance(value, str):
            record = one_line.row(value, reading, 0)
        else:
            record = Record(_listed(value, reading))
        record.format, record.text = "parquet", str(value)
        if batch.header.solution >= 0:
            claimed = batch.values(batch.header.solution)[index]
            if claimed is not None and not isinstance(claimed, str):
                claimed = " ".join(map(str, claimed)) if len(claimed) > 81 else "".join(map(str, claimed))
            if claimed:
                record.solution, record.solution_error = reading.solution(
                    claimed, record.puzzle.geometry, record.alphabet
                )
        record.others = batch.others(index)
        record.rest = record.rest or ",".join(record.others.values())
        return record
    except NotationError as error:
        named = NotationError(f"row {row}: {error.reason}", file=reading.file)
        return BadRow(named, row, row, "" if value is None else str(value))


def _listed(value: Any, reading: Reading) -> Puzzle:
    """The puzzle of a list of n*n numbers, or of n lists of n."""
    if isinstance(value, list) and value and not isinstance(value[0], list):
        side = round(len(value) ** 0.5)
        if side * side != len(value):
            raise NotationError(f"{len(value)} numbers; a board has n*n cells")
        value = [value[at : at + side] for at in range(0, len(value), side)]
    with as_notation():
        return Puzzle.trusted(*grid_of(value, reading.geometry))


def _text(value: Any) -> str:
    return "" if value is None else str(value)
