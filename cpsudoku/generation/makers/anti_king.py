"""Anti-king: no digit diagonally next to itself."""

from __future__ import annotations

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.anti_king import AntiKing
from cpsudoku.constraints.base import Constraint

ABOUT = "no two equal digits diagonally next to each other"


def rules(board: Geometry) -> tuple[Constraint, ...]:
    """The rule of the whole board."""
    return (AntiKing().on(board),)
