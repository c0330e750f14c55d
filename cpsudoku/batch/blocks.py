"""Streams of rows cut into blocks: consecutive puzzles of one board and the same constraints, their cells in one bytes.

A block has as many puzzles as take a moment, be they easy or hard (`Pace`). A worker process gets a block and gives
back bytes and arrays, too. Objects are made from them only when they are used.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from operator import methodcaller
from typing import Any, Generic, TypeVar

from cpsudoku.batch.parallel import NO_HINTS, Hints, described, in_order, singly
from cpsudoku.batch.tables import Columns, Many
from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.formats import BadRow, PlainRows, Record
from cpsudoku.questions.verdict import Invalid

Constraints = tuple[Any, ...]
"""A puzzle's rules that are not houses, placed on its board."""
Cells = tuple[Geometry, bytes, Constraints]
Sent = Cells | list[Record | BadRow]
"""What a worker gets of a block: its cells; or its rows, where these say more."""
BLOCK = 512
"""Puzzles a block at most: little memory."""
AIM = 0.05
"""Seconds a piece should take: much more than handing it to a process costs, and little to wait for at the end."""
T = TypeVar("T")
R = TypeVar("R")
A = TypeVar("A")


class Pace:
    """The size of the next piece: 1 at first, then the number of puzzles that take about `AIM` at the speed so far.

    It at most doubles, up to *most*, and shrinks at once. The answers do not depend on it.
    """

    def __init__(self, most: int):
        self.most, self.size = most, 1

    def took(self, count: int, seconds: float) -> None:
        """Record that a piece of *count* puzzles took this long."""
        if count:
            fits = int(count * AIM / max(seconds, 1e-9))
            self.size = max(1, min(self.most, 2 * max(count, self.size), fits))


@dataclass(frozen=True, slots=True)
class Timed(Generic[T, R]):
    """Work that measures itself: (seconds, result). Picklable if the work is."""

    work: Callable[[T], R]

    def __call__(self, item: T) -> tuple[float, R]:
        began = time.perf_counter()
        found = self.work(item)
        return time.perf_counter() - began, found


def paced(
    work: Callable[[T], R],
    items: Iterable[T],
    pace: Pace,
    count: Callable[[T], int],
    jobs: int,
    dask: str | None = None,
    hints: Hints[T] = NO_HINTS,
    alone: Callable[[T], R] | None = None,
) -> Iterator[tuple[T, R]]:
    """As `in_order`; it reports to *pace* the time of each item, which has *count* puzzles.

    *items* must be cut lazily by the pace. This process works too until its workers have started, where pieces are
    small.
    """
    timed: Timed[T, R] = Timed(work)
    apart: Timed[T, R] = Timed(alone or work)
    for item, (seconds, found) in in_order(timed, items, jobs, dask, replace(hints, lend=pace.most > 1), apart):
        pace.took(count(item), seconds)
        yield item, found


@dataclass(frozen=True, slots=True)
class _EachRow(Generic[R]):
    """What a worker does to some rows. Picklable if the work is."""

    work: Callable[[Record], R]

    def __call__(self, chunk: list[Record | BadRow]) -> list[R | None]:
        return [None if isinstance(row, BadRow) else self.work(row) for row in chunk]


def row_by_row(
    work: Callable[[Record], R],
    rows: Iterable[Record | BadRow],
    most: int,
    jobs: int,
    dask: str | None,
    alone: Callable[[Record], R] | None = None,
) -> Iterator[tuple[Record | BadRow, R | None]]:
    """(row, work(row)) in order, None for a row that could not be read; workers get up to *most* rows at once.

    *alone*: the same work where there is one piece only, as in `in_order`.
    """
    pace = Pace(most)
    for chunk, answers in paced(
        _EachRow(work), chunks(rows, pace), pace, len, jobs, dask, alone=_EachRow(alone or work)
    ):
        yield from zip(chunk, answers, strict=True)


def chunks(rows: Iterable[T], pace: Pace) -> Iterator[list[T]]:
    """Consecutive items, as many together as *pace* says."""
    stream = iter(rows)
    while chunk := list(islice(stream, pace.size)):
        yield chunk


class Block:
    """Consecutive puzzles of one geometry, under the same constraints, with what is needed to report them.

    Unreadable rows are kept in their places.
    """

    __slots__ = ("cells", "constraints", "geometry", "rows")

    def __init__(
        self,
        geometry: Geometry,
        cells: bytes,
        rows: list[Record | BadRow] | PlainSlice,
        constraints: Constraints = (),
    ):
        self.geometry, self.cells, self.rows, self.constraints = geometry, cells, rows, constraints


@dataclass(slots=True)
class PlainSlice:
    """Rows *first* .. *last* - 1 of a run of plain rows; records are made one at a time, when wanted."""

    run: PlainRows
    first: int
    last: int

    @property
    def cells(self) -> bytes:
        """81 bytes a row."""
        return self.run.cells[81 * self.first : 81 * self.last]

    def __iter__(self) -> Iterator[Record]:
        return map(self.run.record, range(self.first, self.last))

    def lines(self) -> Iterator[tuple[int, str]]:
        """(row, puzzle) of each, as text."""
        row = self.run.first_row + self.first
        text = self.run.alphabet.write(self.cells, 9)
        for at in range(0, len(text), 81):
            yield row, text[at : at + 81]
            row += 1


