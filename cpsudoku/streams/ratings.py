"""Ratings of many puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice

from cpsudoku.board.given import stream_of
from cpsudoku.board.puzzle import Given, Puzzle
from cpsudoku.rating.answers import Rating, Unrated
from cpsudoku.rating.rater import CHUNK
from cpsudoku.rating.scale import allowed, rate_chunk, settled_rater, understood
from cpsudoku.streams.parallel import in_order
from cpsudoku.streams.tables import Columns, Many, items_of, texts_of, words


def rate_many(
    puzzles: Iterable[Given],
    *,
    jobs: int = 1,
    without: Iterable[str] = (),
    max_er: float | None = None,
    only: str = "",
    dask: str | None = None,
) -> Many[Rating | Unrated]:
    """The ratings of a stream of puzzles, in its order; options as in `rate`.

    *jobs* processes (-1: one a core), or the Dask cluster at *dask*, through `parallel`. Reads ahead by a few chunks
    only.
    """
    parsed = (understood(puzzle, None)[0] for puzzle in items_of(stream_of(texts_of(puzzles), "rate_many")))
    settled_rater(0, max_er, only)  # refuses at once what would be refused at the first puzzle
    return Many(_rated(parsed, allowed(without), max_er, only, jobs, dask), _columns)


def _columns(ratings: Iterator[Rating | Unrated]) -> Columns:
    """`er`, `ep`, `ed` (NaN where there is none), `verdict`, `technique` and `hardest`."""
    import numpy as np

    made = [rating.to_dict() for rating in ratings]
    found: Columns = {
        name: np.array([one.get(name, np.nan) for one in made], dtype=float) for name in ("er", "ep", "ed")
    }
    return found | {name: words([one.get(name, "") for one in made]) for name in ("verdict", "technique", "hardest")}


def _rated(
    parsed: Iterator[Puzzle], rungs: int, max_er: float | None, only: str, jobs: int, dask: str | None
) -> Iterator[Rating | Unrated]:
    if jobs == 1 and dask is None:
        rater = settled_rater(rungs, max_er, only)
        for chunk in _chunks(parsed, CHUNK):
            yield from rate_chunk(chunk, rungs, max_er, only, rater)
        return
    work = partial(rate_chunk, rungs=rungs, max_er=max_er, only=only)
    for _, answers in in_order(work, _chunks(parsed, CHUNK), jobs, dask):
        yield from answers


def _chunks(items: Iterable[Puzzle], size: int) -> Iterator[list[Puzzle]]:
    stream = iter(items)
    while chunk := list(islice(stream, size)):
        yield chunk
