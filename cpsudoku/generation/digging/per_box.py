"""Dig `per-box`: Scilab's `sudoku_delrandom(X, nr, vari)`.

From each box d = min(n - 2, round(u)) cells go, u uniform between nr - vari and nr + vari, the cells at random. (At 9x9
n - 2 is the 7 of the original.) With a symmetry, boxes are dug orbit by orbit: an orbit goes while every box it
touches still has cells to lose. Uniqueness is not implied: clues are put back in random order until the puzzle is
unique, or it is left raw, as published.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Solution
from cpsudoku.board.symmetry import Orbit, orbits
from cpsudoku.kernels.randomness import Stream
from cpsudoku.reduction.deletion import Dug
from cpsudoku.reduction.deletion import dig as delete

if TYPE_CHECKING:
    from cpsudoku.generation.recipe import Recipe
    from cpsudoku.reduction.oracle import Oracle

BIAS = "the same number of cells from every box, give or take vari; raw puzzles are not unique"
PRESETS = {"easy": (4.72, 0.5), "medium": (5.27, 0.5), "difficult": (5.72, 0.5), "extreme": (6.22, 0.5)}
"""Difficulty -> (nr, vari), as the original's help page has them."""


def dig(recipe: Recipe, solution: Solution, stream: Stream, oracle: Oracle) -> Dug:
    """The puzzle; not `settled`."""
    board = recipe.geometry
    order = chosen(board, recipe.nr, recipe.vari, orbits(board, recipe.symmetry), stream)
    if recipe.raw:
        gone = {cell for group in order for cell in group}
        return Dug(frozenset(range(board.size)) - gone, False, 0)
    # putting clues back in random order until unique = digging in the reverse of that order until ambiguous
    return delete(oracle, solution, order, thorough=False, limits=recipe.limits)


def chosen(board: Geometry, nr: float, vari: float, groups: Sequence[Orbit], stream: Stream) -> list[Orbit]:
    """The groups of cells that go, in a random order."""
    quota = [quota_of(board.side, nr, vari, stream) for _ in range(board.side)]
    found: list[Orbit] = []
    for group in stream.shuffled(groups):
        wanted: dict[int, int] = {}
        for cell in group:
            wanted[board.box_of(cell)] = wanted.get(board.box_of(cell), 0) + 1
        if all(quota[box] >= count for box, count in wanted.items()):
            for box, count in wanted.items():
                quota[box] -= count
            found.append(group)
    return found


def quota_of(side: int, nr: float, vari: float, stream: Stream) -> int:
    """Cells one box loses: min(n - 2, round(uniform[nr - vari, nr + vari])), at least 0; halves round up."""
    drawn = floor(nr - vari + 2 * vari * stream.fraction() + 0.5)
    return max(0, min(max(side - 2, 1), drawn))
