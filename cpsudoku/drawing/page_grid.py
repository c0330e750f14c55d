"""Boards in the places of a page, each with its caption above and its words below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, cos, pi, sin
from typing import NamedTuple

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.drawing.boards import CELL
from cpsudoku.drawing.picture import Link, Picture, Shape, Stroke, Text, broken, ems, fitting, moved
from cpsudoku.drawing.scene import MARGIN, board_picture

CAPTION = 15.0
"""Height of the caption of a board, in points."""
LETTERS, ASIDE = 9.5, 7.0
PROSE = 8.5
"""Sizes of captions, of what stands at their right end, and of words below a board."""
LEADING = 1.3
GAP = 22.0
"""Between boards, at least."""
WIDEST_CELL = 58.0
"""A cell is not drawn larger, in points."""
LEGIBLE = 6.5
"""Points of the smallest number of a board; the PDF writer sets single digits at 0.94 of their size, so 6 are left."""
LABEL = 7.2
"""Points of the labels of rows and columns, at least: the PDF writer sets two letters at 0.85 of their size."""
ANY_SIZE = ("candidate", "marked", "label", "clue", "digit")
"""Roles of texts that may be smaller: cells are as large as `capacity` demands."""
STARS = 5


class Room(NamedTuple):
    """A part of a page, in points; texts there are *text* times as large as usual."""

    x: float
    y: float
    width: float
    height: float
    text: float = 1.0


class Place(NamedTuple):
    """A board with the side of its cells, caption and words below.

    `stars` of five stand behind the caption, and at its right end the first of `asides` that has room. The line leads
    to page `leads_to`.
    """

    caption: str
    picture: Picture
    cell: float
    words: str = ""
    stars: int = 0
    asides: tuple[str, ...] = ()
    leads_to: int = 0

    @property
    def smallest(self) -> float:
        """The size of the smallest number of its rules, in points of the picture."""
        sizes = (s.size for s in self.picture.shapes if isinstance(s, Text) and s.role not in ANY_SIZE)
        return min(sizes, default=self.cell)

    @property
    def least(self) -> float:
        """The size of its smallest text, in points of the picture; labels aside, which are never too small."""
        sizes = (s.size for s in self.picture.shapes if isinstance(s, Text) and s.role != "label")
        return min(sizes, default=self.cell)


PLAIN = Place("", board_picture(Puzzle(bytes(81))), CELL)


class PageGrid(NamedTuple):
    """The places of a page: columns, rows, the width of a place, the height of a row, and the size of texts."""

    columns: int
    rows: int
    width: float
    height: float
    text: float

    def scale(self, place: Place) -> float:
        """The scale at which a picture, its caption and its words fit."""
        size = PROSE * self.text
        under = len(broken(place.words, self.width, size)) * LEADING * size
        across = self.width / place.picture.width
        down = (self.height - CAPTION * self.text - under - GAP / 2) / place.picture.height
        return max(0.02, min(across, down, WIDEST_CELL / place.cell))


def grid_of(count: int, room: Room, places: Sequence[Place]) -> PageGrid:
    """*count* places in a room, so that the smallest of these boards, its words aside, becomes as large as possible."""
    bare = [place._replace(words="") for place in places]

    def grid(columns: int) -> PageGrid:
        rows = ceil(count / columns)
        return PageGrid(columns, rows, (room.width - (columns - 1) * GAP) / columns, room.height / rows, room.text)

    def worth(columns: int) -> tuple[float, int]:
        page = grid(columns)
        return min((page.scale(place) * place.picture.width for place in bare), default=page.width), -columns

    return grid(max(range(1, count + 1), key=worth))


def cell_size(count: int, room: Room, place: Place) -> float:
    """The size of a cell of this board where *count* like it share the room."""
    return grid_of(count, room, [place]).scale(place) * place.cell


def capacity(most: int, room: Room, place: Place, smallest: float) -> int:
    """How many boards like this one, at most *most*, share a room with cells and numbers that are large enough.

    Cells have *smallest* points, or what those of *most* plain boards have, if that is less.
    """
    wanted = max(0.999 * min(smallest, cell_size(most, room, PLAIN)), LEGIBLE * place.cell / place.smallest)
    return next((count for count in range(most, 1, -1) if cell_size(count, room, place) >= wanted), 1)


def arranged(count: int, room: Room, places: Sequence[Place]) -> Iterator[Shape]:
    """The boards in their places, row by row; *count* is the number of a full page."""
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
        yield from _placed(place, scale, x, y, widest, room.text)


def _placed(place: Place, scale: float, x: float, y: float, width: float, text: float) -> Iterator[Shape]:
    wide, inset = place.picture.width * scale, MARGIN * scale
    high = CAPTION * text
    stars = 1.15 * STARS * LETTERS * text if place.stars else 0.0
    left = wide - 2 * inset - stars - 6
    needed = ems(place.caption) * LETTERS * text
    sizes = [(aside, ems(aside) * ASIDE * text) for aside in place.asides]
    aside, taken = next((pair for pair in sizes if pair[1] + needed <= left), (sizes or [("", 0.0)])[-1])
    size, caption = fitting(place.caption, max(20.0, left - taken), LETTERS * text, 6.0)
    yield Text("heading", x + inset, y + high / 2, size, caption, "start")
    if place.stars:
        yield from _stars(place.stars, x + inset + (ems(caption) + 0.6) * size, y + high / 2, LETTERS * text)
    if aside:
        yield Text("aside", x + wide - inset, y + high / 2, ASIDE * text, aside, "end")
    if place.leads_to:
        yield Link("link", x + inset, y, wide - 2 * inset, high, place.leads_to)
    for shape in moved(place.picture.shapes, x, y + high, scale):
        if isinstance(shape, Text) and shape.role == "label":
            shape = shape._replace(size=max(shape.size, LABEL))
        yield shape
    # notes are as wide as the place, and centred below a narrower board
    prose = PROSE * text
    below = y + high + place.picture.height * scale
    edge = x + (wide - width) / 2 + inset
    for number, line in enumerate(broken(place.words, width, prose), start=1):
        yield Text("note", edge, below + (number - 0.4) * LEADING * prose, prose, line, "start")


def _stars(count: int, x: float, y: float, size: float) -> Iterator[Stroke]:
    """Five stars, *count* of them filled; *x* is their left edge, *y* their middle."""
    outer = 0.44 * size
    for number in range(STARS):
        middle = x + (number + 0.5) * 1.1 * size
        points = tuple(
            (middle + radius * sin(k * pi / 5), y - radius * cos(k * pi / 5))
            for k, radius in enumerate((outer, 0.45 * outer) * 5)
        )
        yield Stroke("sign", points, 0.05 * size, closed=True, filled=number < count)
