"""Verdicts of many puzzles: streams in, verdicts out, in order, in bounded memory, on one core or several.

Puzzles travel as blocks (`blocks`); verdict objects are made where they are wanted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.batch.blocks import Cells, Constraints, Part, PlainSlice, in_blocks, many_of
from cpsudoku.batch.rows import rows_of
from cpsudoku.batch.tables import Columns, Many, grids, texts_of, words
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


def _answer_block(question: Question, block: Cells) -> Answers:
    return answer_block(question, *block)


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
class Answered(Part[Verdict]):
    """A block and its answers."""

    found: Answers

    @property
    def is_plainly_unique(self) -> bool:
        """True for a run of plain rows of the classic board, all unique, their solution column (if any) right."""
        rows, found = self.block.rows, self.found
        if not isinstance(rows, PlainSlice) or not self.is_plain:
            return False
        if found.statuses.count(Status.UNIQUE) != len(found.statuses):
            return False
        claimed = rows.run.solutions
        return claimed is None or claimed[81 * rows.first : 81 * rows.last] == found.grids

    def by(self, index: int) -> str:
        """What decided puzzle *index* of the block; see `Row`."""
        by = self.found.by
        return DecidedBy(by[index]).name.lower() if by else ""

    def lines(self) -> Iterator[tuple[int, str, str]]:
        """(row, puzzle, solution) of a plainly unique block, as text."""
        assert isinstance(self.block.rows, PlainSlice)
        grids = self.block.rows.run.alphabet.write(self.found.grids, 9)
        for (row, puzzle), at in zip(self.block.rows.lines(), range(0, len(grids), 81)):
            yield row, puzzle, grids[at : at + 81]

    def _verdict(self, k: int, rules_read: str = COMPLETE) -> Verdict:
        board, size = self.block.geometry, self.block.geometry.size
        puzzle = Puzzle.trusted(self.block.cells[size * k : size * k + size], board, self.block.constraints)
        return verdict_of(self.found, k, puzzle, rules_read)

    def answers(self) -> Iterator[Verdict]:
        """The verdict on each readable row."""
        board, grids, size = self.block.geometry, self.found.grids, self.block.geometry.size
        for k, status in enumerate(self.found.statuses):
            if status == Status.UNIQUE:
                yield Unique.trusted(grids[size * k : size * k + size], board)
            else:
                yield self._verdict(k)

    def checked_rows(self) -> Iterator[Row]:
        """Its rows, in order, their solution columns compared."""
        k = 0
        for record in self.block.rows:
            if isinstance(record, BadRow):
                yield Row(record.row, None, Invalid(record.error), bad=record)
                continue
            verdict = self._verdict(k, record.puzzle.rules_read)
            wrong, judged = record.solution_error, verdict.rules == COMPLETE
            if judged and not wrong and record.solution is not None:
                wrong = solution_fault(record.solution, verdict)
            yield Row(record.row, record, verdict, wrong, self.by(k), judged=judged or record.solution is None)
            k += 1

    def each(self) -> Iterator[Verdict | Invalid]:
        """The verdict on each row; it says how the rules were read."""
        if isinstance(self.block.rows, PlainSlice):
            return self.answers()
        return (row.verdict for row in self.checked_rows())

    def columns(self) -> Columns:
        """The answers as arrays."""
        import numpy as np

        if not isinstance(self.block.rows, PlainSlice):
            return _columns(self.each())
        found = self.found
        second = np.zeros((len(found.statuses), 9, 9), dtype=np.uint8)
        for k, grid in found.seconds.items():
            second[k] = np.frombuffer(grid, dtype=np.uint8).reshape(9, 9)
        return {
            "verdict": np.array(_WORDS, dtype=object)[np.frombuffer(found.statuses, dtype=np.uint8)],
            "solution": np.frombuffer(found.grids, dtype=np.uint8).reshape(-1, 9, 9),
            "second": second,
        }


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
    for block, found in in_blocks(partial(_answer_block, question), items, jobs=jobs, dask=dask):
        yield Answered(block, found)


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
    return many_of(stream, _columns)


def _columns(verdicts: Iterator[Verdict | Invalid]) -> Columns:
    every = list(verdicts)
    first = [verdict.cells if isinstance(verdict, Unique | Multiple) else b"" for verdict in every]
    second = [verdict.second_cells if isinstance(verdict, Multiple) else b"" for verdict in every]
    return {"verdict": words([verdict.word for verdict in every]), "solution": grids(first), "second": grids(second)}


_WORDS = ("unique", "multiple", "impossible", "unknown")
"""In the order of `Status`."""
