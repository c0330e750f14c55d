"""Boards side by side on a page, each with its caption and its notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from cpsudoku.drawing.picture import Picture, Shape, Text, broken, fitting, moved
from cpsudoku.drawing.scene import MARGIN

CAPTION = 15.0
"""Height of the caption of a board, in points."""
LETTERS = 9.5
PROSE = 8.5
"""Sizes of captions, and of rules in words below a board."""
LEADING = 1.3
GAP = 22.0
"""Between boards, at least."""
WIDEST_CELL = 58.0
"""A cell is not drawn larger, in points."""


class Room(NamedTuple):
    """A part of a page, in points."""

    x: float
    y: float
    width: float
    height: float


class Place(NamedTuple):
    """A board as it waits for its page: caption, picture, a cell's side in it, and words for below."""

    caption: str
    picture: Picture
    cell: float
    words: str = ""


class PageGrid(NamedTuple):
    """How the places of a page stand: columns, rows, the width of a place and the height of a row."""

    columns: int
    rows: int
    width: float
    height: float

    def scale(self, place: Place) -> float:
        """By what a picture is made smaller so that it, its caption and its words fit."""
        under = len(broken(place.words, self.width, PROSE)) * LEADING * PROSE
        across = self.width / place.picture.width
        down = (self.height - CAPTION - under - GAP / 2) / place.picture.height
        return max(0.02, min(across, down, WIDEST_CELL / place.cell))


def grid_of(count: int, room: Room, places: Sequence[Place]) -> PageGrid:
    """*count* places in a room, so that the smallest of these boards, its words aside, becomes as large as possible."""
    bare = [place._replace(words="") for place in places]

    def grid(columns: int) -> PageGrid:
        rows = ceil(count / columns)
        return PageGrid(columns, rows, (room.width - (columns - 1) * GAP) / columns, room.height / rows)

    def worth(columns: int) -> tuple[float, int]:
        page = grid(columns)
        return min((page.scale(place) * place.picture.width for place in bare), default=page.width), -columns

    return grid(max(range(1, count + 1), key=worth))


def cell_size(count: int, room: Room, place: Place) -> float:
    """How large a cell of this board is where *count* like it share the room."""
    return grid_of(count, room, [place]).scale(place) * place.cell


def arranged(count: int, room: Room, places: Sequence[Place]) -> Iterator[Shape]:
    """The boards in their places, row by row; *count* is how many there would be on a full page."""
    grid = grid_of(count, room, places)
    scales = [grid.scale(place) for place in places]
    widest = max((place.picture.width * scale for place, scale in zip(places, scales)), default=0.0)
    if any(place.words for place in places):
        widest = grid.width
    between = 0.0
    if grid.columns > 1:
        between = min((room.width - grid.columns * widest) / (grid.columns - 1), 3 * GAP)
    left = room.x + (room.width - grid.columns * widest - (grid.columns - 1) * between) / 2
    for k, (place, scale) in enumerate(zip(places, scales)):
        row, column = divmod(k, grid.columns)
        wide = place.picture.width * scale
        x = left + column * (widest + between) + (widest - wide) / 2
        y = room.y + row * grid.height
        yield from _placed(place, scale, x, y, widest)


def _placed(place: Place, scale: float, x: float, y: float, width: float) -> Iterator[Shape]:
    wide = place.picture.width * scale
    size, caption = fitting(place.caption, wide - 2 * MARGIN * scale, LETTERS, 6.0)
    yield Text("heading", x + MARGIN * scale, y + CAPTION / 2, size, caption, "start")
    yield from moved(place.picture.shapes, x, y + CAPTION, scale)
    # notes are as wide as the place, and centred below a narrower board
    below = y + CAPTION + place.picture.height * scale
    edge = x + (wide - width) / 2 + MARGIN * scale
    for number, line in enumerate(broken(place.words, width, PROSE), start=1):
        yield Text("note", edge, below + (number - 0.4) * LEADING * PROSE, PROSE, line, "start")
