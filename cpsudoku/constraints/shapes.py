"""What rules look like as setters draw them: records without colours and without units.

A place is (row, column) from 0, on the board or one step outside; a drawing turns shapes into ink. A kind has a
`figure`, the shape of its rules without cells, which `of` completes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _OnCells:
    """A shape on cells; `style`: the rule's word, if nothing else is given. Outlines and dots show the `text`."""

    cells: tuple[Place, ...] = ()
    style: str = ""
    text: str = ""

    def of(self, cells: tuple[Place, ...], style: str, text: str) -> Self:
        """The shape on these cells."""
        return replace(self, cells=cells, style=self.style or style, text=text)


@dataclass(frozen=True, slots=True)
class Line(_OnCells):
    """A line through cell centres. `start` and `end`: "bulb", "circle", "arrow" or ""."""

    start: str = ""
    end: str = ""


@dataclass(frozen=True, slots=True)
class Pill(_OnCells):
    """A circle around one cell, or a capsule around several."""


@dataclass(frozen=True, slots=True)
class Shade(_OnCells):
    """Cells with a background of their own."""


@dataclass(frozen=True, slots=True)
class Outline(_OnCells):
    """A dashed outline around cells with a text in its first corner."""


@dataclass(frozen=True, slots=True)
class Dot(_OnCells):
    """A mark between two cells, or in the corner that four share. `style`: "white", "black", "text" or "greater"."""


@dataclass(frozen=True, slots=True)
class Outside:
    """A text outside the grid, at *place*; `direction` is the step along the cells it is about."""

    place: Place = (0, 0)
    direction: tuple[int, int] = (0, 0)
    text: str = ""
    style: str = ""

    def of(self, cells: tuple[Place, ...], style: str, text: str) -> Outside:
        """The clue of a line: one step before its first cell."""
        (row, column), second = cells[0], cells[1] if len(cells) > 1 else (cells[0][0], cells[0][1] + 1)
        step = (second[0] - row, second[1] - column)
        return Outside((row - step[0], column - step[1]), step, text, style)


@dataclass(frozen=True, slots=True)
class Note:
    """A rule without a place: words beside the picture."""

    text: str


Shape = Line | Outline | Pill | Shade | Dot | Outside | Note
Figure = Line | Outline | Pill | Shade | Dot | Outside
