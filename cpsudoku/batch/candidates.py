"""True candidates of many puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count, islice
from typing import TypeVar

from cpsudoku.batch.pace import Pace, paced
from cpsudoku.board.coerce import stream_of
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.engine import Engine
from cpsudoku.engines.parallel_search import MOST
from cpsudoku.engines.registry import engine_for
from cpsudoku.errors import NotationError, WrongInput
from cpsudoku.kernels.work_sharing import threads_of
from cpsudoku.questions.candidates import TrueCandidates, answered, checked_bound, default_engine
from cpsudoku.questions.verdict import Invalid

CHUNK = 16
"""Puzzles a worker gets at once, at most; fewer at first, so that answers come early."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CandidateQuery:
    """How each puzzle is asked for its true candidates: options of `candidates`. Picklable."""

    engine: str | None = None
    bound: int = 0
    limits: Limits = NO_LIMITS
    threads: int = 1

    def __call__(self, puzzle: Puzzle) -> TrueCandidates:
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
    return _answers(query, stream_of(puzzles, "candidates_many"), jobs, dask)


def _answers(
    query: CandidateQuery, puzzles: Iterable[PuzzleLike], jobs: int, dask: str | None
) -> Iterator[TrueCandidates | Invalid]:
    pace = Pace(CHUNK)
    work, alone = _Chunk(query), _Chunk(query.alone(jobs))
    stream = chunks(map(_understood, puzzles, count(1)), pace)
    for _, answers in paced(work, stream, pace, len, jobs, dask, alone=alone):
        yield from answers


def _understood(given: PuzzleLike, row: int) -> Puzzle | Invalid:
    try:
        return Puzzle.of(given)
    except NotationError as error:
        return Invalid(error)
    except WrongInput as error:
        raise WrongInput(f"item {row}: {error}") from None


@dataclass(frozen=True, slots=True)
class _Chunk:
    query: CandidateQuery

    def __call__(self, chunk: Sequence[Puzzle | Invalid]) -> list[TrueCandidates | Invalid]:
        return [item if isinstance(item, Invalid) else self.query(item) for item in chunk]


def chunks(items: Iterable[T], pace: Pace) -> Iterator[list[T]]:
    """Consecutive items, as many together as *pace* says."""
    stream = iter(items)
    while chunk := list(islice(stream, pace.size)):
        yield chunk
