"""A picture as a list of simple shapes; SVG and PDF writers need to know no more than these.

Lengths are points (1/72 inch), y grows downwards. A shape's `role` is a word of `palette.ROLES`: how it looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from cpsudoku.board import hooks
from cpsudoku.board.mixins import RichDisplay

Point = tuple[float, float]
BOLD, PLAIN = 0.56, 0.52
"""Mean width of a letter in Helvetica, in sizes of the font: what texts are fitted by, as no font is at hand."""


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
    """A circle, filled or stroked according to its role."""

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
    """A line over points, `width` and `dash` points wide, with round ends and corners, and its area where `filled`."""

    role: str
    points: tuple[Point, ...]
    width: float
    closed: bool = False
    dash: tuple[float, ...] = ()
    filled: bool = False


class Text(NamedTuple):
    """Text of this size; (x, y) is the middle of the text ("middle") or an end of its middle line ("start", "end").

    `turned`: written from top to bottom.
    """

    role: str
    x: float
    y: float
    size: float
    text: str
    anchor: str = "middle"
    turned: bool = False


class Link(NamedTuple):
    """An area that leads to a page of the document, from 1; only a PDF has it."""

    role: str
    x: float
    y: float
    width: float
    height: float
    page: int


Shape = Rect | Line | Disc | Arrow | Stroke | Text | Link


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
    `trim` for print shops, `outline` has the bookmarks that lead to it, each with its level from 0."""

    width: float
    height: float
    shapes: tuple[Shape, ...] = field(repr=False)
    title: str = ""
    about: str = field(default="", repr=False)
    trim: Trim | None = None
    outline: tuple[tuple[int, str], ...] = ()

    def save(self, path: str | Path, *, width: float | None = None) -> None:
        """Write the picture as .svg, .png or .pdf; see `drawing.save`."""
        hooks.painter().save(self, path, width=width)


def moved(shapes: Iterable[Shape], dx: float, dy: float, scale: float = 1.0) -> Iterator[Shape]:
    """The shapes scaled about the origin, then shifted."""

    def at(point: Point) -> Point:
        return point[0] * scale + dx, point[1] * scale + dy

    for shape in shapes:
        match shape:
            case Rect() | Link():
                x, y = at((shape.x, shape.y))
                yield shape._replace(x=x, y=y, width=shape.width * scale, height=shape.height * scale)
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


def direction(start: Point, end: Point) -> Point:
    """The vector of length 1 from one point towards another; (0, 0) where they are the same."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    return dx / length, dy / length


def towards(point: Point, other: Point, by: float) -> Point:
    """The point shifted towards another."""
    dx, dy = direction(point, other)
    return point[0] + dx * by, point[1] + dy * by


def fitted(picture: Picture, width: float) -> Picture:
    """The picture at another width, its proportions kept."""
    scale = width / picture.width
    shapes = tuple(moved(picture.shapes, 0, 0, scale))
    trim = Trim(*(part * scale for part in picture.trim)) if picture.trim else None
    return replace(picture, width=width, height=picture.height * scale, shapes=shapes, trim=trim)


def head(arrow: Arrow, size: float) -> tuple[Point, Point, Point]:
    """The three corners of an arrow's head; the first is the tip."""
    ux, uy = direction(arrow.bend, arrow.end)
    foot = towards(arrow.end, arrow.bend, size)
    return (
        arrow.end,
        (foot[0] - uy * size * 0.45, foot[1] + ux * size * 0.45),
        (foot[0] + uy * size * 0.45, foot[1] - ux * size * 0.45),
    )


def ems(text: str, letter: float = BOLD) -> float:
    """The width in sizes of the font: a square for each letter of scripts written in squares, *letter* for others."""
    return sum(0 if combining(c) else 1.0 if east_asian_width(c) in "WF" else letter for c in text)


def fitting(text: str, width: float, most: float, least: float) -> tuple[float, str]:
    """The size, at most *most*, in which the text is no wider; it is cut where that would be less than *least*."""
    size = min(most, width / (ems(text) or 1.0))
    if size >= least:
        return size, text
    while text and ems(text + "…") * least > width:
        text = text[:-1]
    return least, text.rstrip(" ,") + "…"


def broken(text: str, width: float, size: float) -> list[str]:
    """The text in lines of this width; scripts without blanks are broken anywhere."""
    found: list[str] = []
    for paragraph in text.splitlines():
        share = ems(paragraph, PLAIN) / max(1, len(paragraph))
        found += wrap(paragraph, max(8, int(width / (size * (share or PLAIN))))) or ([""] if found else [])
    return found
