"""Diagonals: no digit twice on either."""

from __future__ import annotations

from cpsudoku.constraints.diagonal import Diagonal

ABOUT = "no digit twice on either diagonal"
RULES = (Diagonal("+"), Diagonal("-"))
