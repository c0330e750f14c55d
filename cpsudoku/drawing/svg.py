"""A Picture as SVG.

Every shape has its role as a class, so a style sheet may repaint it; without one the attributes say how it looks.
A page of many pictures has `style_sheet` once, and pictures without these attributes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from cpsudoku.drawing.palette import HEAD, ROLES
from cpsudoku.drawing.picture import Arrow, Disc, Line, Link, Picture, Rect, Shape, Stroke, Text, head

FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


def to_svg(picture: Picture, *, width: float | None = None, whole: bool = True, styled: bool = True) -> str:
    """The picture as text. *width* is in pixels (default: a pixel a point); *whole* False leaves the XML header out.

    *styled* False leaves out what `style_sheet` says.
    """
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
    lines += filter(None, map(_element, picture.shapes) if styled else _unstyled(picture.shapes))
    return "\n".join([*lines, "</svg>", ""])


def style_sheet() -> str:
    """How the roles look, as CSS for pictures without attributes of their own."""
    rules = [".sudoku text{text-anchor:middle}"]
    for role in ROLES:
        if not role.startswith(("strong", "weak")):  # an arrow's head has another look than its line
            rules.append(f".sudoku .{role}{{{';'.join(f'{name}:{value}' for name, value in _look(role))}}}")
    return "\n".join(rules)


def _unstyled(shapes: Iterable[Shape]) -> Iterator[str]:
    """Texts of a look are one group."""
    for (text, role, size), group in groupby(shapes, key=_text_key):
        if not text:
            yield from (_element(shape, isinstance(shape, Arrow)) for shape in group)
            continue
        places = (
            f'<text x="{_n(one.x)}" y="{_n(one.y + 0.36 * size)}">{escape(one.text)}</text>'
            for one in group
            if isinstance(one, Text)
        )
        yield f'<g class="{role}" font-size="{_n(size)}">{"".join(places)}</g>'


def _text_key(shape: Shape) -> tuple[bool, str, float]:
    centred = isinstance(shape, Text) and shape.anchor == "middle"
    return centred, shape.role if centred else "", shape.size if isinstance(shape, Text) and centred else 0.0


def _element(shape: Shape, styled: bool = True) -> str:
    looks = (f'{name}="{value}"' for name, value in _look(shape.role)) if styled else ()
    look = " ".join([f'class="{shape.role}"', *looks])
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
            ink = ROLES[shape.role].stroke
            colour = f'class="{shape.role}" fill="{ink if shape.filled else "none"}" stroke="{ink}"'
            name = "polygon" if shape.closed else "polyline"
            return f'<{name} points="{points}" {colour} {style} stroke-linejoin="round"/>'
        case Text():
            # the digits' middle lies 0.36 of the size above the base line, in the fonts named
            y = shape.y + 0.36 * shape.size
            place = f'x="{_n(shape.x)}" y="{_n(y)}" font-size="{_n(shape.size)}"'
            anchor = f'text-anchor="{shape.anchor}"' if styled else f'style="text-anchor:{shape.anchor}"'
            if shape.turned:
                place += f' transform="rotate(90 {_n(shape.x)} {_n(shape.y)})"'
            return f"<text {place} {anchor} {look}>{escape(shape.text)}</text>"
        case Link():
            return ""


def _look(role: str) -> Iterator[tuple[str, str]]:
    look = ROLES[role]
    yield "fill", look.fill or "none"
    if look.stroke:
        yield "stroke", look.stroke
        if look.width:
            yield "stroke-width", _n(look.width)
        yield "stroke-linecap", "square" if role == "thick" else "butt"
    if look.dash:
        yield "stroke-dasharray", " ".join(map(_n, look.dash))
    if look.weight != "normal":
        yield "font-weight", look.weight


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _p(point: tuple[float, float]) -> str:
    return f"{_n(point[0])} {_n(point[1])}"
