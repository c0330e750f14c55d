"""Solutions of many puzzles, and how many there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpsudoku.batch.blocks import BLOCK, Cells, Constraints, Part, PlainSlice, in_blocks, many_of
from cpsudoku.batch.rows import rows_of
from cpsudoku.batch.tables import Columns, Many, grids, texts_of, words
from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.coerce import stream_of
from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.block import Found
from cpsudoku.engines.engine import Engine
from cpsudoku.formats import BadRow, PlainRows, Record
from cpsudoku.questions.enumeration import Count, Search, Solved
from cpsudoku.questions.verdict import Invalid

if TYPE_CHECKING:
    from cpsudoku.formula.definition import Encoding

KEPT = 1_024
"""Solutions a block at most, where they are kept."""
COUNTED = 16
"""Puzzles a block at most where all solutions are counted, or a limit of time or work holds for each."""
SLOW = 4
"""The same on large boards, and with constraints."""


@lru_cache(maxsize=32)
def _engine(search: Search, geometry: Geometry, constraints: Constraints) -> tuple[Puzzle, Engine]:
    empty = Puzzle.trusted(bytes(geometry.size), geometry, constraints)
    return empty, search.engine_of(empty)


def _find(search: Search, block: Cells) -> Found:
    """What a worker does to a block."""
    geometry, cells, constraints = block
    empty, engine = _engine(search, geometry, constraints)
    return search.answered(engine, empty, cells)


@dataclass(slots=True)
class Answered(Part[Any]):
    """A block, and what was found of it."""

    search: Search
    found: Found

    @property
    def is_listed(self) -> bool:
        """True for a run of plain rows of the classic board without a limit reached; with one solution each where
        solutions were listed."""
        if not self.is_plain or self.found.whys:
            return False
        return self.search.counting or self.found.numbers.count(1) == len(self.found.numbers)

    def lines(self) -> Iterator[tuple[int, str, int, bool, str]]:
        """(row, puzzle, number of solutions, whether these are all, the one solution) of a plain block, as text."""
        rows, found = self.block.rows, self.found
        assert isinstance(rows, PlainSlice)
        grids = self.grids() or repeat("")
        for (row, puzzle), number, complete, grid in zip(rows.lines(), found.numbers, found.complete, grids):
            yield row, puzzle, number, complete == 1, grid

    def grids(self) -> list[str]:
        """The solutions of a plain block, as text."""
        text = DEFAULT.write(self.found.grids, 9)
        return [text[at : at + 81] for at in range(0, len(text), 81)]

    def answers(self) -> Iterator[Any]:
        """The answer to each puzzle."""
        return self.search.answers(self.found, self.block.geometry)

    def columns(self) -> Columns:
        """The answers as arrays."""
        import numpy as np

        if not isinstance(self.block.rows, PlainSlice):
            return (_counts if self.search.counting else _columns)(self.each())
        numbers = np.frombuffer(self.found.numbers, dtype=np.int64)
        complete = np.frombuffer(self.found.complete, dtype=np.uint8)
        columns: Columns = {
            "verdict": np.array(_WORDS, dtype=object)[2 * np.minimum(numbers, 2) + complete],
            "count": numbers,
            "complete": complete == 1,
        }
        if self.search.counting:
            return columns
        kept = np.frombuffer(self.found.grids, dtype=np.uint8).reshape(-1, 9, 9)
        first = np.zeros((len(numbers), 9, 9), dtype=np.uint8)
        some = numbers > 0
        first[some] = kept[(np.cumsum(numbers) - numbers)[some]]
        return columns | {"solution": first}


def find_stream(
    items: Iterable[PlainRows | Record | BadRow], search: Search, *, jobs: int = 1, dask: str | None = None
) -> Iterator[Answered]:
    """What *search* asks about a stream of rows, as readers give them, block by block."""
    for block, found in in_blocks(partial(_find, search), items, jobs=jobs, dask=dask, size=_size(search), slow=SLOW):
        yield Answered(block, search, found)


def _size(search: Search) -> int:
    most = BLOCK if search.limit and not search.limits else COUNTED
    return most if not search.lists else max(1, min(most, KEPT // search.limit)) if search.limit else 1


def solve_many(
    puzzles: Iterable[PuzzleLike],
    *,
    limit: int = 1,
    engine: str = "sat",
    encoding: str | Path | Encoding | None = None,
    simplify: str | None = None,
    limits: Limits = NO_LIMITS,
    jobs: int = 1,
    dask: str | None = None,
) -> Many[Solved | Invalid]:
    """`solve` for each puzzle, in order, lazily; a text that is no puzzle gives Invalid and the run goes on.

    *puzzles* may be an array (N, 9, 9) or a table, and the answers can be had as such: see `Many`. Arrays have the
    first solution, `count` and `complete`. *jobs* processes (-1: every core), or the Dask cluster at *dask*; the
    answers do not depend on it. Raises WrongInput where *puzzles* is one puzzle or no iterable, and at an item that
    `Puzzle.of` does not take.
    """
    search = Search(limit, engine, encoding, simplify, limits)
    stream = find_stream(rows_of(stream_of(texts_of(puzzles), "solve_many")), search, jobs=jobs, dask=dask)
    return many_of(stream, _columns)


def count_many(
    puzzles: Iterable[PuzzleLike],
    *,
    limit: int = 0,
    engine: str | None = None,
    limits: Limits = NO_LIMITS,
    jobs: int = 1,
    dask: str | None = None,
) -> Many[Count | Invalid]:
    """`count` for each puzzle, as `solve_many`."""
    search = Search(limit, engine, limits=limits, counting=True)
    stream = find_stream(rows_of(stream_of(texts_of(puzzles), "count_many")), search, jobs=jobs, dask=dask)
    return many_of(stream, _counts)


def _counts(answers: Iterator[Count | Invalid]) -> Columns:
    import numpy as np

    every = list(answers)
    known = [Count(0, False) if isinstance(answer, Invalid) else answer for answer in every]
    return {
        "verdict": words(answer.word for answer in every),
        "count": np.array([answer.number for answer in known], dtype=np.int64),
        "complete": np.array([answer.exact for answer in known], dtype=bool),
    }


def _columns(answers: Iterator[Solved | Invalid]) -> Columns:
    every = list(answers)
    counts = (
        answer if isinstance(answer, Invalid) else Count(len(answer.solutions), answer.complete) for answer in every
    )
    first = [answer.solutions[0].cells if isinstance(answer, Solved) and answer.solutions else b"" for answer in every]
    return _counts(counts) | {"solution": grids(first)}


_WORDS = ("unknown", "impossible", "solved", "unique", "multiple", "multiple")
"""By twice the number of solutions (2 stands for more), and 1 where they are all."""
