"""Rules as SudokuPad's players know them: from the records of `constraints.shapes` to the drawings of its files.

Places are (row, column) in cells, the middle of the first cell at 0.5, 0.5; 64 of a line's `thickness` are one cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import shapes
from cpsudoku.constraints.base import Constraint
from cpsudoku.formats.artwork.sentences import drawn_keys

Point = tuple[float, float]
Drawn = tuple[str, dict[str, Any]]
"""The list of the file that holds a drawing, and the drawing."""
GREY, DARK, WHITE, BLACK = "#CFCFCF", "#A1A1A1", "#FFFFFF", "#000000"
INKS = {"green": "#67F067", "purple": "#F067F0", "blue": "#2ECBFF", "orange": "#FFA75C", "yellow": "#F0E060",
        "red": "#F58C8C", "grey": GREY}  # fmt: skip
"""The colour that people expect of a line, by its name."""
SIGNS = {(0, 1): ">", (0, -1): "<", (1, 0): "\u2228", (-1, 0): "\u2227"}
"""The step from the greater cell to the smaller one -> the sign between them."""


def sketch(rules: Iterable[Constraint]) -> Iterator[Drawn]:
    """The drawings of the rules, but for outlines, which are cages of the file."""
    hues = {word: key.hue for word, key in drawn_keys().items()}
    for shape in dict.fromkeys(shape for rule in rules for shape in rule.shapes()):
        match shape:
            case shapes.Line():
                yield from _line(shape, INKS.get(hues.get(shape.style, ""), GREY))
            case shapes.Pill():
                yield from _pill(shape)
            case shapes.Shade():
                yield from _shade(shape)
            case shapes.Dot():
                yield _dot(shape)
            case shapes.Outside():
                yield from _outside(shape)


def outlines(rules: Iterable[Constraint]) -> Iterator[dict[str, Any]]:
    """Outlines that are drawn as a cage, without being one: SudokuPad checks no digits in them."""
    for shape in dict.fromkeys(shape for rule in rules for shape in rule.shapes()):
        if isinstance(shape, shapes.Outline):
            yield {"cells": [list(place) for place in shape.cells], "unique": False, "value": shape.text}


def houses(board: Geometry) -> Iterator[Drawn]:
    """The board's extra houses: diagonals as lines, others as grey cells; disjoint groups show nothing."""
    for house in board.houses[3 * board.side :] if board.layout is None else ():
        places = [divmod(cell, board.columns) for cell in house.cells]
        if "diagonal" in house.name:
            yield from _line(shapes.Line(tuple(places), "diagonal"), INKS["blue"])
        elif "disjoint" not in house.name:
            yield from _shade(shapes.Shade(tuple(places)))


def _middle(place: Sequence[float]) -> Point:
    return place[0] + 0.5, place[1] + 0.5


def _mark(layer: str, at: Point, size: float | Point, fill: str, border: str, rounded: bool, **more: Any) -> Drawn:
    height, width = size if isinstance(size, tuple) else (size, size)
    mark = {"center": _plain([at])[0], "width": _short(width), "height": _short(height), "rounded": rounded,
            "backgroundColor": fill, "borderColor": border}  # fmt: skip
    return layer, mark | more


def _stroke(points: Sequence[Point], color: str, thickness: int, layer: str = "lines", **more: Any) -> Drawn:
    return layer, {"wayPoints": _plain(points), "color": color, "thickness": thickness} | more


def _plain(points: Iterable[Point]) -> list[list[float]]:
    return [[_short(part) for part in point] for point in points]


def _short(value: float) -> float:
    """A number without digits that nobody sees, whole where it is whole: as JavaScript writes it."""
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded


def _toward(start: Point, end: Point, far: float) -> Point:
    """The point *far* cells from *start* on the way to *end*."""
    down, right = end[0] - start[0], end[1] - start[1]
    length = (down * down + right * right) ** 0.5 or 1.0
    return start[0] + far * down / length, start[1] + far * right / length


