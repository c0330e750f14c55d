"""Parquet tables, by pyarrow (extra `data`): the columns are found as in CSV, rows come a few thousand at a time.

A puzzle is a text as in the one-line format, or a list of n*n numbers. A row without one is unreadable. Rows are
numbered from 1; there are no lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpsudoku.board.alphabet import DEFAULT, UNREADABLE
from cpsudoku.board.coerce import grid_of
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import CpSudokuError, ExtraMissing, NotationError, UsageError
from cpsudoku.formats import one_line
from cpsudoku.formats.csv_table import Header
from cpsudoku.formats.plain import applies
from cpsudoku.formats.reading import Reading, shown
from cpsudoku.formats.record import BadRow, PlainRows, Record

if TYPE_CHECKING:
    import pyarrow

MAGIC = b"PAR1"
_ROWS = 4096
_TABLE = DEFAULT.table(9)
_NO_SOLUTION = b"0" * 81


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

    def __init__(self, batch: Batch, first: int, last: int, **options: Any):
        puzzles = batch.texts(batch.header.puzzle)[first:last]
        super().__init__(puzzles, puzzles, format="parquet", header=batch.header, **options)
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
        self._texts: dict[int, list[bytes]] = {}

    def values(self, place: int) -> list[Any]:
        """A column as Python values."""
        if place not in self._values:
            self._values[place] = self._batch.column(place).to_pylist()
        return self._values[place]

    def texts(self, place: int) -> list[bytes]:
        """A column as written; empty for what is no text."""
        if place not in self._texts:
            self._texts[place] = self._as_texts(place)
        return self._texts[place]

    def _as_texts(self, place: int) -> list[bytes]:
        return [value.encode("utf-8", "replace") if isinstance(value, str) else b"" for value in self.values(place)]

    def others(self, index: int) -> dict[str, str]:
        """The fields of a row beside puzzle and solution."""
        named = enumerate(self.header.names)
        return {name: _text(self.values(place)[index]) for place, name in named if place not in self.header.taken}

    @cached_property
    def plain(self) -> tuple[list[bool], bytes, bytes | None]:
        """Which rows are plain; their cells and solutions (zeros for the others)."""
        import numpy as np

        puzzles = self.texts(self.header.puzzle)
        good = np.array([len(text) == 81 for text in puzzles], dtype=bool)
        cells = _cells([text if len(text) == 81 else _NO_SOLUTION for text in puzzles])
        good &= ~(cells == UNREADABLE).any(1)
        solutions = None
        if self.header.solution >= 0:
            stated = self.values(self.header.solution)
            texts = self.texts(self.header.solution)
            claimed = _cells([text if len(text) == 81 else _NO_SOLUTION for text in texts])
            empty = np.array([value is None or value == "" for value in stated], dtype=bool)
            good &= empty | ~((claimed == UNREADABLE) | (claimed == 0)).any(1)
            solutions = claimed.tobytes()
        return good.tolist(), cells.tobytes(), solutions


def _cells(texts: list[bytes]) -> Any:
    import numpy as np

    return np.frombuffer(b"".join(texts).translate(_TABLE), dtype=np.uint8).reshape(-1, 81)


def _batch(table: Any, header: Header, reading: Reading, row: int) -> Iterator[PlainRows | Record | BadRow]:
    batch = Batch(table, header)
    good, cells, solutions = batch.plain
    if not applies(reading):
        good = [False] * len(good)
    first = 0
    while first < len(good):
        last = first + 1
        while last < len(good) and good[last] == good[first]:
            last += 1
        if good[first]:
            yield TableRows(
                batch,
                first,
                last,
                cells=cells[81 * first : 81 * last],
                solutions=None if solutions is None else solutions[81 * first : 81 * last],
                first_row=row + first,
                first_line=row + first,
                geometry=reading.geometry or CLASSIC,
            )
        else:
            for index in range(first, last):
                item = _one(batch, index, row + index, reading)
                item.row = item.line = row + index
                yield item
        first = last


def _one(batch: Batch, index: int, row: int, reading: Reading) -> Record | BadRow:
    value = batch.values(batch.header.puzzle)[index]
    try:
        if value is None:
            raise NotationError("no puzzle: the field is null")
        if isinstance(value, str):
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
    try:
        return Puzzle.trusted(*grid_of(value, reading.geometry))
    except CpSudokuError as error:
        raise NotationError(str(error)) from None


def _text(value: Any) -> str:
    return "" if value is None else str(value)
