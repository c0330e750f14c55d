"""Ratings of many puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cpsudoku.batch.blocks import Block, PlainSlice, Sent, in_blocks
from cpsudoku.batch.rows import readable
from cpsudoku.batch.tables import BlockMany, Columns, Many, texts_of, words
from cpsudoku.board.coerce import stream_of
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.formats import BadRow, PlainRows, Record
from cpsudoku.rating.answers import Rating, Unrated
from cpsudoku.rating.ends import CLASH, FULL, IMPOSSIBLE, MULTIPLE, SOLVED, STOPPED, STUCK
from cpsudoku.rating.scale import Numbers, Scale, allowed, off_scale, threads_of
from cpsudoku.techniques.step import technique_name

VERDICTS = {SOLVED: "rated", STUCK: "stuck", STOPPED: "stopped", FULL: "solved", CLASH: "impossible"}
VERDICTS |= {IMPOSSIBLE: "impossible", MULTIPLE: "multiple"}
"""The word for each end of a rating."""
RUN = 256
"""Puzzles a block at most."""


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
    stream = rate_stream(items, Scale(allowed(without), max_er, only, isomorphs, seed), jobs=jobs, dask=dask)
    return BlockMany(stream, _ratings, _columns, _block_columns)


@dataclass(frozen=True, slots=True)
class _Work:
    """What a worker does to a block."""

    scale: Scale
    jobs: int = 1

    def __call__(self, block: Sent) -> list[Numbers] | list[Rating | Unrated]:
        geometry, cells, constraints = block
        if geometry.is_classic and not constraints and not self.scale.isomorphs:
            return self.scale.numbers(cells, self.jobs)
        size = geometry.size
        puzzles = (Puzzle.trusted(cells[at : at + size], geometry, constraints) for at in range(0, len(cells), size))
        return [self._rated(puzzle) for puzzle in puzzles]

    def _rated(self, puzzle: Puzzle) -> Rating | Unrated:
        why = off_scale(puzzle)
        return Unrated(puzzle, "refused", why) if why else self.scale.rated(puzzle, jobs=self.jobs)


@dataclass(slots=True)
class Rated:
    """A block and what was found of it: numbers of classic puzzles, answers to others."""

    scale: Scale
    block: Block
    found: list[Numbers] | list[Rating | Unrated]

    @property
    def is_plain(self) -> bool:
        """True for a run of plain rows of the classic board, of which there are numbers."""
        plain = isinstance(self.block.rows, PlainSlice) and self.block.geometry.is_classic
        return plain and not self.scale.isomorphs

    def answers(self) -> Iterator[Rating | Unrated]:
        """The answer to each puzzle."""
        board, cells = self.block.geometry, self.block.cells
        for k, found in enumerate(self.found):
            if isinstance(found, Rating | Unrated):
                yield found
            else:
                yield self.scale.answer(Puzzle.trusted(cells[81 * k : 81 * k + 81], board), found)


def rate_stream(
    items: Iterable[PlainRows | Record | BadRow], scale: Scale, *, jobs: int = 1, dask: str | None = None
) -> Iterator[Rated]:
    """The ratings of a stream of rows, block by block; a puzzle with rules beyond houses is refused."""
    alone = _Work(scale, threads_of(jobs))
    for block, found in in_blocks(
        _Work(scale), items, jobs=jobs, dask=dask, size=RUN, slow=1, light=_is_classic, alone=alone
    ):
        yield Rated(scale, block, found)


def _is_classic(block: Sent) -> bool:
    """Of the classic board, rated by kernels alone."""
    return block[0].is_classic


def _ratings(stream: Iterator[Rated]) -> Iterator[Rating | Unrated]:
    for part in stream:
        yield from part.answers()


def _columns(ratings: Iterator[Rating | Unrated]) -> Columns:
    """`er`, `ep`, `ed` (NaN where there is none), `verdict`, `technique` and `hardest`."""
    import numpy as np

    records = [rating.to_dict() for rating in ratings]
    found: Columns = {
        name: np.array([one.get(name, np.nan) for one in records], dtype=float) for name in ("er", "ep", "ed")
    }
    return found | {name: words([one.get(name, "") for one in records]) for name in ("verdict", "technique", "hardest")}


def _block_columns(part: Rated) -> Columns:
    import numpy as np

    if not part.is_plain:
        return _columns(part.answers())
    numbers = np.array(part.found, dtype=np.int64).reshape(-1, 5)
    ends, hardest = numbers[:, 3], numbers[:, 4]
    rated = ends < FULL
    tenths = np.where(rated[:, None], numbers[:, :3] / 10, np.nan)
    names = {code: technique_name(code) for code in set(hardest[rated & (hardest >= 0)].tolist())}
    keys = [names.get(code, ("", "")) if there else ("", "") for code, there in zip(hardest.tolist(), rated.tolist())]
    said = [VERDICTS[end] for end in ends.tolist()]
    found: Columns = {name: tenths[:, k] for k, name in enumerate(("er", "ep", "ed"))}
    return found | {
        "verdict": words(said),
        "technique": words(k for k, _ in keys),
        "hardest": words(n for _, n in keys),
    }
