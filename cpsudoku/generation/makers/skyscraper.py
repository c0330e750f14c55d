"""Skyscrapers: how many are seen from outside."""

from __future__ import annotations

from cpsudoku.board.geometry import Cell
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.lines import inward
from cpsudoku.constraints.skyscraper import Skyscraper
from cpsudoku.generation.makers.sketch import Sketch

ABOUT = "a count of visible skyscrapers for every row and column, from both ends"


def place(sketch: Sketch) -> None:
    """The clue of every line, or of a random part of them."""

    def clue(cells: tuple[Cell, ...]) -> Constraint | None:
        digits = [sketch.values[cell] for cell in cells]
        return Skyscraper(cells, sum(d > max(digits[:k], default=0) for k, d in enumerate(digits)))

    spots = inward(sketch.board)
    wanted = sketch.number(len(spots), len(spots))
    sketch.every(spots, wanted, lambda spot: sketch.add(spot, clue))
