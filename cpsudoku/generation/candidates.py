"""The stream of candidates: puzzle number `index` of a seed, whoever asks and in whatever order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from cpsudoku.generation.aiming import aimed
from cpsudoku.generation.draws import draws
from cpsudoku.generation.effort import make
from cpsudoku.generation.generated import Generated, Ratings
from cpsudoku.generation.recipe import Recipe
from cpsudoku.rating.ends import SOLVED
from cpsudoku.rating.rater import CHUNK, Rater


def candidates(recipe: Recipe, seed: int, indices: Iterable[int]) -> Iterator[Generated]:
    """The puzzles number *indices* of this seed, in that order; by a kernel where the recipe allows."""
    wanted = list(indices)
    if recipe.old:
        from cpsudoku.generation.novelty import fresh

        yield from fresh(recipe, seed, wanted, candidates)
    elif recipe.making is not None:
        from cpsudoku.generation.making.make import made

        for index in wanted:
            yield made(recipe, seed, index)
    elif recipe.aim is not None:
        for index in wanted:
            yield aimed(recipe, seed, index)
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
