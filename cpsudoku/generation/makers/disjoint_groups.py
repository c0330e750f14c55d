"""Disjoint groups: equal places of the boxes hold different digits."""

from __future__ import annotations

from cpsudoku.constraints.different import DisjointGroups

ABOUT = "different digits in the same place of all boxes"
RULES = (DisjointGroups(),)
