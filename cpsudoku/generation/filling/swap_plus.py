"""Fill `swap+`: the moves of `swap`, and one that exchanges two digits.

After each loop two digits are chosen and exchanged in one of the sets of cells in which they hang together through
rows, columns and boxes. It joins the two components of the 6x6 grids, and at 9x9 it can change the sign that `swap`
keeps: exchanging two digits everywhere changes the sign of all 27 permutations.
"""

from __future__ import annotations

from cpsudoku.board.geometry import Geometry
from cpsudoku.generation.filling import swap
from cpsudoku.kernels.randomness import Stream

BIAS = "not uniform after few loops; reaches both signs at 9x9 and all 6x6 grids"


def fill(geometry: Geometry, stream: Stream, *, start: bytes | None = None, loops: int = swap.LOOPS) -> bytes:
    """A grid some moves away from *start*. Raises UsageError for a board without bands."""
    return swap.fill(geometry, stream, start=start, loops=loops, across=True)
