"""Many puzzles: streams in, verdicts out, in order, in bounded memory, on one core or several.

Puzzles travel as blocks: the cells of many puzzles of one geometry in one bytes. A block is what a
worker process gets and what it gives back; verdict objects are made from it where they are wanted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpsudoku.board.alphabet import DEFAULT, UNREADABLE
from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.given import stream_of
from cpsudoku.board.puzzle import Given, Puzzle
from cpsudoku.engines.block import Answers, Status
from cpsudoku.engines.engine import NO_LIMITS, Engine, Limits
from cpsudoku.errors import NotationError, UsageError, WrongInput
from cpsudoku.formats import BadRow, PlainRows, Record, read_one, warn
from cpsudoku.questions.verdict import Impossible, Invalid, Multiple, Question, Unique, Verdict, answered, verdict_of
from cpsudoku.streams.parallel import in_order as in_order
from cpsudoku.streams.tables import Columns, Many, boards_of, grids, is_array, texts_of, words

if TYPE_CHECKING:
    from cpsudoku.formula.definition import Encoding

Constraints = tuple[Any, ...]
"""A puzzle's rules that are not houses, placed on its board."""
Sent = tuple[Geometry, bytes, Constraints]
"""What a worker gets of a block."""
BLOCK = 512
"""Puzzles a block at most: up to half a second of work on the hardest, little memory."""


@lru_cache(maxsize=32)
def _engines(question: Question, geometry: Geometry, constraints: Constraints) -> tuple[Puzzle, Engine, Engine | None]:
    empty = Puzzle.trusted(bytes(geometry.size), geometry, constraints)
    return empty, question.made(empty), question.checker(empty)


def answer_block(question: Question, geometry: Geometry, cells: bytes, constraints: Constraints = ()) -> Answers:
    """Verify every puzzle of a block. Pure function of its arguments, so workers may run it."""
    empty, engine, checker = _engines(question, geometry, constraints)
    return answered(question, engine, checker, empty, cells)


