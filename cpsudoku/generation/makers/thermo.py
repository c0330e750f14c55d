"""Thermometers: digits rise from the bulb."""

from __future__ import annotations

from cpsudoku.constraints.lines import Thermometer
from cpsudoku.generation.makers.sketch import Sketch

ABOUT = "thermometers of 3 to 6 cells, no two in one cell"
SIZES = (3, 6)
NUMBER = (10, 14)


def place(sketch: Sketch) -> None:
    """Random walks along rising digits."""
    sketch.lines(SIZES, NUMBER, Thermometer, rises, directed=True)


def rises(digits: list[int]) -> bool:
    """The last digit is greater than the one before."""
    return digits[-1] > digits[-2]
