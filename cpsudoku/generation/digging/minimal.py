"""Dig `minimal`: clues, or orbits, go in random order as long as the puzzle stays unique (top-down reduction).

With a clue range and minimality not insisted on, digging stops at a number of clues drawn from the range.
"""

from __future__ import annotations

from cpsudoku.board.puzzle import Solution
from cpsudoku.board.symmetry import orbits
from cpsudoku.generation.recipe import Recipe
from cpsudoku.kernels.randomness import Stream
from cpsudoku.questions.reduction.deletion import Deletion
from cpsudoku.questions.reduction.deletion import dig as delete
from cpsudoku.subsets.clue_oracles import Oracle

BIAS = "top-down: favours puzzles with few clues"
NUMBERS = "mean about 24.4 clues, sd 1.1; the mean of all minimal puzzles is about 26.577"
"""Of single cells dug from uniform 9x9 grids."""


def dig(recipe: Recipe, solution: Solution, stream: Stream, oracle: Oracle, *, thorough: bool = True) -> Deletion:
    """See `reduction.deletion.dig`."""
    fewest = goal(recipe, stream)
    order = stream.shuffled(orbits(recipe.geometry, recipe.symmetry))
    return delete(oracle, solution, order, fewest=fewest, thorough=thorough, limits=recipe.limits)


def goal(recipe: Recipe, stream: Stream) -> int:
    """The number of clues at which digging stops; 0 where it goes on to the end."""
    if recipe.minimal is not False or recipe.clues is None:
        return 0
    fewest, most = recipe.clues
    return fewest + stream.number(most - fewest + 1)
