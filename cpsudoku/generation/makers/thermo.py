"""Thermometers: digits rise from the bulb."""

from __future__ import annotations

from cpsudoku.constraints.thermo import Thermometer
from cpsudoku.generation.makers.sketch import Sketch

ABOUT = "thermometers of 3 to 6 cells, no two in one cell"
SIZES = (3, 6)
NUMBER = (10, 14)


def place(sketch: Sketch) -> None:
    """Random walks along digits that keep it."""

    def fits(digits: list[int]) -> bool:
        return digits[-1] > digits[-2]

    sketch.lines(SIZES, NUMBER, fits, Thermometer, directed=True)
