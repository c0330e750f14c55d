"""Puzzles to order, by one of the methods of search.

The kernels search; what is delivered is confirmed as every puzzle is (`confirmation`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.errors import UsageError
from cpsudoku.generation.aiming import rating_guided, vicinity
from cpsudoku.generation.aiming.search import Draft, Enough, Judged, Search
from cpsudoku.generation.confirmation import settled_each
from cpsudoku.generation.recipe import Generated, Ratings, Recipe, stream_of

BATCH = 256
"""Samples drawn at a time."""
SAMPLES = 4096
"""Samples before the vicinity of the best of them is searched."""
HARD_SAMPLES = 512
"""The same for hard targets, which samples seldom hit, and where each costs much."""
PATTERN_SAMPLES = 16
"""The same on a pattern, where each takes long to make."""


def aimed(recipe: Recipe, seed: int, indices: Sequence[int]) -> Iterator[Generated]:
    """The puzzles with these numbers of a seed, confirmed together; see `Recipe.aim`.

    Each meets the aim, or is the best found, marked as missed.
    """
    search: Search | None = None
    found: list[Generated] = []
    for index in indices:
        if search is None:
            search = Search(recipe, stream_of(seed, index))
        else:
            search.begin(stream_of(seed, index))
        with suppress(Enough):
            _run(search)
        found.append(_record(search, seed, index))
    there = [(r.puzzle, r.solution) for r in found if r.puzzle is not None and r.solution is not None]
    proven = iter(settled_each(recipe, there))
    for record in found:
        yield record if record.puzzle is None else replace(record, minimal=next(proven))


def _run(search: Search) -> None:
    """By the method the aim names. Raises Enough; UsageError where the method does not suit the recipe."""
    run, suits, suited = METHODS[search.aim.method]
    if not suits(search):
        raise UsageError(f"method {search.aim.method} is for {suited}")
    run(search)


def _by_sampling(search: Search) -> None:
    while True:
        search.sample(BATCH, whole=False)


def _auto(search: Search) -> None:
    """The method follows from the target.

    Minimal puzzles of most ratings turn up among samples; where they do not, the best samples start a vicinity search.
    Puzzles that need not be minimal are dug by their rating, with samples in between. Other boards are sampled.
    """
    if search.recipe.minimal is False and rating_guided.suits(search):
        while True:
            for _ in range(8):
                rating_guided.dig(search)
            search.sample(64)
    if not vicinity.suits(search):
        _by_sampling(search)
    wanted, batch = SAMPLES, BATCH
    if search.recipe.pattern is not None:
        wanted = batch = PATTERN_SAMPLES
    elif search.aim.sought[0] >= vicinity.HARD:
        wanted = HARD_SAMPLES
    begun: list[tuple[Judged, Draft]] = []
    first = 0
    for _ in range(wanted // batch):
        known = search.best is not None
        begun += search.sample(batch, whole=False)
        first = first if known else len(begun)
    vicinity.run(search, [*search.completed(begun[:first]), *begun[first:]])


def _any(search: Search) -> bool:
    return True


METHODS: dict[str, tuple[Callable[[Search], None], Callable[[Search], bool], str]] = {
    "auto": (_auto, _any, ""),
    "sampling": (_by_sampling, _any, ""),
    "steering": (rating_guided.run, rating_guided.suits, "9x9 boards without a pattern or a grid to start from"),
    "vicinity": (vicinity.run, vicinity.suits, "9x9 boards and puzzles without clues (or orbits) to spare"),
}
"""Name -> the search, which goes on until Enough; whether it suits a recipe; the recipes that it suits, in words."""


def _record(search: Search, seed: int, index: int) -> Generated:
    """The record of what was found; whether that is minimal is not known yet."""
    recipe, best = search.recipe, search.best
    if best is None:
        missed = recipe.missed(seed, index, search.tries, search.why)
        return replace(missed, method=search.method or search.aim.method)
    solution = Solution.trusted(best.draft.solution, recipe.geometry)
    puzzle = Puzzle.trusted(best.draft.cells, recipe.geometry)
    rating = Ratings(*(tenths / 10 for tenths in best.judged.ratings))
    record = recipe.record(puzzle, solution, False, seed, index, search.tries)
    return replace(record, method=best.method, missed=search.why, rating=rating)
