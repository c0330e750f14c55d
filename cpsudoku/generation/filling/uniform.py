"""Fill `uniform`: every grid of the board equally likely.

9x9: column sets and acceptance, exact (see `kernels.uniform`). Small boards: renaming the digits makes of each grid n!
grids, exactly one of them with 1 .. n in the first row. Those are listed once, one is drawn, and its digits are renamed
at random.
"""

from __future__ import annotations

from functools import lru_cache

from cpsudoku.board.geometry import Geometry
from cpsudoku.errors import UsageError
from cpsudoku.kernels.classic.uniform import uniform as uniform9
from cpsudoku.kernels.randomness import Stream

BIAS = "exactly uniform: every grid equally likely"
MOST = 200_000
"""Grids with a given first row that are listed at most (6x6 has 39,168)."""


def fill(geometry: Geometry, stream: Stream) -> bytes:
    """A uniform grid. Raises UsageError for a board whose grids are too many to list."""
    if geometry.is_classic:
        return uniform9(stream)
    listed = reduced_grids(geometry)
    side = geometry.side
    grid = listed[stream.number(len(listed))]
    names = stream.shuffled(range(1, side + 1))
    return grid.translate(bytes([0, *names, *range(side + 1, 256)]))


@lru_cache(maxsize=4)
def reduced_grids(geometry: Geometry) -> tuple[bytes, ...]:
    """Every grid with 1 .. n in the first row, in order. Raises UsageError where they are too many, or none."""
    from cpsudoku.kernels.general.filling import Filler

    found: list[bytes] = Filler(geometry.side, geometry.houses).every(MOST) if geometry.side <= 8 else []
    if geometry.side > 8 or len(found) > MOST:
        raise UsageError(f"fill uniform knows 9x9 and boards with few grids (4x4, 6x6), not {geometry}: use sat")
    if not found:
        raise UsageError(f"{geometry} has no filled grid")
    return tuple(sorted(found))
