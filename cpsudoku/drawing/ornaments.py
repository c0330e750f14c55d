"""What stands on a board beside its rules: drawings that state no rule, and fog.

Drawings are those of `formats.artwork.drawings`, in the coordinates of cells. Colours are printed as they are, see
through ones as on white paper. On paper no fog can lift: its cells are shaded, with their givens, and a note says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, radians, sin
from typing import Any, NamedTuple

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.drawing.boards import BoardLayout
from cpsudoku.drawing.constraints import edges
from cpsudoku.drawing.palette import own
from cpsudoku.drawing.picture import Disc, Point, Rect, Shape, Text
from cpsudoku.drawing.picture import Stroke as Painted
from cpsudoku.formats.artwork.figures import Mark, Place, Stroke, marks, number, rgb, strokes

UNIT = 64
"""A cell in the unit of a line's thickness and of a font's size."""
FOG = "shaded cells are under fog at first"
USUAL = "#888888"
"""For colours that are missing or unknown."""


class Ornaments(NamedTuple):
    """Lines and arrows, shapes and texts below and above the lines between cells, cages with texts, cells under fog.

    `left_out`: how many drawings have no place.
    """

    lines: Sequence[Stroke] = ()
    below: Sequence[Mark] = ()
    above: Sequence[Mark] = ()
    cages: Sequence[tuple[frozenset[Place], Mapping[str, Any]]] = ()
    fog: frozenset[Cell] = frozenset()
    left_out: int = 0

    @classmethod
    def of(cls, board: Geometry, drawings: Mapping[str, list[dict[str, Any]]], lit: Sequence[Cell] | None) -> Ornaments:
        """Those of a file's *drawings* and of fog over all cells but *lit* ones, None for no fog."""
        lines = [*strokes(drawings.get("lines"))[0], *strokes(drawings.get("arrows"), arrows=True)[0]]
        below, above = marks(drawings.get("underlays"))[0], marks(drawings.get("overlays"))[0]
        cages = [(cells, entry) for entry in drawings.get("cages", []) if (cells := _cells(entry.get("cells")))]
        left_out = sum(map(len, drawings.values())) - len(lines) - len(below) - len(above) - len(cages)
        fog = frozenset() if lit is None else frozenset(range(board.size)) - frozenset(lit)
        return cls(lines, below, above, cages, fog, left_out)

    @property
    def notes(self) -> list[str]:
        """What a picture says below the board."""
        return [FOG] if self.fog else []

    def around(self, board: Geometry) -> tuple[float, float, float, float]:
        """Cells needed to the left, above, to the right and below the board."""
        places = [point for line in self.lines for point in line.points]
        for mark in (*self.below, *self.above):
            places += [(mark.row + sign * _high(mark) / 2, mark.column + sign * _wide(mark) / 2) for sign in (-1, 1)]
        places += [(row + more, column + more) for cells, _ in self.cages for row, column in cells for more in (0, 1)]
        rows, columns = [0.0, *(row for row, _ in places)], [0.0, *(column for _, column in places)]
        return -min(columns), -min(rows), max(0.0, max(columns) - board.columns), max(0.0, max(rows) - board.rows)

    def under(self, layout: BoardLayout) -> Iterator[Shape]:
        """What lies under the lines between cells."""
        for mark in self.below:
            yield from _mark(layout, mark)
        for line in self.lines:
            yield from _line(layout, line)

    def over(self, layout: BoardLayout) -> Iterator[Shape]:
        """What lies over them."""
        for cells, entry in self.cages:
            yield from _cage(layout, cells, entry)
        for mark in self.above:
            yield from _mark(layout, mark)

    def shaded(self, layout: BoardLayout) -> Iterator[Shape]:
        """The cells under fog."""
        for cell in sorted(self.fog):
            yield Rect("fog", *layout.corner(cell), layout.cell, layout.cell)


NO_ORNAMENTS = Ornaments()


def _cells(given: object) -> frozenset[Place]:
    pairs = given if isinstance(given, list) else []
    found = [tuple(map(number, pair)) for pair in pairs if isinstance(pair, list) and len(pair) == 2]
    return frozenset((int(pair[0]), int(pair[1])) for pair in found if pair[0] is not None and pair[1] is not None)