def _line(shape: shapes.Line, color: str) -> Iterator[Drawn]:
    points = [_middle(place) for place in shape.cells]
    first, last, arrow = points[0], points[-1], shape.end == "arrow"
    if shape.start == "bulb":
        yield _mark("underlays", first, 0.75, color, color, True)
    rings = [end for wanted, end in ((shape.start, first), (shape.end, last)) if wanted == "circle"]
    for end in rings:
        turned = {"angle": 45} if shape.style == "lockout" else {}
        yield _mark("overlays", end, 0.55 if turned else 0.8, WHITE, DARK, not turned, **turned)
    if len(points) < 2:
        return
    if shape.style == "diagonal":
        points[0], points[-1] = (_toward(a, b, -(0.5**0.5)) for a, b in ((first, points[1]), (last, points[-2])))
        yield _stroke(points, color, 2)
    elif arrow:
        points[0] = _toward(first, points[1], 0.4)
        yield _stroke(points, DARK, 5, "arrows", headLength=0.3)
    else:
        yield _stroke(points, DARK if rings else color, 3 if rings else 21 if shape.start else 12)


def _pill(shape: shapes.Pill) -> Iterator[Drawn]:
    points = [_middle(place) for place in shape.cells]
    if shape.style == "odd":
        yield _mark("underlays", points[0], 0.75, GREY, GREY, True)
        return
    (top, left), (bottom, right) = min(points), max(points)
    if top == bottom or left == right:
        centre = (top + bottom) / 2, (left + right) / 2
        yield _mark("overlays", centre, (0.83 + bottom - top, 0.83 + abs(right - left)), WHITE, DARK, True)
        return
    yield _stroke(points, DARK, 45)
    yield _stroke(points, WHITE, 35)


def _shade(shape: shapes.Shade) -> Iterator[Drawn]:
    size = 0.75 if shape.style == "even" else 1
    for place in shape.cells:
        row, column = _middle(place)
        yield _mark("underlays", (row, column), size, GREY, GREY, False)
        if shape.style in ("minimum", "maximum"):
            tip, back = (0.39, 0.46) if shape.style == "minimum" else (0.46, 0.39)
            for down, right in SIGNS:
                points = [
                    (row + down * far + right * aside, column + right * far + down * aside)
                    for far, aside in ((back, 0.1), (tip, 0.0), (back, -0.1))
                ]
                yield _stroke(points, BLACK, 1)


def _dot(shape: shapes.Dot) -> Drawn:
    points = [_middle(place) for place in shape.cells]
    at = sum(point[0] for point in points) / len(points), sum(point[1] for point in points) / len(points)
    if shape.style in ("white", "black"):
        fill, ink = (WHITE, BLACK) if shape.style == "white" else (BLACK, WHITE)
        text = {"text": shape.text, "color": ink, "fontSize": 14} if shape.text else {}
        return _mark("overlays", at, 0.3, fill, BLACK, True, **text)
    if shape.style == "greater":
        (row, column), (to_row, to_column) = shape.cells[0], shape.cells[-1]
        return _mark(
            "overlays", at, 0.25, WHITE, WHITE, False, text=SIGNS[to_row - row, to_column - column], fontSize=24
        )
    if len(points) > 2:
        return _mark("overlays", at, 0.7, WHITE, BLACK, True, text=shape.text, fontSize=14)
    return _mark("overlays", at, 0.25, WHITE, WHITE, False, text=shape.text, fontSize=21)


def _outside(shape: shapes.Outside) -> Iterator[Drawn]:
    row, column = _middle(shape.place)
    down, right = shape.direction
    if down and right:
        points = [(row + far * down, column + far * right) for far in (0.3, 0.48)]
        yield _stroke(points, BLACK, 2, "arrows", headLength=0.15)
    yield _mark("overlays", (row, column), 0.25, WHITE, WHITE, False, text=shape.text, fontSize=28)
