"""The input of a user's program as the rows of a reader: runs of plain texts and arrays stay together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count, groupby, islice
from typing import Any

from cpsudoku.batch.blocks import BLOCK
from cpsudoku.batch.tables import boards_of, is_array
from cpsudoku.board.alphabet import DEFAULT, UNREADABLE
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.errors import NotationError, UsageError, WrongInput
from cpsudoku.formats import BadRow, PlainRows, PuzzleFile, Record, read_one

_TABLE = DEFAULT.table(9)


def rows_of(puzzles: Iterable[PuzzleLike]) -> Iterator[PlainRows | Record | BadRow]:
    """Puzzles as reader rows; runs of plain 81-character strings stay together, a few at first, and arrays."""
    if is_array(puzzles):
        yield from _array_rows(puzzles)
        return
    if isinstance(puzzles, PuzzleFile):
        yield from puzzles.chunks()
        return
    stream = iter(puzzles)
    row, cut = 1, 1
    while part := list(islice(stream, cut)):
        yield from _rows_in(part, row)
        row += len(part)
        cut = min(BLOCK, 2 * cut)


def readable(puzzles: Iterable[PuzzleLike], refused: Callable[[Puzzle], str]) -> Iterator[PlainRows | Record]:
    """The same where some puzzles are not supported: *refused* gives the reason, "" for a supported one.

    Raises NotationError at a text that is no puzzle, UsageError at a puzzle that is refused.
    """
    for item in rows_of(puzzles):
        if isinstance(item, BadRow):
            raise item.error
        if isinstance(item, Record):
            why = refused(item.puzzle)
            if why:
                raise UsageError(why)
        yield item


def _array_rows(given: Any) -> Iterator[PlainRows | Record]:
    for at in range(0, len(given), BLOCK):
        try:
            cells, geometry, number = boards_of(given[at : at + BLOCK])
        except NotationError as error:
            raise WrongInput(f"from puzzle {at + 1} on: {error.reason}") from None
        if geometry is CLASSIC:
            plain = PlainRows.of_lines(cells.translate(_SHOWN), cells)
            plain.first_row = at + 1
            yield plain
        else:
            size = geometry.size
            for k in range(number):
                yield Record(Puzzle.trusted(cells[k * size : k * size + size], geometry), at + k + 1)


_SHOWN = bytes.maketrans(bytes(range(10)), b".123456789")


def _rows_in(part: list[PuzzleLike], row: int) -> Iterator[PlainRows | Record | BadRow]:
    """As one run where every item is a plain string; else its runs and the others one by one."""
    plain = _plain(part)
    if plain is not None:
        plain.first_row = row
        yield plain
        return
    for is_text, run in groupby(part, _is_line):
        items = list(run)
        plain = _plain(items) if is_text and len(items) < len(part) else None
        if plain is not None:
            plain.first_row = row
            yield plain
        else:
            yield from map(_record, items, count(row))
        row += len(items)


def _is_line(item: PuzzleLike) -> bool:
    return isinstance(item, str) and len(item) == 81


def _plain(part: list[PuzzleLike]) -> PlainRows | None:
    """A run of plain 9x9 rows; None where one of them is something else."""
    try:
        text = "".join(part)  # type: ignore[arg-type]
    except TypeError:
        return None
    if len(text) != 81 * len(part) or not text.isascii() or set(map(len, part)) != {81}:  # type: ignore[arg-type]
        return None
    raw = text.encode()
    cells = raw.translate(_TABLE)
    return None if UNREADABLE in cells else PlainRows.of_lines(raw, cells)


def _record(given: PuzzleLike, row: int) -> Record | BadRow:
    try:
        if isinstance(given, str):
            record = read_one(given)
        else:
            record = Record(Puzzle.of(given))
    except NotationError as error:
        return BadRow(error, row, text=given if isinstance(given, str) else "")
    except WrongInput as error:
        raise WrongInput(f"item {row}: {error}") from None
    record.row = row
    if record.warnings:
        from cpsudoku.formats.prose import warn

        warn(record)
    return record
