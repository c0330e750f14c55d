"""Puzzles to order: the search for a puzzle of a wanted rating or technique. One method a file.

The kernels search; what is delivered is confirmed as every puzzle is (`confirmation`).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from importlib import import_module

from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.errors import UsageError
from cpsudoku.generation.aiming.search import Enough, Search
from cpsudoku.generation.aiming.targets import METHODS
from cpsudoku.generation.confirmation import settled
from cpsudoku.generation.generated import Generated, Ratings, stream_of
from cpsudoku.generation.recipe import Recipe


def aimed(recipe: Recipe, seed: int, index: int) -> Generated:
    """Puzzle number *index* of this seed: one that meets the aim, or the best found, marked as missed."""
    search = Search(recipe, stream_of(seed, index))
    with suppress(Enough):
        _run(search)
    return _record(search, seed, index)


def _run(search: Search) -> None:
    """By the method the aim names. Raises UsageError where it does not suit the recipe."""
    module = import_module(METHODS[search.aim.method])
    if hasattr(module, "suits") and not module.suits(search):
        raise UsageError(f"method {search.aim.method} is for {module.WANTS}")
    module.run(search)


def _record(search: Search, seed: int, index: int) -> Generated:
    recipe, best = search.recipe, search.best
    if best is None:
        missed = recipe.missed(seed, index, search.tries, search.why)
        return replace(missed, method=search.method or search.aim.method)
    solution = Solution.trusted(best.draft.solution, recipe.geometry)
    puzzle = Puzzle.trusted(best.draft.cells, recipe.geometry)
    minimal = settled(puzzle, solution, recipe)
    rating = Ratings(*(tenths / 10 for tenths in best.judged.ratings))
    record = recipe.record(puzzle, solution, minimal, seed, index, search.tries)
    return replace(record, method=best.method, missed=search.why, rating=rating)
