"""True candidates of many puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from cpsudoku.batch.blocks import row_by_row
from cpsudoku.batch.rows import rows_of
from cpsudoku.board.coerce import stream_of
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.engine import Engine
from cpsudoku.engines.parallel_search import MOST
from cpsudoku.engines.registry import engine_for
from cpsudoku.formats import BadRow, Record
from cpsudoku.formats.front import singly
from cpsudoku.kernels.work_sharing import threads_of
from cpsudoku.questions.candidates import TrueCandidates, answered, checked_bound, default_engine
from cpsudoku.questions.verdict import Invalid

CHUNK = 16
"""Puzzles a worker gets at once, at most; fewer at first, so that answers come early."""


@dataclass(frozen=True, slots=True)
class CandidateQuery:
    """How true candidates of each puzzle are found: options of `candidates`. Picklable."""

    engine: str | None = None
    bound: int = 0
    limits: Limits = NO_LIMITS
    threads: int = 1

    def __call__(self, record: Record) -> TrueCandidates:
        puzzle = record.puzzle
        empty = Puzzle.trusted(bytes(puzzle.geometry.size), puzzle.geometry, puzzle.constraints)
        engine = _engine(self.engine or default_engine(puzzle), empty)
        return answered(puzzle, engine, self.bound, self.limits, self.threads)

    def alone(self, jobs: int) -> CandidateQuery:
        """The same of one puzzle only, on *jobs* cores."""
        return self if jobs == 0 or jobs < -1 else replace(self, threads=threads_of(jobs, MOST))


@lru_cache(maxsize=8)
def _engine(name: str, empty: Puzzle) -> Engine:
    """One engine for all puzzles of a board under the same constraints."""
    return engine_for(empty, name)


def candidates_many(
    puzzles: Iterable[PuzzleLike],
    *,
    counts: int = 0,
    engine: str | None = None,
    limits: Limits = NO_LIMITS,
    jobs: int = 1,
    dask: str | None = None,
) -> Iterator[TrueCandidates | Invalid]:
    """The true candidates of each puzzle, in order, lazily; a text that is no puzzle gives Invalid, the run goes on.

    Arguments as in `candidates`, *limits* for each puzzle. *jobs* processes (-1: every core), or the Dask cluster at
    *dask*; the answers do not depend on it. Raises WrongInput where *puzzles* is one puzzle or no iterable, and at an
    item that `Puzzle.of` does not take.
    """
    query = CandidateQuery(engine, checked_bound(counts), Limits.of(limits))
    rows = singly(rows_of(stream_of(puzzles, "candidates_many")))
    answers = row_by_row(query, rows, CHUNK, jobs, dask, query.alone(jobs))
    return (Invalid(row.error) if isinstance(row, BadRow) else found for row, found in answers)  # type: ignore[misc]
