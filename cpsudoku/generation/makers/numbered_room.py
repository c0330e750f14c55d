"""Numbered rooms: the digit in the room that the first digit names."""

from __future__ import annotations

from cpsudoku.board.geometry import Cell
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.lines import inward
from cpsudoku.constraints.numbered_room import NumberedRoom
from cpsudoku.generation.makers.sketch import Sketch

ABOUT = "a numbered room for every row and column, from both ends"


def place(sketch: Sketch) -> None:
    """The clue of every line, or of a random part of them."""

    def clue(cells: tuple[Cell, ...]) -> Constraint | None:
        digits = [sketch.values[cell] for cell in cells]
        return NumberedRoom(cells, digits[digits[0] - 1]) if 1 <= digits[0] <= len(cells) else None

    spots = inward(sketch.board)
    wanted = sketch.number(len(spots), len(spots))
    sketch.every(spots, wanted, lambda spot: sketch.add(spot, clue))
