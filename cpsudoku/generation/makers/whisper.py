"""German whispers: neighbours on the line differ by 5 or more."""

from __future__ import annotations

from cpsudoku.constraints.lines import Whisper
from cpsudoku.generation.makers.sketch import Sketch

ABOUT = "whispers of 4 to 8 cells, no two in one cell"
SIZES = (4, 8)
NUMBER = (8, 12)


def place(sketch: Sketch) -> None:
    """Random walks along digits that are far apart."""
    apart = (len(sketch.values) and sketch.board.side + 1) // 2

    def fits(digits: list[int]) -> bool:
        return abs(digits[-1] - digits[-2]) >= apart

    sketch.lines(SIZES, NUMBER, Whisper, fits)
