"""What the commands share: options, reading operands, writing answers, progress, exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from cpsudoku.board.geometry import Geometry, boxes, parse_size
from cpsudoku.budget import Limits, until
from cpsudoku.cli.operands import looks_like_file, text_of
from cpsudoku.cli.options import (
    LONGEST,
    SEEDS,
    AlphabetName,
    Column,
    Conflicts,
    Csv,
    Dask,
    EncodingName,
    Engine,
    Extra,
    Format,
    Jobs,
    JsonLines,
    Operands,
    OptionalOperands,
    Output,
    Quiet,
    Regions,
    Seed,
    Simplify,
    Size,
    Timeout,
)
from cpsudoku.cli.output import CSV, JSONL, PARQUET, TEXT, form_of, json_line, output, row_writer, same_file
from cpsudoku.cli.progress import erase, progress
from cpsudoku.cli.rules import Board, Digits, Rule, RulesFile, Stated, rules_of, shaped, under
from cpsudoku.errors import NotationError, UsageError
from cpsudoku.formats import BadRow, PlainRows, Record, open_chunks, read_one, read_regions
from cpsudoku.formats.reading import shown
from cpsudoku.formats.shaped import read_shaped
from cpsudoku.formats.source import Source, open_source

OK, FINDING, USAGE, UNKNOWN = 0, 1, 2, 3
"""Exit codes."""


def worst(codes: Iterable[int]) -> int:
    """The exit code of a run in which these happened: wrong usage before a finding before a limit."""
    found = set(codes)
    return next((code for code in (USAGE, FINDING, UNKNOWN) if code in found), OK)


T = TypeVar("T")

__all__ = [
    "CSV",
    "JSONL",
    "LONGEST",
    "PARQUET",
    "SEEDS",
    "TEXT",
    "AlphabetName",
    "Board",
    "Column",
    "Conflicts",
    "Csv",
    "Dask",
    "Digits",
    "EncodingName",
    "Engine",
    "Extra",
    "Format",
    "Jobs",
    "JsonLines",
    "Operands",
    "OptionalOperands",
    "Output",
    "Quiet",
    "Regions",
    "Rule",
    "RulesFile",
    "Seed",
    "Simplify",
    "Size",
    "Stated",
    "Timeout",
    "form_of",
    "json_line",
    "looks_like_file",
    "output",
    "progress",
    "row_writer",
    "rules_of",
    "same_file",
    "singly",
    "text_of",
    "under",
]


def geometry_of(
    size: str | None, regions: Path | None, extra: str | None, board: str | None = None, digits: str | None = None
) -> Geometry | None:
    """The board the options name; None where they leave it to the input. Raises GeometryError, UsageError."""
    extras = tuple(word.strip() for word in extra.split(",") if word.strip()) if extra else ()
    if board is not None:
        if size is not None or extras:
            raise UsageError(
                "--board excludes --size and --extra: state its regions by --regions, other rules by --rule"
            )
        return shaped(board, digits, regions)
    if digits is not None:
        raise UsageError(f"--digits {digits} belongs to --board: add --board RxC")
    if regions is not None:
        if size is not None:
            raise UsageError("--size and --regions exclude each other: a region map has its own size")
        return read_regions(regions, extras=extras)
    if size is not None:
        rows, columns = parse_size(size)
        return Geometry(rows, columns, None, extras) if extras else boxes(rows, columns)
    return Geometry(extras=extras) if extras else None


def operands_of(puzzles: list[str] | None, sample: str | None) -> list[str]:
    """What to read: the operands, or the path of a shipped sample. Raises UsageError where there is nothing."""
    from cpsudoku.samples import path_of

    found = [*(puzzles or []), *([str(path_of(sample))] if sample is not None else [])]
    if not found:
        raise UsageError("nothing to read: give files, - for standard input, a puzzle itself, or --sample NAME")
    return found


def form_chosen(*, jsonl: bool = False, as_csv: bool = False) -> str | None:
    """The form that `--jsonl` or `--csv` names."""
    return JSONL if jsonl else CSV if as_csv else None


def limits_of(timeout: float | None, conflicts: int | None = None) -> Limits:
    """The limits the options name."""
    return Limits(timeout, conflicts)


def chunks_of(
    operands: Iterable[str], *, rules: tuple[Stated, ...] = (), **options: Any
) -> Iterator[PlainRows | Record | BadRow]:
    """The rows of all operands, one after the other, numbered through, under *rules* beside their own.

    Raises NotationError for an unreadable file, UsageError where there is no row at all or a rule fits no board. With
    *seconds* it raises BudgetSpent where the next row takes longer to read; a pipe may wait for its writer.
    """
    chunks = _chunks_of(operands, **options)
    return under(chunks, rules) if rules else chunks


def _chunks_of(
    operands: Iterable[str],
    *,
    geometry: Geometry | None,
    format: str | None = None,
    alphabet: str | None = None,
    column: str | None = None,
    seconds: float | None = None,
) -> Iterator[PlainRows | Record | BadRow]:
    done = 0
    for operand in operands:
        last = 0
        within = None if _is_pipe(operand) else seconds
        if geometry is not None and geometry.layout is not None and format is None:
            for record in _in_time(shaped_records(operand, geometry), within):
                last = record.row
                record.row += done
                yield record
        elif looks_like_file(operand):
            opened = open_chunks(operand, geometry=geometry, format=format, alphabet=alphabet, column=column)
            for chunk in _in_time(opened, within):
                if isinstance(chunk, PlainRows):
                    chunk.first_row += done
                    last = chunk.first_row + chunk.count - 1 - done
                else:
                    last = chunk.row or last + 1
                    chunk.row = last + done
                    if isinstance(chunk, Record):
                        warn_of(chunk)
                yield chunk
        else:
            last = 1
            if column is not None:
                raise UsageError(f"--column {column!r} names a column of CSV files; {shown(operand)} is no file")
            try:
                with until(None if within is None else perf_counter() + within):
                    record = read_one(operand, geometry=geometry, format=format, alphabet=alphabet)
            except NotationError as error:
                raise NotationError(f"{error} (and there is no file of that name)") from None
            record.row = done + 1
            warn_of(record)
            yield record
        done += last
    if not done:
        raise UsageError("no puzzle in the input")


def _is_pipe(operand: str) -> bool:
    return operand == "-" or (looks_like_file(operand) and os.path.exists(operand) and not os.path.isfile(operand))


def _in_time(items: Iterator[T], seconds: float | None) -> Iterator[T]:
    """*items*, each of which must come within *seconds*, where there are any. Raises BudgetSpent."""
    if seconds is None:
        yield from items
        return
    while True:
        with until(perf_counter() + seconds):
            try:
                item = next(items)
            except StopIteration:
                return
        yield item


def shaped_records(operand: str, board: Geometry) -> Iterator[Record | BadRow]:
    """The puzzles of an operand on a board of a stated shape; a text without a puzzle raises UsageError."""
    file = looks_like_file(operand)
    for record in read_shaped(open_source(operand) if file else Source.of_text(operand), board):
        if isinstance(record, BadRow) and not file:
            raise record.error
        yield record


def warn_of(record: Record) -> None:
    """The warnings of a record on standard error, beside whatever is answered about it."""
    for message in record.warnings:
        say(f"row {record.row}: warning: {message}")


def records_of(operands: Iterable[str], **options: Any) -> Iterator[Record | BadRow]:
    """As `chunks_of`, row by row."""
    return singly(chunks_of(operands, **options))


def singly(chunks: Iterable[PlainRows | Record | BadRow]) -> Iterator[Record | BadRow]:
    """The rows of chunks, one by one."""
    for chunk in chunks:
        if isinstance(chunk, PlainRows):
            yield from chunk
        else:
            yield chunk


def rows_expected(operands: Iterable[str]) -> int | None:
    """How many rows one-line files hold, counted in small files and estimated in large ones; else None."""
    total = 0
    for operand in operands:
        if not looks_like_file(operand):
            total += 1
            continue
        rows = None if operand == "-" or operand.endswith((".gz", ".zst")) else _rows_of(operand)
        if rows is None:
            return None
        total += rows
    return total


COUNTED = 1 << 24
"""Bytes of a file whose lines are counted; a larger one is measured by its beginning."""


def _rows_of(path: str) -> int | None:
    """Lines that can hold a puzzle; None where the file is not one of such lines."""
    try:
        with open(path, "rb") as file:
            data = file.read(COUNTED)
            size = os.fstat(file.fileno()).st_size
    except OSError:
        return None
    lines = [line for line in data.splitlines() if line.strip() and not line.startswith(b"#")]
    rows = sum(_cells(line) for line in lines)
    if 2 * rows < len(lines) or not rows:
        return None  # grids or a document: several lines a puzzle
    return rows if len(data) >= size else rows * size // len(data)


def _cells(line: bytes) -> bool:
    """True for a line with as many clues and holes as the smallest board has cells."""
    return len(line) - len(line.translate(None, b"0123456789.")) >= 16


def say(message: str, quiet: bool = False) -> None:
    """A remark on standard error; where that cannot be written there is nobody to tell."""
    if not quiet:
        erase()
        with suppress(OSError):
            print(message, file=sys.stderr)


def table(
    columns: list[str], rows: Iterable[Iterable[object]], title: str | None = None, right: Iterable[int] = ()
) -> str:
    """A table as text: as wide as it needs off a terminal, fitted to it on one. *right* are right-aligned columns."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    grid = Table(title=title, box=box.SIMPLE, title_justify="left", pad_edge=False)
    aligned = set(right)
    for index, name in enumerate(columns):
        grid.add_column(name, justify="right" if index in aligned else "left", overflow="fold")
    for row in rows:
        grid.add_row(*map(str, row))
    terminal = sys.stdout.isatty()
    console = Console(width=None if terminal else 500, color_system="auto" if terminal else None, highlight=False)
    with console.capture() as capture:
        console.print(grid)
    return "\n".join(line.rstrip() for line in capture.get().splitlines()).strip("\n")
