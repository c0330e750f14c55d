"""The clean set: of each class one unique puzzle, with its right solution; other columns as they were."""

from __future__ import annotations

import gzip
import io
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

import numpy as np

from cpsudoku.batch.verdicts import answer_block
from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.datasets.parts import COLUMNS, Part, Reader, Splits, paths_of, sources_of
from cpsudoku.errors import NotationError, UsageError
from cpsudoku.formats import PlainRows, Record, candidate_text, write_records
from cpsudoku.formats.guarded_csv import GuardedWriter
from cpsudoku.formats.parquet import library
from cpsudoku.questions.verdict import Question

if TYPE_CHECKING:
    from cpsudoku.datasets.front import Audit

ENDINGS = (".csv", ".csv.gz", ".jsonl", ".jsonl.gz", ".parquet", ".txt", ".txt.gz")
LEFT_OUT = ("unreadable", "multiple", "impossible", "unknown")
"""Findings whose rows are left out; wrong solutions are put right."""
PEEKED = 1_000
"""Rows of each source that are asked for the names of its columns."""

Row = tuple[Puzzle, bytes, str, dict[str, str]]
"""Puzzle, solution, split, other columns."""


def checked(path: Path, files: Iterable[str]) -> None:
    """Raises UsageError where the clean set cannot be written there."""
    if not path.name.lower().endswith(ENDINGS):
        raise UsageError(f"--fix {path}: the name must end with one of {', '.join(ENDINGS)}")
    if path.name.lower().endswith(".parquet"):
        library()
    if "-" in files:
        raise UsageError("--fix: standard input cannot be read a second time; give files")


def clean(audit: Audit, source: Any, path: str | os.PathLike[str], **options: Any) -> int:
    """Write the clean set of the *source* that was audited; returns its number of rows.

    Left out are unreadable rows, puzzles without exactly one solution, and of puzzles that are the same (moved and
    renamed, where classes were looked at) all but one: the first of the split to train on, else the first. Solution
    columns are filled in and put right. *options* as in `audit`. Raises UsageError.
    """
    target = Path(path)
    checked(target, paths_of(source) or ())
    splits = Splits(audit.split_names)
    reader = Reader(splits)
    names = _names(sources_of(source, splits, **options))
    made = 0
    with _writer(target, bool(audit.splits), names) as write:
        spared = np.frombuffer(audit.spared, dtype=bool).copy()
        for finding in audit.findings():
            if finding["finding"] in LEFT_OUT:
                spared[finding["row"]] = True
        for part in reader.parts(sources_of(source, splits, **options)):
            rows = list(_kept(part, spared, reader.names))
            write.rows(rows)
            made += len(rows)
    return made


def _names(sources: Any) -> list[str]:
    """The other columns of all sources, as their first rows have them."""
    found: dict[str, None] = {}
    for _, _, rows in sources:
        for item in islice(rows, PEEKED):
            if isinstance(item, PlainRows):
                found.update(dict.fromkeys(item.others(0)))
                break
            if isinstance(item, Record):
                found.update(dict.fromkeys(item.others))
    return [name for name in found if name.strip().lower() not in (*COLUMNS, "puzzle", "solution")]


def _kept(part: Part, spared: Any, splits: list[str]) -> Iterator[Row]:
    if not part.count:
        return
    size = part.geometry.size
    keep = np.flatnonzero(~spared[part.numbers]).tolist()
    cells = b"".join([part.cells[size * k : size * k + size] for k in keep])
    empty = Puzzle.trusted(bytes(size), part.geometry, part.constraints)
    question = Question("bitmask" if empty.houses_only else "sat")
    grids = answer_block(question, part.geometry, cells, part.constraints).grids if keep else b""
    others = _others(part)
    for place, k in enumerate(keep):
        puzzle = Puzzle.trusted(part.cells[size * k : size * k + size], part.geometry, part.constraints)
        yield puzzle, grids[size * place : size * place + size], splits[part.splits[k]], others(k)


