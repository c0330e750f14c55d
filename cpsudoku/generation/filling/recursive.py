"""Fill `recursive`: the fill of the C# RecursiveGenerator.

Take the cell with the fewest possible digits (the first of them), try its digits in random order, go on, and come back
where a cell has none left.
"""

from __future__ import annotations

from cpsudoku.board.geometry import Geometry
from cpsudoku.errors import UsageError
from cpsudoku.kernels.general.filling import Filler
from cpsudoku.kernels.randomness import Stream
from cpsudoku.lending import Lender

BIAS = "not uniform: a grid's chance is the product of 1/choices along the way to it"
MOST_NODES = 20_000_000


def fill(geometry: Geometry, stream: Stream) -> bytes:
    """A grid. Raises UsageError where the search does not end: plain backtracking is for boards up to 16x16."""
    with filler(geometry) as search:
        grid: bytes | None = search.recursive(stream, MOST_NODES)
    if grid is None:
        raise UsageError(f"fill recursive found no grid of {geometry} in {MOST_NODES:,} steps; use sat or swap")
    return grid


def _made(geometry: Geometry) -> Filler:
    return Filler(geometry.side, geometry.houses)


filler: Lender[Filler] = Lender(_made)
"""A board's tables and the memory of one search."""
