"""Between lines: what lies between the two ends is between their digits."""

from __future__ import annotations

from cpsudoku.constraints.automata import Between
from cpsudoku.generation.makers.sketch import Sketch

ABOUT = "between lines of 4 to 7 cells, no two in one cell"
SIZES = (4, 7)
NUMBER = (10, 14)


def place(sketch: Sketch) -> None:
    """Random walks that end as between lines."""
    sketch.lines(SIZES, NUMBER, Between)
