"""The drawings of a SudokuPad file as figures on a board: strokes through cells, marks at places, names of colours."""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

Place = tuple[int, int]
Point = tuple[float, float]
MAX_DRAWN = 4000
"""Most drawings of one file that are read."""
_OFF = 0.45
"""How far from the middle of a cell a line may turn, in cells."""


@dataclass(frozen=True)
class Stroke:
    """A line: its points, the cells it visits one by one where it goes from cell to cell ((row, column) from 0).

    `source` is the drawing as the file has it.
    """

    points: tuple[Point, ...]
    cells: tuple[Place, ...]
    hue: str
    colour: str
    thick: float
    arrow: bool = False
    source: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def what(self) -> str:
        """The stroke in words."""
        return f"{self.hue + ' ' if self.hue else ''}{'arrow' if self.arrow else 'line'}"


@dataclass(frozen=True)
class Mark:
    """A shape or a text: its centre, its size in cells, its text, the hues of its surface and border."""

    row: float
    column: float
    height: float
    width: float
    round: bool
    text: str
    fill: str
    border: str
    angle: float = 0
    source: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def cell(self) -> Place:
        """The cell of the centre."""
        return math.floor(self.row), math.floor(self.column)

    @property
    def centred(self) -> bool:
        """Whether the centre is a cell's."""
        return all(abs(value % 1 - 0.5) < 0.12 for value in (self.row, self.column))

    @property
    def on_side(self) -> tuple[Place, Place] | None:
        """The two cells whose common side holds the centre."""
        down, across = (abs(value - round(value)) < 0.12 for value in (self.row, self.column))
        if down == across:
            return None
        if down:
            if abs(self.column % 1 - 0.5) > 0.12:
                return None
            return (round(self.row) - 1, math.floor(self.column)), (round(self.row), math.floor(self.column))
        if abs(self.row % 1 - 0.5) > 0.12:
            return None
        return (math.floor(self.row), round(self.column) - 1), (math.floor(self.row), round(self.column))

    @property
    def on_corner(self) -> tuple[Place, ...] | None:
        """The four cells whose common corner holds the centre."""
        if any(abs(value - round(value)) > 0.12 for value in (self.row, self.column)):
            return None
        r, c = round(self.row), round(self.column)
        return (r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)

    @property
    def covered(self) -> tuple[Place, ...]:
        """The cells of a capsule: a row or column of them."""
        rows, columns = max(1, round(self.height)), max(1, round(self.width))
        top, left = round(self.row - rows / 2), round(self.column - columns / 2)
        return tuple((top + r, left + c) for r in range(rows) for c in range(columns))

    @property
    def what(self) -> str:
        """The mark in words."""
        if self.text:
            return f"text {self.text[:20]!r}"
        shape = ("circle" if abs(self.width - self.height) < 0.2 else "capsule") if self.round else "box"
        return f"{(self.fill or self.border) + ' ' if self.fill or self.border else ''}{shape}"


def strokes(drawn: object, arrows: bool = False) -> tuple[list[Stroke], bool]:
    """The lines, or arrows, of a file; and whether some have no two points that are numbers."""
    found, odd = [], False
    for line in _objects(drawn):
        points = _points(line.get("wayPoints"))
        colour = line.get("color")
        shade = hue(colour)
        odd = odd or len(points) < 2
        unseen = (isinstance(colour, str) and not shade) or line.get("opacity") == 0
        if len(points) > 1 and not unseen:
            thick = number(line.get("thickness")) or 0
            found.append(Stroke(points, cells_of(points), shade, str(colour), thick, arrows, line))
    return found, odd


def marks(drawn: object) -> tuple[list[Mark], bool]:
    """The shapes and texts of a file; and whether some have no place."""
    found, odd = [], False
    for shape in _objects(drawn):
        centre = _point(shape.get("center"))
        if centre is None:
            odd = True
            continue
        height, width = number(shape.get("height")) or 0, number(shape.get("width")) or 0
        text = shape.get("text")
        said = "" if text is None or isinstance(text, (dict, list)) else " ".join(str(text).split())
        fill, border = hue(shape.get("backgroundColor")), hue(shape.get("borderColor"))
        rounded, angle = bool(shape.get("rounded")), number(shape.get("angle")) or 0
        if said or fill or border:
            found.append(Mark(*centre, height, width, rounded, said, fill, border, angle, shape))
    return found, odd


def number(given: object) -> float | None:
    """A number of reasonable size."""
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not math.isfinite(given):
        return None
    return float(given) if abs(given) < 10_000 else None


