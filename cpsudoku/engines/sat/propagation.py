"""Boards that propagate singles, each lent to one user at a time."""

from __future__ import annotations

from cpsudoku.board.geometry import Geometry
from cpsudoku.errors import UsageError
from cpsudoku.kernels.general.singles import Propagator
from cpsudoku.lending import Lender, Loan


def _made(geometry: Geometry) -> Propagator:
    if geometry.layout is not None:
        raise UsageError(f"propagation of singles needs a square board with digits from 1; this is {geometry}")
    return Propagator(geometry.side, [house.cells for house in geometry.houses])


_boards: Lender[Propagator] = Lender(_made, 16)


def board_of(geometry: Geometry) -> Loan[Propagator]:
    """`with board_of(geometry) as board`: a board that belongs to this user until the block ends.

    Raises UsageError there where the geometry has a layout of its own.
    """
    return _boards(geometry)