class Block:
    """Consecutive puzzles of one geometry, under the same constraints, with what is needed to report them.

    Rows unreadable ride along.
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

    def __iter__(self) -> Iterator[Record]:
        return map(self.run.record, range(self.first, self.last))


def blocks(items: Iterable[PlainRows | Record | BadRow], size: int = BLOCK) -> Iterator[Block]:
    """Cut a stream of rows into blocks of at most *size* puzzles; order kept.

    The first blocks are small, so that a slow source or a short file shows answers early.
    """
    wait: list[Record | BadRow] = []
    board: Geometry | None = None
    rules: Constraints = ()
    cut = 1

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
                last = min(item.count, first + cut)
                yield Block(item.geometry, item.cells[81 * first : 81 * last], PlainSlice(item, first, last))
                first, cut = last, min(size, 2 * cut)
            continue
        if isinstance(item, Record):
            if board is not None and (item.puzzle.geometry != board or item.puzzle.constraints != rules):
                yield from flush()
            board, rules = item.puzzle.geometry, item.puzzle.constraints
        wait.append(item)
        if len(wait) >= cut:
            yield from flush()
            cut = min(size, 2 * cut)
    yield from flush()


@dataclass(frozen=True, slots=True)
class _Work:
    """What a worker does to a block; sends the cells alone."""

    question: Question

    def __call__(self, block: Sent) -> Answers:
        return answer_block(self.question, *block)


@dataclass(slots=True)
class Row:
    """One answered row of a stream. `record` is None for an unreadable row, which is `bad`; its verdict is Invalid.

    `solution_wrong`: the file's solution column contradicts the verdict, or cannot be read. `by`: with engine `sat`,
    what decided: "singles" alone, or "sat".
    """

    row: int
    record: Record | None
    verdict: Verdict | Invalid
    solution_wrong: str = ""
    by: str = ""
    bad: BadRow | None = None


@dataclass(slots=True)
class Answered:
    """A block and its answers."""

    block: Block
    answers: Answers

    @property
    def is_plainly_unique(self) -> bool:
        """True for a run of plain 9x9 rows that are all unique, their solution column (if any) right."""
        rows, answers = self.block.rows, self.answers
        if not isinstance(rows, PlainSlice) or answers.statuses.count(Status.UNIQUE) != len(answers.statuses):
            return False
        claimed = rows.run.solutions
        return claimed is None or claimed[81 * rows.first : 81 * rows.last] == answers.grids

    def by(self, index: int) -> str:
        """What decided puzzle *index* of the block; see `Row`."""
        reached = self.answers.reached_sat
        return ("sat" if reached[index] else "singles") if reached else ""

    def lines(self) -> Iterator[tuple[int, str, str]]:
        """(row, puzzle, solution) of a plainly unique block, as text."""
        assert isinstance(self.block.rows, PlainSlice)
        alphabet = self.block.rows.run.alphabet
        puzzles, grids = alphabet.write(self.block.cells, 9), alphabet.write(self.answers.grids, 9)
        row = self.block.rows.run.first_row + self.block.rows.first
        for start in range(0, len(puzzles), 81):
            yield row, puzzles[start : start + 81], grids[start : start + 81]
            row += 1

    def rows(self) -> Iterator[Row]:
        """Its rows, in order."""
        geometry, cells, size = self.block.geometry, self.block.cells, self.block.geometry.size
        k = 0
        for record in self.block.rows:
            if isinstance(record, BadRow):
                yield Row(record.row, None, Invalid(record.error), bad=record)
                continue
            start = k * size
            puzzle = Puzzle.trusted(cells[start : start + size], geometry, self.block.constraints)
            verdict = verdict_of(self.answers, k, puzzle)
            wrong = record.solution_error
            if not wrong and record.solution is not None:
                wrong = solution_fault(record.solution, verdict)
            yield Row(record.row, record, verdict, wrong, self.by(k))
            k += 1


def solution_fault(claimed: bytes, verdict: Verdict) -> str:
    """What is wrong with a solution that a file claims; empty where it is the one solution, or nothing is known."""
    match verdict:
        case Unique():
            if claimed != verdict.cells:
                return "not the solution of its puzzle"
        case Multiple():
            return "the puzzle has more than one solution"
        case Impossible():
            return "the puzzle has no solution"
    return ""


def verify_stream(
    items: Iterable[PlainRows | Record | BadRow], question: Question, *, jobs: int = 1, dask: str | None = None
) -> Iterator[Answered]:
    """Verify a stream of rows, as readers give them, block by block."""
    work = _Work(question)
    waiting: deque[Block] = deque()

    def sendable() -> Iterator[Sent]:
        for block in blocks(items):
            waiting.append(block)
            yield block.geometry, block.cells, block.constraints

    for _, answers in in_order(work, sendable(), jobs, dask, parts=_puzzles, name=_named):
        yield Answered(waiting.popleft(), answers)


def _puzzles(block: Sent) -> list[Sent]:
    geometry, cells, rules = block
    return [(geometry, cells[at : at + geometry.size], rules) for at in range(0, len(cells), geometry.size)]


def _named(block: Sent) -> str:
    geometry, cells, _ = block
    more = len(cells) // geometry.size - 1
    text = DEFAULT.write(cells[: geometry.size], geometry.side)
    return f"puzzle {text}" + (f" or one of the {more} after it" if more else "")


def verify_many(
    puzzles: Iterable[Given],
    *,
    engine: str = "sat",
    encoding: str | Path | Encoding | None = None,
    simplify: str | None = None,
    limits: Limits = NO_LIMITS,
    cross_check: str | None = None,
    jobs: int = 1,
    dask: str | None = None,
) -> Verdicts:
    """A verdict for each puzzle, in order, lazily; a text that is no puzzle gives Invalid and the run goes on.

    *puzzles* may be an array (N, 9, 9) or a table, and the answers can be had as such: see `Many`. Other arguments as
    in `verify`. *jobs* processes (-1: every core); the answers do not depend on it. Raises WrongInput where *puzzles*
    is one puzzle or no iterable, and at an item that `Puzzle.of` does not take.
    """
    question = Question(engine, encoding, simplify, limits, cross_check)
    stream = verify_stream(rows_of(stream_of(texts_of(puzzles), "verify_many")), question, jobs=jobs, dask=dask)
    return Verdicts(stream)


class Verdicts(Many["Verdict | Invalid"]):
    """The verdicts of `verify_many`; arrays are made from whole blocks, without an object a puzzle."""

    def __init__(self, stream: Iterator[Answered]):
        self._stream = stream
        self._begun = False
        super().__init__(_verdicts(stream), _columns)

    def __next__(self) -> Verdict | Invalid:
        self._begun = True
        return next(self._answers)

    def arrays(self) -> Columns:
        """`verdict` (words), `solution` and `second`: grids, zeros where there is none; see `Many.arrays`."""
        if self._begun:  # some of a block may have been handed out
            return super().arrays()
        return _joined([*map(_block_columns, self._stream)])


def _columns(verdicts: Iterator[Verdict | Invalid]) -> Columns:
    every = list(verdicts)
    first = [verdict.cells if isinstance(verdict, Unique | Multiple) else b"" for verdict in every]
    second = [verdict.second_cells if isinstance(verdict, Multiple) else b"" for verdict in every]
    return {"verdict": words([verdict.word for verdict in every]), "solution": grids(first), "second": grids(second)}


_WORDS = ("unique", "multiple", "impossible", "unknown")
"""In the order of `Status`."""


def _block_columns(part: Answered) -> Columns:
    import numpy as np

    if not isinstance(part.block.rows, PlainSlice):
        return _columns(row.verdict for row in part.rows())
    answers = part.answers
    second = np.zeros((len(answers.statuses), 9, 9), dtype=np.uint8)
    for k, grid in answers.seconds.items():
        second[k] = np.frombuffer(grid, dtype=np.uint8).reshape(9, 9)
    return {
        "verdict": np.array(_WORDS, dtype=object)[np.frombuffer(answers.statuses, dtype=np.uint8)],
        "solution": np.frombuffer(answers.grids, dtype=np.uint8).reshape(-1, 9, 9),
        "second": second,
    }


def _joined(parts: list[Columns]) -> Columns:
    import numpy as np

    if not parts:
        return _columns(iter(()))
    sizes = {part["solution"].shape[1:] for part in parts if part["solution"].any()} or {(9, 9)}
    if len(sizes) > 1:
        raise UsageError(f"boards of {len(sizes)} sizes; arrays hold boards of one: take them apart first")
    shape = sizes.pop()
    fitting = [
        part
        if part["solution"].shape[1:] == shape
        else part | {name: np.zeros((len(part["verdict"]), *shape), dtype=np.uint8) for name in ("solution", "second")}
        for part in parts
    ]
    return {name: np.concatenate([part[name] for part in fitting]) for name in fitting[0]}


def _verdicts(stream: Iterable[Answered]) -> Iterator[Verdict | Invalid]:
    for part in stream:
        if not isinstance(part.block.rows, PlainSlice):
            for row in part.rows():
                yield row.verdict
            continue
        geometry, cells, grids = part.block.geometry, part.block.cells, part.answers.grids
        for k, status in enumerate(part.answers.statuses):
            if status == Status.UNIQUE:
                yield Unique.trusted(grids[81 * k : 81 * k + 81], geometry)
            else:
                yield verdict_of(part.answers, k, Puzzle.trusted(cells[81 * k : 81 * k + 81], geometry))


_TABLE = DEFAULT.table(9)


def rows_of(puzzles: Iterable[Given]) -> Iterator[PlainRows | Record | BadRow]:
    """Puzzles as reader rows; runs of plain 81-character strings stay together, a few at first, and arrays."""
    if is_array(puzzles):
        yield from _array_rows(puzzles)
        return
    stream = iter(puzzles)
    row, cut = 1, 1
    while part := list(islice(stream, cut)):
        yield from _rows_in(part, row)
        row += len(part)
        cut = min(BLOCK, 2 * cut)


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


def _rows_in(part: list[Given], row: int) -> Iterator[PlainRows | Record | BadRow]:
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


def _is_line(item: Given) -> bool:
    return isinstance(item, str) and len(item) == 81


def _plain(part: list[Given]) -> PlainRows | None:
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


def _record(given: Given, row: int) -> Record | BadRow:
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
        warn(record)
    return record
