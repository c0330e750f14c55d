"""Diagonals: no digit twice on either."""

from __future__ import annotations

from cpsudoku.constraints.different import Diagonal

ABOUT = "no digit twice on either diagonal"
RULES = (Diagonal("+"), Diagonal("-"))
