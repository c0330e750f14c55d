"""Region sum lines: each box that the line passes has the same sum on it."""

from __future__ import annotations

from cpsudoku.constraints.sums import RegionSumLine
from cpsudoku.generation.makers.sketch import Sketch

ABOUT = "region sum lines of 3 to 7 cells, no two in one cell"
SIZES = (3, 7)
NUMBER = (8, 12)
HEAD_START = 0.8


def place(sketch: Sketch) -> None:
    """Random walks with equal sums in their boxes."""
    sketch.lines(SIZES, NUMBER, RegionSumLine)
