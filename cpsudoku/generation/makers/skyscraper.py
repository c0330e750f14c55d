"""Skyscrapers: how many are seen from outside."""

from __future__ import annotations

from cpsudoku.constraints.outside import Skyscraper
from cpsudoku.constraints.patterns import inward
from cpsudoku.generation.makers.sketch import Cells, Sketch

ABOUT = "a count of visible skyscrapers for every row and column, from both ends"


def place(sketch: Sketch) -> None:
    """The clue of every line, or of a random part of them."""
    sketch.every(inward(sketch.board), clue)


def clue(cells: Cells, digits: list[int]) -> Skyscraper:
    """The number of skyscrapers seen along the cells."""
    return Skyscraper(cells, sum(d > max(digits[:k], default=0) for k, d in enumerate(digits)))