def _wide(mark: Mark) -> float:
    return max(mark.width, 0.6 * _size(mark) * len(mark.text))


def _high(mark: Mark) -> float:
    return max(mark.height, _size(mark) * bool(mark.text))


def _size(mark: Mark) -> float:
    """The size of a text in cells."""
    return (number(mark.source.get("fontSize")) or 20) / UNIT


def _line(layout: BoardLayout, line: Stroke) -> Iterator[Shape]:
    role = own("stroke", rgb(line.colour) or USUAL)
    points = tuple(layout.at(*point) for point in line.points)
    wide = max(0.5, (line.thick or 4) / UNIT * layout.cell)
    yield Painted(role, points, wide)
    if line.arrow:
        (x, y), (u, v) = points[-1], points[-2]
        long = ((u - x) ** 2 + (v - y) ** 2) ** 0.5 or 1.0
        dx, dy = (u - x) / long * 0.2 * layout.cell, (v - y) / long * 0.2 * layout.cell
        yield Painted(
            role, ((x + dx - 0.8 * dy, y + dy + 0.8 * dx), (x, y), (x + dx + 0.8 * dy, y + dy - 0.8 * dx)), wide
        )


def _mark(layout: BoardLayout, mark: Mark) -> Iterator[Shape]:
    (x, y), step = layout.at(mark.row, mark.column), layout.cell
    wide, high = mark.width * step, mark.height * step
    fill = rgb(mark.source.get("backgroundColor")) if mark.fill else ""
    border = rgb(mark.source.get("borderColor")) if mark.border else ""
    if mark.round and abs(wide - high) < 0.1 * step:
        if fill:
            yield Disc(own("fill", fill), (x, y), wide / 2)
        if border:
            yield Disc(own("stroke", border), (x, y), wide / 2)
    elif fill or border:
        outline = tuple(_turned(mark.angle, (x, y), dx, dy) for dx, dy in _outline(wide, high, mark.round))
        if fill:
            yield Painted(own("stroke", fill), outline, 0.01, closed=True, filled=True)
        if border:
            yield Painted(own("stroke", border), outline, step / 40, closed=True)
    if mark.text:
        colour = rgb(mark.source.get("textColor")) or rgb(mark.source.get("color")) or "#111111"
        yield Text(own("text", colour), x, y, _size(mark) * step, mark.text)


def _outline(wide: float, high: float, is_round: bool) -> list[Point]:
    """The corners of a box around (0, 0), or points of one with round ends."""
    a, b = wide / 2, high / 2
    if not is_round:
        return [(-a, -b), (a, -b), (a, b), (-a, b)]
    r = min(a, b)
    turns = [radians(10 * k) for k in range(36)]
    return [
        ((a - r) * (1 if cos(t) > 0 else -1) + r * cos(t), (b - r) * (1 if sin(t) > 0 else -1) + r * sin(t))
        for t in turns
    ]


def _turned(angle: float, middle: Point, dx: float, dy: float) -> Point:
    c, s = cos(radians(angle)), sin(radians(angle))
    return middle[0] + c * dx - s * dy, middle[1] + s * dx + c * dy


def _cage(layout: BoardLayout, cells: frozenset[Place], entry: Mapping[str, Any]) -> Iterator[Shape]:
    role, size = own("stroke", rgb(entry.get("outlineC")) or USUAL), layout.cell
    for start, end in edges(cells, 0.08):
        points = tuple((layout.left + x * size, layout.top + y * size) for x, y in (start, end))
        yield Painted(role, points, 0.028 * size, dash=(0.085 * size, 0.06 * size))
    value = entry.get("value")
    if value not in (None, "") and not isinstance(value, dict | list):
        x, y = layout.at(*min(cells))
        colour = rgb(entry.get("fontC")) or "#111111"
        yield Text(own("text", colour), x + 0.1 * size, y + 0.2 * size, 0.25 * size, str(value), "start")
