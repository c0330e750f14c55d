"""The clean set: of each class one unique puzzle, with its right solution; other columns as they were."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cpsudoku.batch.verdicts import answer_block
from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.datasets.parts import COLUMNS, Part, Reader, Splits, paths_of, sources_of
from cpsudoku.errors import NotationError, UsageError, file_errors
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
"""Rows of each source that are read for the names of its columns."""

Row = tuple[Puzzle, bytes, str, dict[str, str]]
"""Puzzle, solution, split, other columns."""


def check_target(path: Path, files: Iterable[str], option: str = "--fix") -> None:
    """Raises UsageError where rows of these files cannot be written there."""
    if not path.name.lower().endswith(ENDINGS):
        raise UsageError(f"{option} {path}: the name must end with one of {', '.join(ENDINGS)}")
    if path.name.lower().endswith(".parquet"):
        library()
    if "-" in files:
        raise UsageError(f"{option}: standard input cannot be read a second time; give files")


def clean(audit: Audit, source: Any, path: str | os.PathLike[str], **options: Any) -> int:
    """Write the clean set of the *source* that was audited; returns its number of rows.

    Left out are unreadable rows, puzzles without exactly one solution, and of puzzles that are the same (moved and
    renamed, where classes were looked at) all but one: the first of the scarcest split, which is `test`, and of the one
    to train on only where no other has it. Solution columns are filled in and put right. *options* as in `audit`.
    Raises UsageError.
    """
    target = Path(path)
    check_target(target, paths_of(source) or ())
    splits = Splits(audit.split_names)
    reader = Reader(splits)
    names = column_names(sources_of(source, splits, **options))
    written = 0
    with file_errors(target), row_writer(target, bool(audit.splits), names) as write:
        spared = np.frombuffer(audit.spared, dtype=bool).copy()
        for finding in audit.findings():
            if finding["finding"] in LEFT_OUT:
                spared[finding["row"]] = True
        for part in reader.parts(sources_of(source, splits, **options)):
            rows = list(_kept(part, spared, reader.names))
            write(rows)
            written += len(rows)
    return written


def column_names(sources: Any) -> list[str]:
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
    others = others_of(part)
    for place, k in enumerate(keep):
        puzzle = Puzzle.trusted(part.cells[size * k : size * k + size], part.geometry, part.constraints)
        yield puzzle, grids[size * place : size * place + size], splits[part.splits[k]], others(k)


def others_of(part: Part) -> Callable[[int], dict[str, str]]:
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


@contextmanager
def row_writer(path: Path, split: bool, names: list[str]) -> Iterator[Callable[[list[Row]], None]]:
    """A function that writes rows into the file, in the form that its name ends with."""
    columns = ["puzzle", "solution", *(["split"] if split else []), *names]
    name = path.name.lower()
    if name.endswith(".parquet"):
        with _parquet_writer(path, columns) as write_table:
            yield lambda rows: write_table([_fields(row, split, names) for row in rows])
        return
    kind = name.removesuffix(".gz").rpartition(".")[2]
    with gzip.open(path, "wt", encoding="utf-8") if name.endswith(".gz") else path.open("w", encoding="utf-8") as file:
        table = GuardedWriter(file)
        if kind == "csv":
            table.row(columns)

        def write(rows: list[Row]) -> None:
            if kind == "txt":
                file.writelines(write_records([row[0] for row in rows], "line"))
            for row in rows if kind != "txt" else ():
                if kind == "csv":
                    table.row(_fields(row, split, names))
                else:
                    print(_json_line(row, split), file=file)

        yield write


@contextmanager
def _parquet_writer(path: Path, columns: list[str]) -> Iterator[Callable[[list[list[str]]], None]]:
    arrow = library()
    schema = arrow.schema([(name, arrow.string()) for name in columns])
    with arrow.parquet.ParquetWriter(str(path), schema) as file:

        def write(rows: list[list[str]]) -> None:
            if rows:
                arrays = [arrow.array(column, arrow.string()) for column in map(list, zip(*rows))]
                file.write_table(arrow.table(dict(zip(columns, arrays)), schema=schema))

        yield write


def _fields(row: Row, split: bool, names: list[str]) -> list[str]:
    """The texts of a table's columns. Raises UsageError for rules that a line does not hold."""
    puzzle, grid, part, others = row
    try:
        line = candidate_text.line_of(puzzle)
    except NotationError as error:
        raise UsageError(f"{error}; for rules beyond houses write a file whose name ends with .jsonl") from None
    solution = DEFAULT.write(grid, puzzle.geometry.side) if grid and puzzle.geometry.layout is None else ""
    return [line, solution, *([part] if split else []), *(others.get(name, "") for name in names)]


def _json_line(row: Row, split: bool) -> str:
    puzzle, grid, part, others = row
    value = json.loads(next(iter(write_records([Record(puzzle, solution=grid or None)], "jsonl"))))
    value |= {"split": part} if part and split else {}
    kept = {name: text for name, text in others.items() if name.lower() not in COLUMNS}
    return json.dumps(kept | value, ensure_ascii=False)