def cells_of(points: Sequence[Point]) -> tuple[Place, ...]:
    """The cells a line visits, each step to a neighbour; empty where it does not go from middle to middle."""
    found: list[Place] = []
    for index, (row, column) in enumerate(points):
        at = (math.floor(row), math.floor(column))
        ends = index in (0, len(points) - 1)
        slack = 0.49 if ends else _OFF
        if max(abs(row - at[0] - 0.5), abs(column - at[1] - 0.5)) > slack:
            return ()
        if not found:
            found.append(at)
            continue
        down, across = at[0] - found[-1][0], at[1] - found[-1][1]
        length = max(abs(down), abs(across))
        if length == 0:
            continue
        if length > 40 or (down and across and abs(down) != abs(across)):
            return ()
        step = (down // length, across // length)
        start = found[-1]
        found += [(start[0] + k * step[0], start[1] + k * step[1]) for k in range(1, length + 1)]
    return tuple(found)


def _points(given: object) -> tuple[Point, ...]:
    found = [_point(one) for one in given[:500]] if isinstance(given, list) else []
    return () if None in found else tuple(point for point in found if point is not None)


def _point(given: object) -> Point | None:
    if not (isinstance(given, list) and len(given) == 2):
        return None
    row, column = number(given[0]), number(given[1])
    return None if row is None or column is None else (row, column)


SHORT = {"ct": "center", "c": "color", "c1": "borderColor", "c2": "backgroundColor", "w": "width", "h": "height",
          "r": "rounded", "te": "text", "wp": "wayPoints", "th": "thickness"}  # fmt: skip


def _objects(drawn: object) -> Iterator[dict[str, Any]]:
    for one in (drawn if isinstance(drawn, list) else [])[:MAX_DRAWN]:
        if isinstance(one, dict):
            yield {SHORT.get(str(key), str(key)): value for key, value in one.items()}


# -- colours

_HEX = re.compile(r"#?([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$")
_RGB = re.compile(r"rgba?\(\s*([\d.]+)[,\s]+([\d.]+)[,\s]+([\d.]+)\s*(?:[,/\s]+([\d.]+%?)\s*)?\)$")
_NAMED = {"white": "white", "black": "black", "grey": "grey", "gray": "grey", "red": "red", "green": "green",
          "blue": "blue", "yellow": "yellow", "orange": "orange", "purple": "purple"}  # fmt: skip
_HEXES = {"white": "#fff", "black": "#000", "grey": "#808080", "gray": "#808080", "silver": "#c0c0c0",
          "red": "#f00", "green": "#008000", "lime": "#0f0", "blue": "#00f", "navy": "#000080", "cyan": "#0ff",
          "aqua": "#0ff", "teal": "#008080", "yellow": "#ff0", "gold": "#ffd700", "orange": "#ffa500",
          "purple": "#800080", "pink": "#ffc0cb", "magenta": "#f0f", "fuchsia": "#f0f", "brown": "#a52a2a"}  # fmt: skip
_BANDS = ((15, "red"), (42, "orange"), (68, "yellow"), (168, "green"), (252, "blue"), (335, "purple"), (361, "red"))
WORDS = {
    "grey": ("grey",), "gray": ("grey",), "silver": ("grey",), "black": ("black",), "white": ("white",),
    "red": ("red",), "orange": ("orange",), "peach": ("orange",), "brown": ("orange",), "tan": ("orange",),
    "yellow": ("yellow",), "gold": ("yellow", "orange"), "golden": ("yellow", "orange"),
    "green": ("green",), "lime": ("green",), "teal": ("green", "blue"), "turquoise": ("green", "blue"),
    "blue": ("blue",), "cyan": ("blue", "green"), "aqua": ("blue", "green"),
    "purple": ("purple",), "lavender": ("purple",), "violet": ("purple",), "pink": ("purple", "red"),
    "magenta": ("purple",), "mauve": ("purple",),
}  # fmt: skip
"""Word for a colour -> hues."""


def hue(colour: object) -> str:
    """The name of a colour; "" for none, for what cannot be seen and for what is no colour."""
    text = colour.strip().lower() if isinstance(colour, str) else ""
    if text in _NAMED:
        return _NAMED[text]
    channels = _channels(text)
    if channels is None:
        return ""
    numbers, _ = channels
    angle, light, strength = colorsys.rgb_to_hls(*(value / 255 for value in numbers))
    if light > 0.97 or (light > 0.93 and strength < 0.2):
        return "white"
    if light < 0.12:
        return "black"
    if strength < 0.16 or max(numbers) - min(numbers) < 14:
        return "grey"
    degrees = angle * 360
    if light > 0.85 and 230 <= degrees < 252:  # lavender
        return "purple"
    return next(name for end, name in _BANDS if degrees < end)


def rgb(colour: object) -> str:
    """#rrggbb of a colour, one that is seen through as on white paper; "" for none and what is no colour."""
    text = colour.strip().lower() if isinstance(colour, str) else ""
    channels = _channels(_HEXES.get(text, text))
    if channels is None:
        return ""
    numbers, share = channels
    return "#" + "".join(f"{round(255 - share * (255 - value)):02x}" for value in numbers)


def hues_named(sentence: str) -> set[str]:
    """The hues that a sentence names."""
    return {found for word in re.findall(r"[a-z]+", sentence) for found in WORDS.get(word, ())}


def _channels(text: str) -> tuple[list[float], float] | None:
    """Red, green and blue of 255, and the share of what lies below that is covered; None for what cannot be seen."""
    match = _RGB.match(text)
    if match:
        given = match[4] or "1"
        alpha = float(given.rstrip("%") or 0)
        if alpha < 0.05:
            return None
        share = alpha / 100 if given.endswith("%") else alpha
        return [min(float(match[part]), 255) for part in (1, 2, 3)], min(share, 1.0)
    found = _HEX.match(text)
    if not found:
        return None
    digits = found[1]
    if len(digits) < 5:
        digits = "".join(digit * 2 for digit in digits)
    covered = int(digits[6:] or "ff", 16)
    return None if covered < 12 else ([int(digits[at : at + 2], 16) for at in (0, 2, 4)], covered / 255)
