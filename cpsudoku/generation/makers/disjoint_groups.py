"""Disjoint groups: equal places of the boxes hold different digits."""

from __future__ import annotations

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.disjoint_groups import DisjointGroups

ABOUT = "different digits in the same place of all boxes"


def rules(board: Geometry) -> tuple[Constraint, ...]:
    """The rule of the whole board."""
    return (DisjointGroups().on(board),)