def blocks(items: Iterable[PlainRows | Record | BadRow], pace: Pace, slow: int | None = None) -> Iterator[Block]:
    """Cut a stream of rows into blocks of `pace.size` puzzles at most; order kept.

    The first blocks are small, so that a slow source or a short file shows answers early. *slow*: puzzles a block at
    most where the board is beyond 9x9 or there are constraints.
    """
    wait: list[Record | BadRow] = []
    board: Geometry | None = None
    rules: Constraints = ()

    def flush() -> Iterator[Block]:
        nonlocal wait, board, rules
        if wait:
            cells = b"".join([row.puzzle.cells for row in wait if isinstance(row, Record)])
            yield Block(board or CLASSIC, cells, wait, rules)
        wait, board, rules = [], None, ()

    for item in items:
        if isinstance(item, PlainRows):
            yield from flush()
            first = 0
            while first < item.count:
                last = min(item.count, first + pace.size)
                part = PlainSlice(item, first, last)
                yield Block(item.geometry, part.cells, part)
                first = last
            continue
        if isinstance(item, Record):
            if board is not None and (item.puzzle.geometry != board or item.puzzle.constraints != rules):
                yield from flush()
            board, rules = item.puzzle.geometry, item.puzzle.constraints
        wait.append(item)
        large = rules or (board or CLASSIC).side > 9
        if len(wait) >= pace.size or (slow is not None and large and len(wait) >= slow):
            yield from flush()
    yield from flush()


@dataclass(slots=True)
class Part(Generic[A]):
    """A block; subclasses add its answers."""

    block: Block

    @property
    def is_plain(self) -> bool:
        """True for a run of plain rows of the classic board."""
        return isinstance(self.block.rows, PlainSlice) and self.block.geometry.is_classic

    def answers(self) -> Iterator[A]:
        """The answer to each readable row."""
        raise NotImplementedError

    def rows(self) -> Iterator[tuple[Record | BadRow, A | None]]:
        """Its rows with the answers, in order; None for one that could not be read."""
        answers = iter(self.answers())
        for record in self.block.rows:
            yield record, None if isinstance(record, BadRow) else next(answers)

    def each(self) -> Iterator[A | Invalid]:
        """The answer to each row."""
        if isinstance(self.block.rows, PlainSlice):
            yield from self.answers()
            return
        for record, answer in self.rows():
            if isinstance(record, BadRow):
                yield Invalid(record.error)
            elif answer is not None:
                yield answer

    def columns(self) -> Columns:
        """The answers as arrays."""
        raise NotImplementedError


def many_of(parts: Iterator[Part[Any]], columns: Callable[[Iterator[Any]], Columns]) -> Many[Any]:
    """The answers of blocks, one after the other; *columns* turns answers into arrays."""
    return Many(parts, _each, columns, methodcaller("columns"))


def _each(parts: Iterator[Part[Any]]) -> Iterator[Any]:
    for part in parts:
        yield from part.each()


def in_blocks(
    work: Callable[[Any], R],
    items: Iterable[PlainRows | Record | BadRow],
    *,
    jobs: int = 1,
    dask: str | None = None,
    size: int = BLOCK,
    slow: int | None = None,
    with_rows: bool = False,
    light: Callable[[Any], bool] | None = None,
    alone: Callable[[Any], R] | None = None,
) -> Iterator[tuple[Block, R]]:
    """(block, work(what is sent of it)) of a stream of rows, in order; *light* and *alone* as in `in_order`.

    Blocks have *size* puzzles at most, fewer where they are hard: see `Pace`. *with_rows*: of a block that is no run of
    plain rows the rows are sent.
    """
    pace = Pace(size)
    waiting: deque[Block] = deque()

    def sendable() -> Iterator[Sent]:
        for block in blocks(items, pace, slow):
            waiting.append(block)
            if with_rows and isinstance(block.rows, list):
                yield block.rows
            else:
                yield block.geometry, block.cells, block.constraints

    hints = Hints(puzzles_of, named, light=light)
    for _, answer in paced(work, sendable(), pace, _count, jobs, dask, hints, alone):
        yield waiting.popleft(), answer


def _count(block: Sent) -> int:
    return len(block) if isinstance(block, list) else len(block[1]) // block[0].size


def puzzles_of(block: Sent) -> Sequence[Sent]:
    """Its puzzles, each a block of one."""
    if isinstance(block, list):
        return singly(block)
    geometry, cells, rules = block
    return [(geometry, cells[at : at + geometry.size], rules) for at in range(0, len(cells), geometry.size)]


def named(block: Sent) -> str:
    """The name of a block in messages: its first puzzle."""
    if isinstance(block, list):
        return described(block)
    geometry, cells, _ = block
    more = len(cells) // geometry.size - 1
    text = DEFAULT.write(cells[: geometry.size], geometry.side)
    return f"puzzle {text}" + (f" or one of the {more} after it" if more else "")
