"""Reads the files and texts that operands and options name: puzzles row by row, text files as a whole."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import until
from cpsudoku.cli.terminal import say
from cpsudoku.errors import NotationError, UsageError, file_errors
from cpsudoku.formats import BadRow, PlainRows, Record, open_chunks, read_one
from cpsudoku.formats.reading import shown
from cpsudoku.formats.shaped import read_shaped
from cpsudoku.formats.source import Source, open_source

T = TypeVar("T")
_CELLS = "0123456789."
MOST = 1 << 24
"""Bytes of a file that is read whole."""
MOST_TOML = 1 << 20
TOML_WORDS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a text or a list of texts",
}
"""The kinds of values of a key in TOML, in messages."""


def operands_of(puzzles: list[str] | None, sample: str | None) -> list[str]:
    """The operands, or the path of a shipped sample. Raises UsageError where there are none."""
    from cpsudoku.samples import path_of

    found = [*(puzzles or []), *([str(path_of(sample))] if sample is not None else [])]
    if not found:
        raise UsageError("nothing to read: give files, - for standard input, a puzzle itself, or --sample NAME")
    return found


def chunks_of(
    operands: Iterable[str],
    *,
    geometry: Geometry | None,
    seconds: float | None = None,
    **options: Any,
) -> Iterator[PlainRows | Record | BadRow]:
    """The rows of all operands, one after the other, numbered through.

    Raises NotationError for an unreadable file, UsageError where there is no row at all, and BudgetSpent where a row
    takes longer than *seconds* to read; a pipe may wait for its writer.
    """
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


def check_exist(operands: Iterable[str]) -> None:
    """Raises UsageError for a file that is not there."""
    for operand in operands:
        if operand != "-" and not Path(operand).exists():
            raise UsageError(f"{operand}: no such file")


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


def looks_like_file(operand: str) -> bool:
    """True for `-`, for an existing path, and for a text that can only be a path."""
    if operand == "-" or ("\n" not in operand and len(operand) < 4096 and os.path.exists(operand)):
        return True
    if not operand.strip(_CELLS):
        return False  # no extension and no link consists of these; asking loads every format
    from cpsudoku.formats import format_of_path
    from cpsudoku.formats.one_line import is_link

    if "\n" in operand or operand.lstrip().startswith(("{", "[", "<")) or is_link(operand.strip()):
        return False
    return "/" in operand or operand.endswith((".gz", ".zst", ".parquet")) or format_of_path(operand) is not None


def text_of(option: str, given: str) -> str:
    """The text that an option takes directly, or what the file it names holds. Raises UsageError."""
    return given if not looks_like_file(given) or given == "-" else read_text(f"{option} {given}", Path(given))


def read_text(name: str, path: Path, most: int = MOST) -> str:
    """The text of a file, called *name* in messages. Raises UsageError where it cannot be read or is too large."""
    with file_errors(name), path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise UsageError(f"{name}: larger than {most:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{name}: not a text file") from None


def toml_of(path: Path, text: str) -> dict[str, Any]:
    """The table that a text in TOML holds. Raises UsageError."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise UsageError(f"{path}: not TOML: {problem}") from None
