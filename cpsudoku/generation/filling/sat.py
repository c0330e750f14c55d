"""Fill `sat`: a solution from a SAT solver with randomised phases. Any board.

The first row is a random permutation (where no region or extra house objects), variables are numbered in random order
and the solver gets random phases; a fresh solver each time, so that a grid depends on its stream alone.
"""

from __future__ import annotations

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.errors import UsageError
from cpsudoku.kernels.randomness import Stream

BIAS = "unknown, and not uniform: a SAT solver promises a solution, not a fair one"


def fill(geometry: Geometry, stream: Stream, *, solver: str = "minicard", limits: Limits = NO_LIMITS) -> bytes:
    """A grid. Raises UsageError where the board has none, BudgetSpent where *limits* were reached first."""
    from cpsudoku.engines.sat.propagation import board_of
    from cpsudoku.engines.sat.pysat_solvers import random_solution

    side = geometry.side
    first = bytes(stream.shuffled(range(1, side + 1))) + bytes(geometry.size - side)
    with board_of(geometry) as board:
        status = board.load(first)
        rows, candidates = board.residue()
        grid = bytearray(board.values())
    names = stream.shuffled(range(1, len(candidates) + 1))
    liked = [v if stream.number(side) == 0 else -v for v in range(1, len(candidates) + 1)]
    model = random_solution([[names[v - 1] for v in row] for row in rows], liked, solver, limits)
    if model is None:
        raise UsageError(f"{geometry} has no filled grid (status {status})")
    for v, name in enumerate(names):
        if model[name - 1] > 0:
            cell, digit = divmod(candidates[v], side)
            grid[cell] = digit + 1
    return bytes(grid)
