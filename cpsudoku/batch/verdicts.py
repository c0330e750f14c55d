"""Verdicts of many puzzles: streams in, verdicts out, in order, in bounded memory, on one core or several.

Puzzles travel as blocks (`blocks`); verdict objects are made where they are wanted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.batch.blocks import Block, Cells, Constraints, PlainSlice, in_blocks
from cpsudoku.batch.rows import rows_of
from cpsudoku.batch.tables import BlockMany, Columns, Many, grids, texts_of, words
from cpsudoku.board.coerce import stream_of
from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import COMPLETE, Puzzle, PuzzleLike
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.block import Answers, DecidedBy, Status
from cpsudoku.engines.engine import Engine
from cpsudoku.formats import BadRow, PlainRows, Record
from cpsudoku.questions.verdict import Impossible, Invalid, Multiple, Question, Unique, Verdict, answered, verdict_of

if TYPE_CHECKING:
    from cpsudoku.formula.definition import Encoding


@lru_cache(maxsize=32)
def _engines(question: Question, geometry: Geometry, constraints: Constraints) -> tuple[Puzzle, Engine, Engine | None]:
    empty = Puzzle.trusted(bytes(geometry.size), geometry, constraints)
    return empty, question.engine_of(empty), question.checker(empty)


def answer_block(question: Question, geometry: Geometry, cells: bytes, constraints: Constraints = ()) -> Answers:
    """Verify every puzzle of a block. Pure function of its arguments, so workers may run it."""
    empty, engine, checker = _engines(question, geometry, constraints)
    return answered(question, engine, checker, empty, cells)


@dataclass(frozen=True, slots=True)
class _Work:
    """What a worker does to a block; sends the cells alone."""

    question: Question

    def __call__(self, block: Cells) -> Answers:
        return answer_block(self.question, *block)


@dataclass(slots=True)
class Row:
    """One answered row of a stream. `record` is None for an unreadable row, which is `bad`; its verdict is Invalid.

    `solution_wrong`: the file's solution column contradicts the verdict, or cannot be read. `by`: with engine `sat`,
    what decided: "singles", "merging" or "sat". `judged`: False where the solution column was not compared, as rules
    of the puzzle were guessed or may be missing.
    """

    row: int
    record: Record | None
    verdict: Verdict | Invalid
    solution_wrong: str = ""
    by: str = ""
    bad: BadRow | None = None
    judged: bool = True


@dataclass(slots=True)
class Answered:
    """A block and its answers."""

    block: Block
    answers: Answers

    @property
    def is_plainly_unique(self) -> bool:
        """True for a run of plain rows of the classic board, all unique, their solution column (if any) right."""
        rows, answers = self.block.rows, self.answers
        if not isinstance(rows, PlainSlice) or not self.block.geometry.is_classic:
            return False
        if answers.statuses.count(Status.UNIQUE) != len(answers.statuses):
            return False
        claimed = rows.run.solutions
        return claimed is None or claimed[81 * rows.first : 81 * rows.last] == answers.grids

    def by(self, index: int) -> str:
        """What decided puzzle *index* of the block; see `Row`."""
        by = self.answers.by
        return DecidedBy(by[index]).name.lower() if by else ""

    def lines(self) -> Iterator[tuple[int, str, str]]:
        """(row, puzzle, solution) of a plainly unique block, as text."""
        assert isinstance(self.block.rows, PlainSlice)
        grids = self.block.rows.run.alphabet.write(self.answers.grids, 9)
        for (row, puzzle), at in zip(self.block.rows.lines(), range(0, len(grids), 81)):
            yield row, puzzle, grids[at : at + 81]

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
            verdict = verdict_of(self.answers, k, puzzle, record.puzzle.rules_read)
            wrong, judged = record.solution_error, verdict.rules == COMPLETE
            if judged and not wrong and record.solution is not None:
                wrong = solution_fault(record.solution, verdict)
            yield Row(record.row, record, verdict, wrong, self.by(k), judged=judged or record.solution is None)
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
    for block, answers in in_blocks(_Work(question), items, jobs=jobs, dask=dask):
        yield Answered(block, answers)


def verify_many(
    puzzles: Iterable[PuzzleLike],
    *,
    engine: str = "sat",
    encoding: str | Path | Encoding | None = None,
    simplify: str | None = None,
    limits: Limits = NO_LIMITS,
    cross_check: str | None = None,
    jobs: int = 1,
    dask: str | None = None,
) -> Many[Verdict | Invalid]:
    """A verdict for each puzzle, in order, lazily; a text that is no puzzle gives Invalid and the run goes on.

    *puzzles* may be an array (N, 9, 9) or a table, and the answers can be had as such: see `Many`. Other arguments as
    in `verify`. *jobs* processes (-1: every core); the answers do not depend on it. Raises WrongInput where *puzzles*
    is one puzzle or no iterable, and at an item that `Puzzle.of` does not take.
    """
    question = Question(engine, encoding, simplify, limits, cross_check)
    stream = verify_stream(rows_of(stream_of(texts_of(puzzles), "verify_many")), question, jobs=jobs, dask=dask)
    return BlockMany(stream, _verdicts, _columns, _block_columns)


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
