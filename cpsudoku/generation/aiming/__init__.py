"""Puzzles to order: the search for a puzzle of a wanted rating or technique. One method a file.

The kernels search; what is delivered is confirmed as every puzzle is (`confirmation`).
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.errors import UsageError
from cpsudoku.generation.aiming.search import BestDraft, Draft, Enough, Search, watch
from cpsudoku.generation.aiming.targets import METHODS, Aim
from cpsudoku.generation.confirmation import settled
from cpsudoku.generation.generated import Generated, Ratings
from cpsudoku.generation.recipe import Recipe
from cpsudoku.kernels.randomness import Stream, derive

_WORD = (1 << 64) - 1


def aimed(recipe: Recipe, seed: int, index: int) -> Generated:
    """Puzzle number *index* of this seed: one that meets the aim, or the best found, marked as missed."""
    search = Search(recipe, Stream(derive(seed & _WORD, index)))
    with suppress(Enough):
        _run(search)
    return _record(search, seed, index)


def _run(search: Search) -> None:
    """By the method the aim names."""
    module = import_module(METHODS[search.aim.method])
    if not module.suits(search):
        raise UsageError(f"method {search.aim.method} is for {module.WANTS}")
    module.run(search)


def _record(search: Search, seed: int, index: int) -> Generated:
    recipe, best = search.recipe, search.best
    board = recipe.geometry
    if best is None:
        name = search.method or search.aim.method
        return Generated(None, None, False, seed, index, recipe.symmetry, name, search.tries, search.why)
    solution = Solution.trusted(best.draft.solution, board)
    puzzle = Puzzle.trusted(best.draft.cells, board)
    return Generated(
        puzzle, solution, settled(puzzle, solution, recipe), seed, index, recipe.symmetry, best.method, search.tries,
        search.why, Ratings(*(tenths / 10 for tenths in best.judged.ratings)), confirmed=recipe.confirmer,
    )  # fmt: skip


__all__ = ["Aim", "BestDraft", "Draft", "Enough", "Search", "aimed", "watch"]
