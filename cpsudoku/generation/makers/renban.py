"""Renban lines: a run of digits, in any order."""

from __future__ import annotations

from cpsudoku.constraints.lines import Renban
from cpsudoku.generation.makers.sketch import Sketch

ABOUT = "renban lines of 3 to 6 cells, no two in one cell"
SIZES = (3, 6)
NUMBER = (10, 14)


def place(sketch: Sketch) -> None:
    """Random walks along digits that are close together."""
    longest = sketch.sizes(*SIZES)[1]

    def fits(digits: list[int]) -> bool:
        return len(set(digits)) == len(digits) and max(digits) - min(digits) < longest

    sketch.lines(SIZES, NUMBER, Renban, fits)
