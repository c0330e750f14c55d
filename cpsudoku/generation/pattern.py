"""Puzzles whose clues stand exactly on a given pattern of cells.

A random grid gives the digits. Then some clues at a time are freed: all solutions of what is left are listed and
grouped by the digits they have there; a group of one is a unique puzzle on the pattern, else a smallest group goes on.
"""

from __future__ import annotations

from collections import Counter

from cpsudoku.board.puzzle import Solution
from cpsudoku.generation.bottom_up import engine_of
from cpsudoku.generation.filling import fill
from cpsudoku.generation.recipe import Recipe
from cpsudoku.kernels.randomness import Stream
from cpsudoku.questions.reduction.deletion import Deletion
from cpsudoku.subsets.clue_oracles import Oracle

BIAS = "digits come from a random grid and are mended until unique; what that favours is not known"
STEPS = 60
LISTED = 1000
"""Solutions listed at most for one step."""


def attempt(recipe: Recipe, stream: Stream, oracle: Oracle) -> tuple[Solution, Deletion, bool] | None:
    """One start and up to STEPS steps from it; None where none led to a unique puzzle."""
    board = recipe.geometry
    pattern = sorted(recipe.pattern or ())
    engine = engine_of(recipe.engine, board)
    grid = fill(recipe.fill, board, stream)
    for _ in range(STEPS):
        cells = bytearray(board.size)
        for cell in pattern:
            cells[cell] = grid[cell]
        freed = stream.shuffled(pattern)[: min(len(pattern), 2 + stream.number(2))]
        for cell in freed:
            cells[cell] = 0
        outcome = engine.search(bytes(cells), LISTED, recipe.limits)
        if not outcome.solutions:
            return None
        groups = Counter(bytes([found[cell] for cell in freed]) for found in outcome.solutions)
        fewest = min(groups.values())
        pick = stream.shuffled(
            [found for found in outcome.solutions if groups[bytes([found[cell] for cell in freed])] == fewest]
        )[0]
        grid = pick
        if fewest == 1 and outcome.complete:
            return Solution.trusted(grid, board), Deletion(frozenset(pattern), False, 0), False
    return None
