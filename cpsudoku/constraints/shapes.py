"""What a rule looks like: plain records that a picture paints. Cells are (row, column) from 0; outside, -1 or n."""

from __future__ import annotations

from dataclasses import dataclass

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """A line through cell centres. `style` is the rule's word; `start` and `end`: "bulb", "circle", "arrow" or ""."""

    cells: tuple[Place, ...]
    style: str
    start: str = ""
    end: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """A dashed outline around cells with a text in its first corner."""

    cells: tuple[Place, ...]
    style: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Pill:
    """A circle around one cell, or a capsule around several."""

    cells: tuple[Place, ...]
    style: str


@dataclass(frozen=True, slots=True)
class Shade:
    """Cells with a ground of their own."""

    cells: tuple[Place, ...]
    style: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A mark between two cells, or in the corner that four share. `style`: "white", "black", "text" or "greater"."""

    cells: tuple[Place, ...]
    style: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Outside:
    """A text outside the grid, at *place*; `direction` is the step of the cells it looks at."""

    place: Place
    direction: tuple[int, int]
    text: str
    style: str


@dataclass(frozen=True, slots=True)
class Note:
    """A rule without a place: words beside the picture."""

    text: str


Shape = Line | Outline | Pill | Shade | Dot | Outside | Note
