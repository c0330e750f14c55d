"""Variant puzzles: constraints drawn on a random grid, then givens and constraints taken away until none can go."""

from __future__ import annotations

from cpsudoku.generation.making.make import make_variant
from cpsudoku.generation.making.wanted import Wanted

__all__ = ["Wanted", "make_variant"]
