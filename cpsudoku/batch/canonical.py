"""Canonical forms of many puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import starmap

from cpsudoku.batch.blocks import Cells, Part, in_blocks, many_of
from cpsudoku.batch.rows import readable
from cpsudoku.batch.tables import Columns, Many, grids, texts_of
from cpsudoku.board.coerce import stream_of
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.formats import BadRow, PlainRows, Record
from cpsudoku.questions.canonical import CanonicalForm, Forms, forms_of

WHAT = "the canonical form"
"""What knows houses only, in messages."""
SLOW = 16
"""Puzzles a block at most on large boards."""


def _refused(puzzle: Puzzle) -> str:
    return puzzle.beyond_houses(WHAT)


def canonical_many(puzzles: Iterable[PuzzleLike], *, jobs: int = 1, dask: str | None = None) -> Many[CanonicalForm]:
    """`canonical_forms` of a stream, on *jobs* processes (-1: every core) or the Dask cluster at *dask*.

    *puzzles* may be an array (N, 9, 9) or a table, and the answers can be had as such: see `Many`.
    """
    stream = forms_stream(readable(stream_of(texts_of(puzzles), "canonical_many"), _refused), jobs=jobs, dask=dask)
    return many_of(stream, _columns)


@dataclass(slots=True)
class Formed(Part[CanonicalForm]):
    """A block and the canonical forms of its puzzles."""

    forms: Forms

    def answers(self) -> Iterator[CanonicalForm]:
        """The form of each readable row. Raises UsageError where one has none."""
        return map(self.forms.form, range(len(self.forms.automorphisms)))

    def columns(self) -> Columns:
        """The answers as arrays."""
        import numpy as np

        forms = self.forms
        automorphisms = np.array(forms.automorphisms, dtype=np.int64)
        if (automorphisms <= 0).any():
            forms.form(int(np.argmax(automorphisms <= 0)))  # raises
        side = forms.geometry.side
        return {
            "canonical": np.frombuffer(forms.cells, dtype=np.uint8).reshape(-1, side, side),
            "automorphisms": automorphisms,
        }


def forms_stream(
    items: Iterable[PlainRows | Record | BadRow], *, jobs: int = 1, dask: str | None = None
) -> Iterator[Formed]:
    """The canonical forms of a stream of rows, block by block; those of puzzles with constraints are refused."""
    return starmap(Formed, in_blocks(work, items, jobs=jobs, dask=dask, slow=SLOW))


def work(sent: Cells) -> Forms:
    """What a worker does to a block."""
    geometry, cells, constraints = sent
    puzzle = Puzzle.trusted(cells[: geometry.size], geometry, constraints)
    if not puzzle.houses_only:
        number = len(cells) // geometry.size
        return Forms(geometry, bytes(len(cells)), [0] * number, puzzle.beyond_houses(WHAT))
    return forms_of(geometry, cells)


def _columns(forms: Iterator[CanonicalForm]) -> Columns:
    """`canonical`: grids; `automorphisms`."""
    import numpy as np

    every = list(forms)
    return {
        "canonical": grids([form.puzzle.cells for form in every]),
        "automorphisms": np.array([form.automorphisms for form in every], dtype=np.int64),
    }
