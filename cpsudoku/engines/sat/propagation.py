"""Boards that propagate singles, each lent to one user at a time."""

from __future__ import annotations

from cpsudoku.board.geometry import Geometry
from cpsudoku.errors import UsageError
from cpsudoku.kernels.general.singles import Propagator
from cpsudoku.lending import Lender


def _new_board(geometry: Geometry) -> Propagator:
    if geometry.layout is not None:
        raise UsageError(f"propagation of singles needs a square board with digits from 1; this is {geometry}")
    return Propagator(geometry.side, [house.cells for house in geometry.houses])


board_of: Lender[Propagator] = Lender(_new_board, 16)
"""`with board_of(geometry) as board`: a board that belongs to this user until the block ends.

Raises UsageError there where the geometry has a layout of its own.
"""
