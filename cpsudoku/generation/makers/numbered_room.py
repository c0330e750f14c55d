"""Numbered rooms: the digit in the room that the first digit names."""

from __future__ import annotations

from cpsudoku.constraints.outside import NumberedRoom
from cpsudoku.constraints.patterns import inward
from cpsudoku.generation.makers.sketch import Cells, Sketch

ABOUT = "a numbered room for every row and column, from both ends"


def place(sketch: Sketch) -> None:
    """The clue of every line, or of a random part of them."""
    sketch.every(inward(sketch.board), clue)


def clue(cells: Cells, digits: list[int]) -> NumberedRoom | None:
    """The digit in the room that the first cell names; None where there is no such room."""
    return NumberedRoom(cells, digits[digits[0] - 1]) if 1 <= digits[0] <= len(cells) else None
