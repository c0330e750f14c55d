"""A picture as a list of simple shapes; SVG and PDF writers need to know no more than these.

Lengths are points (1/72 inch), y grows downwards. A shape's `role` is a word of `palette.ROLES`: how it looks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from cpsudoku.board.mixins import RichDisplay

Point = tuple[float, float]


class Rect(NamedTuple):
    """A filled rectangle."""

    role: str
    x: float
    y: float
    width: float
    height: float


class Line(NamedTuple):
    """A straight stroke."""

    role: str
    start: Point
    end: Point


class Disc(NamedTuple):
    """A circle, filled or stroked as its role says."""

    role: str
    centre: Point
    radius: float


class Arrow(NamedTuple):
    """A quadratic curve from `start` over `bend` to `end`, with a head there."""

    role: str
    start: Point
    bend: Point
    end: Point


class Stroke(NamedTuple):
    """A line over several points, `width` and `dash` points wide, with round ends and corners; not filled."""

    role: str
    points: tuple[Point, ...]
    width: float
    closed: bool = False
    dash: tuple[float, ...] = ()


class Text(NamedTuple):
    """Text of this size; (x, y) is the middle of the text ("middle") or the left end of its middle line ("start")."""

    role: str
    x: float
    y: float
    size: float
    text: str
    anchor: str = "middle"


Shape = Rect | Line | Disc | Arrow | Stroke | Text


class Trim(NamedTuple):
    """The part of a sheet that is left when it is cut; `bleed` more on each side may be printed on."""

    x: float
    y: float
    width: float
    height: float
    bleed: float


@dataclass(frozen=True)
class Picture(RichDisplay):
    """Shapes in the order they are painted, on a sheet of `width` x `height` points. `title` is for screen readers,
    `trim` for print shops."""

    width: float
    height: float
    shapes: tuple[Shape, ...] = field(repr=False)
    title: str = ""
    about: str = field(default="", repr=False)
    trim: Trim | None = None


def moved(shapes: Iterator[Shape] | tuple[Shape, ...], dx: float, dy: float, scale: float = 1.0) -> Iterator[Shape]:
    """The shapes scaled about the origin, then shifted."""

    def at(point: Point) -> Point:
        return point[0] * scale + dx, point[1] * scale + dy

    for shape in shapes:
        match shape:
            case Rect():
                x, y = at((shape.x, shape.y))
                yield Rect(shape.role, x, y, shape.width * scale, shape.height * scale)
            case Line():
                yield Line(shape.role, at(shape.start), at(shape.end))
            case Disc():
                yield Disc(shape.role, at(shape.centre), shape.radius * scale)
            case Arrow():
                yield Arrow(shape.role, at(shape.start), at(shape.bend), at(shape.end))
            case Stroke():
                yield shape._replace(
                    points=tuple(map(at, shape.points)),
                    width=shape.width * scale,
                    dash=tuple(part * scale for part in shape.dash),
                )
            case Text():
                x, y = at((shape.x, shape.y))
                yield shape._replace(x=x, y=y, size=shape.size * scale)


def fitted(picture: Picture, width: float) -> Picture:
    """The picture at another width, its proportions kept."""
    scale = width / picture.width
    shapes = tuple(moved(picture.shapes, 0, 0, scale))
    trim = Trim(*(part * scale for part in picture.trim)) if picture.trim else None
    return replace(picture, width=width, height=picture.height * scale, shapes=shapes, trim=trim)


def head(arrow: Arrow, size: float) -> tuple[Point, Point, Point]:
    """The three corners of an arrow's head; the first is the tip."""
    (bx, by), (ex, ey) = arrow.bend, arrow.end
    dx, dy = ex - bx, ey - by
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = dx / length, dy / length
    foot = ex - ux * size, ey - uy * size
    return (
        (ex, ey),
        (foot[0] - uy * size * 0.45, foot[1] + ux * size * 0.45),
        (foot[0] + uy * size * 0.45, foot[1] - ux * size * 0.45),
    )
