"""Canonical forms of many puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from cpsudoku.board.given import stream_of
from cpsudoku.board.puzzle import Given, Puzzle
from cpsudoku.questions.canonical import CHUNK, CanonicalForm, canonical_forms
from cpsudoku.streams.parallel import in_order
from cpsudoku.streams.tables import Columns, Many, grids, items_of, texts_of


def canonical_many(puzzles: Iterable[Given], *, jobs: int = 1, dask: str | None = None) -> Many[CanonicalForm]:
    """`canonical_forms` of a stream, on *jobs* processes (-1: every core) or the Dask cluster at *dask*.

    *puzzles* may be an array (N, 9, 9) or a table, and the answers can be had as such: see `Many`.
    """
    stream = map(Puzzle.of, items_of(stream_of(texts_of(puzzles), "canonical_many")))
    return Many(_forms(stream, jobs, dask), _columns)


def _forms(stream: Iterator[Puzzle], jobs: int, dask: str | None) -> Iterator[CanonicalForm]:
    parts: Iterator[list[Puzzle]] = iter(lambda: list(islice(stream, CHUNK)), [])
    for _, found in in_order(_chunk, parts, jobs, dask):
        yield from found


def _chunk(puzzles: list[Puzzle]) -> list[CanonicalForm]:
    return list(canonical_forms(puzzles))


def _columns(forms: Iterator[CanonicalForm]) -> Columns:
    """`canonical`: grids; `automorphisms`."""
    import numpy as np

    every = list(forms)
    return {
        "canonical": grids([form.puzzle.cells for form in every]),
        "automorphisms": np.array([form.automorphisms for form in every], dtype=np.int64),
    }
