"""Fill `swap`: the cell swaps of the VB6 article.

Start from a valid grid, visit all cells in random order for a number of loops; at each choose row or column and one of
the other lines of its band, swap the two cells' digits, and follow the repeated digit along the two lines, swapping on,
until the grid is valid again.

Each move exchanges two lines on a cycle of L columns: the two lines change sign together, L columns and L box places
change theirs. So the product of the signs of all row, column and box permutations never changes, and from one start
only grids of its sign can be reached: at most half of all 9x9 grids, one of two components of the 6x6 grids (all 288
grids at 4x4). `swap+` has a move that gets across.
"""

from __future__ import annotations

from cpsudoku.board.geometry import Geometry
from cpsudoku.errors import UsageError
from cpsudoku.kernels.classic.swapping import Swapper
from cpsudoku.kernels.randomness import Stream
from cpsudoku.lending import Lender

BIAS = "not uniform: few loops stay near the start, and at 9x9 the moves keep a sign that half of all grids do not have"
LOOPS = 5
NAMED = {"vb6": bytes(map(int, "123456789456789123789123456312645978645978312978312645231564897564897231897231564"))}
"""9x9 grids to start from, by name: `vb6` is that of the article."""


def fill(
    geometry: Geometry, stream: Stream, *, start: bytes | None = None, loops: int = LOOPS, across: bool = False
) -> bytes:
    """A grid some moves away from *start* (a pattern grid by default). Raises UsageError for a board without bands."""
    if geometry.regions is not None or geometry.extras:
        raise UsageError(f"fill swap moves digits within bands of plain boxes; {geometry} is another board: use sat")
    if loops < 0:
        raise UsageError(f"loops {loops}: at least 0")
    grid = start if start is not None else pattern_grid(geometry)
    with swapper(geometry.box_rows, geometry.box_cols) as mover:
        return bytes(mover.walk(grid, stream, loops, across))


swapper: Lender[Swapper] = Lender(Swapper)
"""The mover of a board with boxes of so many rows and columns."""


def pattern_grid(geometry: Geometry) -> bytes:
    """The customary grid to start from: each row is the one above, shifted by a box, or by one at a new band."""
    n, rows, columns = geometry.side, geometry.box_rows, geometry.box_cols
    return bytes([(r % rows * columns + r // rows + c) % n + 1 for r in range(n) for c in range(n)])
