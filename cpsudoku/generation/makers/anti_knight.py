"""Anti-knight: no digit a knight's move from itself."""

from __future__ import annotations

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.anti_knight import AntiKnight
from cpsudoku.constraints.base import Constraint

ABOUT = "no two equal digits a knight's move apart"


def rules(board: Geometry) -> tuple[Constraint, ...]:
    """The rule of the whole board."""
    return (AntiKnight().on(board),)
