"""`generate`, `generate_many`, and the stream under them: puzzle number *index* of a seed."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Unpack

from cpsudoku.batch.tables import Columns, Many, grids
from cpsudoku.board.coerce import drawn_by
from cpsudoku.errors import UsageError
from cpsudoku.generation.draws import Drawn, drawn, draws, is_native, records
from cpsudoku.generation.effort import make
from cpsudoku.generation.options import Options, recipe, shows_options
from cpsudoku.generation.recipe import Generated, Ratings, Recipe
from cpsudoku.generation.runs import Run, in_runs
from cpsudoku.rating.numbers import SOLVED
from cpsudoku.rating.rater import CHUNK, Rater


@shows_options
def generate(*, seed: int | None = None, index: int = 0, **options: Unpack[Options]) -> Generated:
    """One puzzle, unique and minimal unless the options say otherwise, drawn by *seed* and *index*.

    Without *seed* one is drawn, and stated in the record. Options are those of `recipe`.
    The puzzle is confirmed: SAT proves it unique, and checked second solutions (SAT on other boards than 9x9) show each
    clue needed where it is called minimal; confirm="none" omits that (some 0.1 ms at 9x9). EnginesDisagree is raised
    where a claim is refuted.
    `generate(rating=(7.0, 7.4))` aims: ER 7.0 to 7.4. The record has `missed` where nothing fitted within the attempts
    or the time: no puzzle then, or the best one where a rating, technique or effort was aimed at.
    """
    wanted = recipe(**options)
    seed = new_seed() if seed is None else seed
    drawn_by(seed, index)
    return next(candidates(wanted, seed, [index]))


@shows_options
def generate_many(
    count: int,
    *,
    seed: int | None = None,
    start: int = 0,
    jobs: int = 1,
    dask: str | None = None,
    **options: Unpack[Options],
) -> Many[Generated]:
    """Puzzles number *start* .. *count* - 1 of a seed, lazily and in order; the same ones for any number of *jobs*."""
    if count < 0 or start < 0:
        raise UsageError(f"count {count}, start {start}: at least 0")
    wanted = recipe(**options)
    seed = new_seed() if seed is None else seed
    drawn_by(seed, max(start, count - 1))
    work = _Chunk(wanted, seed)
    stream = in_runs(work, start, count, jobs, dask)
    return Many(stream, work.each, _columns, _drawn_columns if work.draws else None)


def _columns(puzzles: Iterator[Generated]) -> Columns:
    """`puzzle`, `solution`, `clues`, `minimal`, `index`, and `er`, `ep`, `ed` where requested."""
    import numpy as np

    every = list(puzzles)
    found: Columns = {
        "puzzle": grids([one.puzzle.cells if one.puzzle is not None else b"" for one in every]),
        "solution": grids([one.solution.cells if one.solution is not None else b"" for one in every]),
        "clues": np.array([one.clues for one in every], dtype=np.int64),
        "minimal": np.array([one.minimal for one in every], dtype=bool),
        "index": np.array([one.index for one in every], dtype=np.uint64),
    }
    if any(one.rating is not None for one in every):
        for k, name in enumerate(("er", "ep", "ed")):
            found[name] = np.array([one.rating[k] if one.rating is not None else np.nan for one in every])
    return found


def _drawn_columns(part: Drawn | list[Generated]) -> Columns:
    import numpy as np

    assert isinstance(part, Drawn)
    puzzles = np.frombuffer(part.puzzles, dtype=np.uint8).reshape(-1, 9, 9)
    return {
        "puzzle": puzzles,
        "solution": np.frombuffer(part.grids, dtype=np.uint8).reshape(-1, 9, 9),
        "clues": (puzzles > 0).sum((1, 2)).astype(np.int64),
        "minimal": np.frombuffer(part.minimal, dtype=np.uint8) == 1,
        "index": np.array(part.indices, dtype=np.uint64),
    }


@dataclass(frozen=True, slots=True)
class _Chunk:
    """The work of one worker: a run of consecutive puzzles."""

    recipe: Recipe
    seed: int

    @property
    def draws(self) -> bool:
        """Whether a kernel generates the puzzles, and their records need nothing else."""
        return is_native(self.recipe) and not self.recipe.rated

    def __call__(self, run: Run) -> Drawn | list[Generated]:
        if self.draws:
            return drawn(self.recipe, self.seed, run.numbers)
        return list(candidates(self.recipe, self.seed, run.numbers))

    def each(self, parts: Iterator[Drawn | list[Generated]]) -> Iterator[Generated]:
        """The puzzles of the workers' results."""
        for part in parts:
            yield from records(self.recipe, self.seed, part) if isinstance(part, Drawn) else part


def new_seed() -> int:
    """A seed to be stated with the output."""
    return secrets.randbelow(1 << 32)


def candidates(recipe: Recipe, seed: int, indices: Iterable[int]) -> Iterator[Generated]:
    """The puzzles with these numbers of a seed, in that order; by a kernel where the recipe allows."""
    wanted = list(indices)
    if recipe.old:
        from cpsudoku.generation.novelty import fresh

        yield from fresh(recipe, seed, wanted, candidates)
    elif recipe.making is not None:
        from cpsudoku.generation.making.make import make_variant

        for index in wanted:
            yield make_variant(recipe, seed, index)
    elif recipe.aim is not None:
        from cpsudoku.generation.aiming.methods import aimed

        yield from aimed(recipe, seed, wanted)
    elif recipe.method == "effort":
        for index in wanted:
            yield make(recipe, seed, index)
    elif recipe.rated:
        yield from _rated(candidates(replace(recipe, rated=False), seed, wanted))
    else:
        yield from draws(recipe, seed, wanted)


def _rated(records: Iterator[Generated]) -> Iterator[Generated]:
    """The records with their ratings."""
    rater = Rater()
    while chunk := list(islice(records, CHUNK)):
        there = [record.puzzle.cells for record in chunk if record.puzzle is not None]
        found = iter(rater.rate_chunk(b"".join(there)))
        for record in chunk:
            if record.puzzle is not None:
                er, ep, ed, end, _ = next(found)
                if end == SOLVED:
                    record = replace(record, rating=Ratings(er / 10, ep / 10, ed / 10))
            yield record
