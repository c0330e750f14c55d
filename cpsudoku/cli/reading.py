"""Operands read: files, texts and samples as rows of puzzles, numbered through, on the board that the options state."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from cpsudoku.board.geometry import Geometry, boxes, parse_size
from cpsudoku.budget import until
from cpsudoku.cli.files import looks_like_file
from cpsudoku.cli.progress import say
from cpsudoku.cli.rules import Stated, shaped, under
from cpsudoku.errors import NotationError, UsageError
from cpsudoku.formats import BadRow, PlainRows, Record, open_chunks, read_one, read_regions
from cpsudoku.formats.reading import shown
from cpsudoku.formats.shaped import read_shaped
from cpsudoku.formats.source import Source, open_source

T = TypeVar("T")


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


def chunks_of(
    operands: Iterable[str],
    *,
    geometry: Geometry | None,
    rules: tuple[Stated, ...] = (),
    seconds: float | None = None,
    **options: Any,
) -> Iterator[PlainRows | Record | BadRow]:
    """The rows of all operands, one after the other, numbered through, under *rules* beside their own.

    Raises NotationError for an unreadable file, UsageError where there is no row at all or a rule fits no board. With
    *seconds* it raises BudgetSpent where the next row takes longer to read; a pipe may wait for its writer.
    """
    chunks = _numbered(operands, geometry, seconds, options)
    return under(chunks, rules) if rules else chunks


def _numbered(
    operands: Iterable[str], geometry: Geometry | None, seconds: float | None, options: dict[str, Any]
) -> Iterator[PlainRows | Record | BadRow]:
    done = 0
    for operand in operands:
        last = 0
        for chunk in _in_time(_opened(operand, geometry, **options), None if _is_pipe(operand) else seconds):
            if isinstance(chunk, PlainRows):
                chunk.first_row += done
                last = chunk.first_row + chunk.count - 1 - done
            else:
                last = chunk.row or last + 1
                chunk.row = last + done
                if isinstance(chunk, Record):
                    warn_of(chunk)
            yield chunk
        done += last
    if not done:
        raise UsageError("no puzzle in the input")


def _opened(
    operand: str, geometry: Geometry | None, *, format: str | None = None, column: str | None = None, **options: Any
) -> Iterator[PlainRows | Record | BadRow]:
    """The rows of one operand."""
    if geometry is not None and geometry.layout is not None and format is None:
        yield from _on_shaped_board(operand, geometry)
    elif looks_like_file(operand):
        yield from open_chunks(operand, geometry=geometry, format=format, column=column, **options)
    elif column is not None:
        raise UsageError(f"--column {column!r} names a column of CSV files; {shown(operand)} is no file")
    else:
        try:
            yield read_one(operand, geometry=geometry, format=format, **options)
        except NotationError as error:
            raise NotationError(f"{error} (and there is no file of that name)") from None


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


def _on_shaped_board(operand: str, board: Geometry) -> Iterator[Record | BadRow]:
    """The puzzles of an operand on a board of a stated shape; a text without a puzzle raises UsageError."""
    file = looks_like_file(operand)
    for record in read_shaped(open_source(operand) if file else Source.of_text(operand), board):
        if isinstance(record, BadRow) and not file:
            raise record.error
        yield record


def warn_of(record: Record) -> None:
    """The warnings of a record on standard error, beside its answer."""
    for message in record.warnings:
        say(f"row {record.row}: warning: {message}")


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
