"""Dancing links: Sudoku as exact cover.

Every cell holds one digit, and every house holds each digit once: that many demands (columns). Writing a digit into a
cell meets the demand of the cell and one of each of its houses (a row). A solution is a choice of rows that meets every
demand exactly once. Algorithm X takes the demand that the fewest rows can meet and tries each of them; the links let a
column or row be taken out and put back in its old place in constant time a node, without copying. The algorithm is in
`kernels.general.dancing`.

Source: Knuth, "Dancing links", 2000.
"""

from __future__ import annotations

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.native_backtrackers import NATIVE, searched
from cpsudoku.kernels.general.dancing import DancingLinks
from cpsudoku.lending import Lender


def _new_matrix(geometry: Geometry) -> DancingLinks:
    return DancingLinks(geometry.side, [house.cells for house in geometry.houses])


dancing_of: Lender[DancingLinks] = Lender(_new_matrix)


class DlxEngine(Engine):
    """Algorithm X on dancing links, any square geometry."""

    name = "dlx"
    arguments = (NATIVE,)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats` counts nodes (rows tried) and updates (links taken out)."""
        with dancing_of(self.geometry) as kernel:
            return searched(kernel, lambda: {"updates": kernel.links()}, cells, limit, limits)
