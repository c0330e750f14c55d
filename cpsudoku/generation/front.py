"""`generate` and `generate_many`."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from cpsudoku.board.geometry import CLASSIC, Cell, Geometry
from cpsudoku.board.puzzle import Solution
from cpsudoku.errors import UsageError
from cpsudoku.generation.candidates import candidates, is_native
from cpsudoku.generation.recipe import Recipe
from cpsudoku.generation.record import Record
from cpsudoku.parallel import in_order


def generate(*, seed: int | None = None, index: int = 0, **options: Any) -> Record:
    """One puzzle, unique and minimal unless the options say otherwise, drawn by *seed* and *index*.

    Without *seed* one is drawn, and stated in the record. Options are those of `recipe`.
    The record has no puzzle, but `missed`, where none fitted within the attempts or the time.
    """
    return next(candidates(recipe(**options), new_seed() if seed is None else seed, [index]))


def generate_many(
    count: int, *, seed: int | None = None, start: int = 0, jobs: int = 1, dask: str | None = None, **options: Any
) -> Iterator[Record]:
    """Puzzles number *start* .. *count* - 1 of a seed, lazily and in order; the same ones for any number of *jobs*."""
    if count < 0 or start < 0:
        raise UsageError(f"count {count}, start {start}: at least 0")
    made = recipe(**options)
    return _stream(made, new_seed() if seed is None else seed, start, count, jobs, dask)


def _stream(made: Recipe, seed: int, start: int, count: int, jobs: int, dask: str | None) -> Iterator[Record]:
    for _, records in in_order(_Chunk(made, seed), _ranges(made, start, count), jobs, dask):
        yield from records


@dataclass(frozen=True, slots=True)
class _Chunk:
    """What a worker does: a run of consecutive puzzles."""

    recipe: Recipe
    seed: int

    def __call__(self, run: tuple[int, int]) -> list[Record]:
        return list(candidates(self.recipe, self.seed, range(*run)))


def _ranges(made: Recipe, start: int, count: int) -> Iterator[tuple[int, int]]:
    """Runs of about a tenth to half a second; the first ones are short, so that output begins early."""
    most = 1024 if is_native(made) else 64 if made.geometry.side <= 9 and made.pattern is None else 1
    if made.method == "controlled-bias" or made.minimal or made.clues is not None:
        most = min(most, 8)
    step = 1
    while start < count:
        stop = min(count, start + step)
        yield start, stop
        start, step = stop, min(most, 2 * step)


def recipe(
    *,
    geometry: Geometry = CLASSIC,
    clues: int | tuple[int, int] | None = None,
    symmetry: str | None = None,
    pattern: str | Iterable[Cell] | None = None,
    start_grid: str | Solution | None = None,
    **options: Any,
) -> Recipe:
    """A Recipe from what people write: a number of clues, a mask, a grid as text. Raises UsageError, NotationError."""
    grid = None
    if start_grid is not None:
        solution = Solution.parse(start_grid, geometry) if isinstance(start_grid, str) else start_grid
        grid = solution.cells
    marked = None
    if pattern is not None:
        marked = frozenset(mask(pattern, geometry) if isinstance(pattern, str) else pattern)
    return Recipe(
        geometry=geometry,
        clues=(clues, clues) if isinstance(clues, int) else clues,
        symmetry=symmetry or "none",
        pattern=marked,
        start=grid,
        **options,
    )


def mask(text: str, geometry: Geometry) -> list[Cell]:
    """The cells a mask marks: one character a cell (blanks and line ends aside), `.`, `0`, `-` and `_` for none."""
    symbols = "".join(text.split())
    if len(symbols) != geometry.size:
        raise UsageError(f"a mask has one character a cell: {geometry.size} on this board; got {len(symbols)}")
    return [cell for cell, symbol in enumerate(symbols) if symbol not in ".0-_"]


def new_seed() -> int:
    """A seed to be stated with the output."""
    return secrets.randbelow(1 << 32)
