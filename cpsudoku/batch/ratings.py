"""Ratings of many puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from cpsudoku.batch.blocks import Part, PlainSlice, Sent, in_blocks, many_of
from cpsudoku.batch.rows import readable
from cpsudoku.batch.tables import Columns, Many, texts_of, words
from cpsudoku.board.coerce import stream_of
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.formats import BadRow, PlainRows, Record
from cpsudoku.rating.answers import Rating, Unrated
from cpsudoku.rating.numbers import CLASH, FULL, IMPOSSIBLE, MULTIPLE, SOLVED, STOPPED, STUCK
from cpsudoku.rating.scale import Numbers, Scale, allowed, off_scale, threads_of
from cpsudoku.techniques.step import technique_name

VERDICTS = {SOLVED: "rated", STUCK: "stuck", STOPPED: "stopped", FULL: "solved", CLASH: "impossible"}
VERDICTS |= {IMPOSSIBLE: "impossible", MULTIPLE: "multiple"}
"""The word for each end of a rating."""
RUN = 256
"""Puzzles a block at most."""
R = TypeVar("R")


def rate_many(
    puzzles: Iterable[PuzzleLike],
    *,
    jobs: int = 1,
    without: Iterable[str] = (),
    max_er: float | None = None,
    only: str = "",
    isomorphs: int = 0,
    seed: int = 0,
    dask: str | None = None,
) -> Many[Rating | Unrated]:
    """The ratings of a stream of puzzles, in its order; options as in `rate`.

    *puzzles* may be an array (N, 9, 9) or a table, and the answers can be had as such: see `Many`. *jobs* threads
    (-1: one a core; processes for boards other than the classic one), or the Dask cluster at *dask*, through
    `parallel`. Reads ahead by a few blocks only.
    """
    items = readable(stream_of(texts_of(puzzles), "rate_many"), off_scale)
    stream = rate_stream(
        items, RatingWork(Scale(allowed(without), max_er, only, isomorphs, seed)), jobs=jobs, dask=dask
    )
    return many_of(stream, _columns)


@dataclass(frozen=True, slots=True)
class RatingWork(Generic[R]):
    """What a worker does to a block: numbers of plain classic puzzles, else what *finish* makes of each answer."""

    scale: Scale
    finish: Callable[[Rating | Unrated], R] | None = None
    each: bool = False
    """True where *finish* must have every answer."""
    jobs: int = 1

    def is_light(self, sent: Sent) -> bool:
        """Whether kernels do most of it: ratings of the classic board."""
        if not isinstance(sent, list):
            return sent[0].is_classic
        return not self.each and all(isinstance(row, BadRow) or row.puzzle.geometry.is_classic for row in sent)

    def __call__(self, sent: Sent) -> list[Numbers] | list[R | None]:
        if isinstance(sent, list):
            return [None if isinstance(row, BadRow) else self._one(row.puzzle, row.start) for row in sent]
        geometry, cells, _ = sent
        if geometry.is_classic and not self.scale.isomorphs and not self.each:
            return self.scale.numbers(cells, self.jobs)
        starts = range(0, len(cells), geometry.size)
        return [self._one(Puzzle.trusted(cells[at : at + geometry.size], geometry)) for at in starts]

    def _one(self, puzzle: Puzzle, start: tuple[int, ...] | None = None) -> Any:
        why = off_scale(puzzle)
        answer = Unrated(puzzle, "refused", why) if why else self.scale.rated(puzzle, start, jobs=self.jobs)
        return answer if self.finish is None else self.finish(answer)


@dataclass(slots=True)
class Rated(Part[Any]):
    """A block and what was found of it, puzzle by puzzle: numbers, or answers as the work finished them."""

    scale: Scale
    found: list[Any]

    @property
    def is_plain(self) -> bool:
        """True for a run of plain rows of which there are numbers."""
        return isinstance(self.block.rows, PlainSlice) and bool(self.found) and isinstance(self.found[0], tuple)

    def answers(self) -> Iterator[Any]:
        """The answer to each readable row."""
        if not self.is_plain:
            yield from (found for found in self.found if found is not None)
            return
        board, cells = self.block.geometry, self.block.cells
        for k, numbers in enumerate(self.found):
            yield self.scale.answer(Puzzle.trusted(cells[81 * k : 81 * k + 81], board), numbers)

    def columns(self) -> Columns:
        """The answers as arrays."""
        import numpy as np

        if not self.is_plain:
            return _columns(self.answers())
        numbers = np.array(self.found, dtype=np.int64).reshape(-1, 5)
        ends, hardest = numbers[:, 3], numbers[:, 4]
        rated = ends < FULL
        tenths = np.where(rated[:, None], numbers[:, :3] / 10, np.nan)
        names = {code: technique_name(code) for code in set(hardest[rated & (hardest >= 0)].tolist())}
        keys = [
            names.get(code, ("", "")) if there else ("", "") for code, there in zip(hardest.tolist(), rated.tolist())
        ]
        found: Columns = {name: tenths[:, k] for k, name in enumerate(("er", "ep", "ed"))}
        return found | {
            "verdict": words(VERDICTS[end] for end in ends.tolist()),
            "technique": words(k for k, _ in keys),
            "hardest": words(n for _, n in keys),
        }


def rate_stream(
    items: Iterable[PlainRows | Record | BadRow], work: RatingWork[Any], *, jobs: int = 1, dask: str | None = None
) -> Iterator[Rated]:
    """The ratings of a stream of rows, block by block; a puzzle with rules beyond houses is refused."""
    for block, found in in_blocks(
        work, items, jobs=jobs, dask=dask, size=RUN, with_rows=True, light=work.is_light,
        alone=replace(work, jobs=threads_of(jobs)),
    ):  # fmt: skip
        yield Rated(block, work.scale, found)


def _columns(ratings: Iterator[Rating | Unrated]) -> Columns:
    """`er`, `ep`, `ed` (NaN where there is none), `verdict`, `technique` and `hardest`."""
    import numpy as np

    records = [rating.to_dict() for rating in ratings]
    found: Columns = {
        name: np.array([one.get(name, np.nan) for one in records], dtype=float) for name in ("er", "ep", "ed")
    }
    return found | {name: words([one.get(name, "") for one in records]) for name in ("verdict", "technique", "hardest")}
