"""One singles-propagation board a geometry and process."""

from __future__ import annotations

from functools import lru_cache

from cpsudoku.board.geometry import Geometry
from cpsudoku.kernels.singles import Board


@lru_cache(maxsize=16)
def board_of(geometry: Geometry) -> Board:
    """The propagation board of a geometry, one a process."""
    return Board(geometry.side, [house.cells for house in geometry.houses])
