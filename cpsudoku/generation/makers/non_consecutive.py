"""Non-consecutive: neighbours never differ by 1."""

from __future__ import annotations

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.non_consecutive import NonConsecutive

ABOUT = "no two neighbours that differ by 1"


def rules(board: Geometry) -> tuple[Constraint, ...]:
    """The rule of the whole board."""
    return (NonConsecutive().on(board),)