def _others(part: Part) -> Any:
    """For the k-th readable row its other columns."""
    starts: list[int] = []
    items: list[PlainRows | Record] = []
    at = 0
    for item in part.rows:
        if isinstance(item, PlainRows | Record):
            starts.append(at)
            items.append(item)
            at += item.count if isinstance(item, PlainRows) else 1

    def of(k: int) -> dict[str, str]:
        place = int(np.searchsorted(starts, k, side="right")) - 1
        item = items[place]
        return item.others(k - starts[place]) if isinstance(item, PlainRows) else dict(item.others)

    return of


class _Rows(Protocol):
    def rows(self, rows: list[Row]) -> None: ...


@contextmanager
def _writer(path: Path, split: bool, names: list[str]) -> Iterator[_Rows]:
    name = path.name.lower()
    try:
        if name.endswith(".parquet"):
            parquet = _Parquet(path, split, names)
            yield parquet
            parquet.close()
            return
        with gzip.open(path, "wt", encoding="utf-8") if name.endswith(".gz") else path.open("w", encoding="utf-8") as f:
            file: Any = f
            kind = name.removesuffix(".gz")
            if kind.endswith(".csv"):
                yield _Table(file, split, names)
            else:
                yield _Jsonl(file, split) if kind.endswith(".jsonl") else _Text(file)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None


def _texts(row: Row) -> tuple[str, str]:
    puzzle, grid, _, _ = row
    try:
        line = candidate_text.line_of(puzzle)
    except NotationError as error:
        raise UsageError(f"--fix: {error}; accepted for rules beyond houses: a name that ends with .jsonl") from None
    return line, DEFAULT.write(grid, puzzle.geometry.side) if grid and puzzle.geometry.layout is None else ""


class _Table:
    def __init__(self, file: IO[str], split: bool, names: list[str]):
        self._buffer = io.StringIO()
        self._file, self._split, self._names = file, split, names
        self._table = GuardedWriter(self._buffer)
        self._table.row(["puzzle", "solution", *(["split"] if split else []), *names])

    def rows(self, rows: list[Row]) -> None:
        for row in rows:
            others = [row[3].get(name, "") for name in self._names]
            self._table.row([*_texts(row), *([row[2]] if self._split else []), *others])
        self._file.write(self._buffer.getvalue())
        self._buffer.seek(0)
        self._buffer.truncate()


class _Jsonl:
    def __init__(self, file: IO[str], split: bool):
        self._file, self._split = file, split

    def rows(self, rows: list[Row]) -> None:
        for puzzle, grid, split, others in rows:
            record = Record(puzzle, solution=grid or None)
            value = json.loads(next(iter(write_records([record], "jsonl"))))
            value |= {"split": split} if self._split and split else {}
            kept = {name: text for name, text in others.items() if name.lower() not in COLUMNS}
            print(json.dumps(kept | value, ensure_ascii=False), file=self._file)


class _Text:
    def __init__(self, file: IO[str]):
        self._file = file

    def rows(self, rows: list[Row]) -> None:
        self._file.writelines(write_records([row[0] for row in rows], "line"))


class _Parquet:
    def __init__(self, path: Path, split: bool, names: list[str]):
        self._arrow = library()
        self._names = ["puzzle", "solution", *(["split"] if split else []), *names]
        self._split, self._others = split, names
        self._schema = self._arrow.schema([(name, self._arrow.string()) for name in self._names])
        self._file = self._arrow.parquet.ParquetWriter(str(path), self._schema)

    def rows(self, rows: list[Row]) -> None:
        if not rows:
            return
        lines = [
            [*_texts(row), *([row[2]] if self._split else []), *(row[3].get(name, "") for name in self._others)]
            for row in rows
        ]
        columns = [self._arrow.array(column, self._arrow.string()) for column in map(list, zip(*lines))]
        self._file.write_table(self._arrow.table(dict(zip(self._names, columns)), schema=self._schema))

    def close(self) -> None:
        self._file.close()
