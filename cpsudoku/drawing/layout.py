"""Where things lie on a drawn board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, isqrt

from cpsudoku.board.geometry import Cell, Digit, Geometry
from cpsudoku.drawing.picture import Point

CELL = 48.0
"""A cell's side in points, on boards where nine candidates or fewer fit."""
SPOT = 13.0
"""What a candidate needs at least."""
HEAD = 0.27
"""How much of a cell its label takes away from the candidates."""


@dataclass(frozen=True)
class BoardLayout:
    """A board with its upper left corner at (`left`, `top`); candidates lie in a small grid inside each cell.

    labelled  cells with a text in their upper left corner, such as a cage's sum: candidates lie below it
    """

    geometry: Geometry
    left: float = 2.0
    top: float = 2.0
    candidates: bool = True
    labelled: frozenset[Cell] = frozenset()

    @cached_property
    def across(self) -> int:
        """Candidates side by side in a cell."""
        plain = self.geometry.regions is None and self.geometry.box_cols <= 2 * self.geometry.box_rows
        side = self.geometry.side
        return self.geometry.box_cols if plain else isqrt(side - 1) + 1

    @cached_property
    def down(self) -> int:
        """Rows of candidates in a cell."""
        return ceil(self.geometry.side / self.across)

    @cached_property
    def cell(self) -> float:
        """A cell's side."""
        return max(CELL, SPOT * max(self.across, self.down)) if self.candidates else CELL

    @property
    def width(self) -> float:
        """The board's width."""
        return self.cell * self.geometry.columns

    @property
    def height(self) -> float:
        """The board's height."""
        return self.cell * self.geometry.rows

    def at(self, row: float, column: float) -> Point:
        """The upper left corner of the cell in a row and column from 0; with fractions, a point inside cells."""
        return self.left + column * self.cell, self.top + row * self.cell

    def corner(self, cell: Cell) -> Point:
        """A cell's upper left corner."""
        return self.at(*divmod(cell, self.geometry.columns))

    def middle(self, cell: Cell) -> Point:
        """A cell's middle."""
        return self.middle_of(*divmod(cell, self.geometry.columns))

    def middle_of(self, row: int, column: int) -> Point:
        """The middle of the cell in a row and column from 0."""
        return self.at(row + 0.5, column + 0.5)

    def spot(self, cell: Cell, digit: Digit) -> Point:
        """The middle of a candidate's place."""
        x, y = self.corner(cell)
        row, column = divmod(digit - 1, self.across)
        margin = self.cell * 0.04
        head = self.cell * HEAD if cell in self.labelled else margin
        inner, high = self.cell - 2 * margin, self.cell - head - margin
        return x + margin + (column + 0.5) * inner / self.across, y + head + (row + 0.5) * high / self.down

    def radius(self, cell: Cell) -> float:
        """Half of a candidate's place in a cell."""
        high = 0.96 - HEAD if cell in self.labelled else 0.92
        return 0.46 * self.cell * min(0.92 / self.across, high / self.down)
