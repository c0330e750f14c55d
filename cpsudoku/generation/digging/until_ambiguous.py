"""Dig `until-ambiguous`: the rule of the C# RecursiveGenerator.

Remove clues in random order; the first removal that loses uniqueness is taken back, and that is the puzzle. Uniqueness
is monotone along the order, so the place is found by bisection: at most 7 questions at 9x9 instead of some 37.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.board.puzzle import Solution
from cpsudoku.board.symmetry import orbits
from cpsudoku.generation.digging.minimal import goal
from cpsudoku.kernels.randomness import Stream
from cpsudoku.questions.reduction.deletion import Deletion
from cpsudoku.questions.reduction.deletion import dig as delete

if TYPE_CHECKING:
    from cpsudoku.generation.recipe import Recipe
    from cpsudoku.subsets.clue_oracles import Oracle

BIAS = "stops at the first clue that is needed; seldom minimal"
NUMBERS = "mean 44.85 clues, sd 8.2"
"""Of single cells dug from uniform 9x9 grids (mean 44.85 +- 0.03); from those of fill `recursive` the mean is 44.4."""


def dig(recipe: Recipe, solution: Solution, stream: Stream, oracle: Oracle) -> Deletion:
    """See `reduction.deletion.dig`."""
    fewest = goal(recipe, stream)
    order = stream.shuffled(orbits(recipe.geometry, recipe.symmetry))
    return delete(oracle, solution, order, fewest=fewest, thorough=False, limits=recipe.limits)
