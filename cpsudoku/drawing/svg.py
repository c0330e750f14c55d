"""A Picture as SVG.

Every shape has its role as a class, so a style sheet may repaint it; without one the attributes say how it looks.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from cpsudoku.drawing.palette import HEAD, ROLES
from cpsudoku.drawing.picture import Arrow, Disc, Line, Picture, Rect, Shape, Stroke, Text, head

FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


def to_svg(picture: Picture, *, width: float | None = None, whole: bool = True) -> str:
    """The picture as text. *width* is in pixels (default: a pixel a point); *whole* False leaves the XML header out."""
    w, h = _n(picture.width), _n(picture.height)
    shown = picture.width if width is None else width
    lines = ['<?xml version="1.0" encoding="UTF-8"?>'] if whole else []
    lines.append(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{_n(shown)}" '
        f'height="{_n(shown * picture.height / picture.width)}" class="sudoku" role="img" font-family="{FONT}">'
    )
    lines.append(f"<title>{escape(picture.title)}</title>")
    if picture.about:
        lines.append(f"<desc>{escape(picture.about)}</desc>")
    lines += map(_element, picture.shapes)
    return "\n".join([*lines, "</svg>", ""])


def _element(shape: Shape) -> str:
    look = f'class="{shape.role}" {" ".join(_look(shape))}'
    match shape:
        case Rect():
            place = f'x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}" height="{_n(shape.height)}"'
            return f"<rect {place} {look}/>"
        case Line():
            (x, y), (u, v) = shape.start, shape.end
            return f'<line x1="{_n(x)}" y1="{_n(y)}" x2="{_n(u)}" y2="{_n(v)}" {look}/>'
        case Disc():
            return f'<circle cx="{_n(shape.centre[0])}" cy="{_n(shape.centre[1])}" r="{_n(shape.radius)}" {look}/>'
        case Arrow():
            tip, left, right = (_p(point) for point in head(shape, HEAD))
            colour = ROLES[shape.role].stroke
            return (
                f'<path d="M{_p(shape.start)}Q{_p(shape.bend)} {_p(shape.end)}" {look}/>'
                f'<path d="M{tip}L{left}L{right}Z" class="head {shape.role}" fill="{colour}"/>'
            )
        case Stroke():
            points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
            style = f'stroke-width="{_n(shape.width)}" stroke-linecap="{"butt" if shape.dash else "round"}"'
            if shape.dash:
                style += f' stroke-dasharray="{" ".join(map(_n, shape.dash))}"'
            colour = f'class="{shape.role}" fill="none" stroke="{ROLES[shape.role].stroke}"'
            name = "polygon" if shape.closed else "polyline"
            return f'<{name} points="{points}" {colour} {style} stroke-linejoin="round"/>'
        case Text():
            # the digits' middle lies 0.36 of the size above the base line, in the fonts named
            y = shape.y + 0.36 * shape.size
            place = f'x="{_n(shape.x)}" y="{_n(y)}" font-size="{_n(shape.size)}" text-anchor="{shape.anchor}"'
            return f"<text {place} {look}>{escape(shape.text)}</text>"


def _look(shape: Shape) -> Iterator[str]:
    look = ROLES[shape.role]
    yield f'fill="{look.fill or "none"}"'
    if look.stroke:
        yield f'stroke="{look.stroke}" stroke-width="{_n(look.width)}"'
        yield 'stroke-linecap="square"' if shape.role == "thick" else 'stroke-linecap="butt"'
    if look.dash:
        yield f'stroke-dasharray="{" ".join(map(_n, look.dash))}"'
    if look.weight != "normal":
        yield f'font-weight="{look.weight}"'


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _p(point: tuple[float, float]) -> str:
    return f"{_n(point[0])} {_n(point[1])}"
