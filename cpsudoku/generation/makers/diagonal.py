"""Diagonals: no digit twice on either."""

from __future__ import annotations

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.diagonal import Diagonal

ABOUT = "no digit twice on either diagonal"


def rules(board: Geometry) -> tuple[Constraint, ...]:
    """The rule of the whole board."""
    return (Diagonal("+").on(board), Diagonal("-").on(board))
