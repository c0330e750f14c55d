"""Rules beyond houses as setters draw them: from the records of `constraints.shapes` to shapes of a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from textwrap import wrap
from typing import TypeVar

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints import shapes as rules
from cpsudoku.constraints.shapes import Place
from cpsudoku.drawing.boards import BoardLayout
from cpsudoku.drawing.palette import LINES, SHADES
from cpsudoku.drawing.picture import Disc, Point, Rect, Shape, Stroke, Text, direction, towards

T = TypeVar("T")
OUTSIDE = 0.72
"""What a clue outside the board takes, in cells."""
DIAMOND = 0.44
"""From the middle of a diamond to its corners, in cells."""
SUM = 0.25
"""Size of a cage's sum, in cells."""
NOTE = 9.0
"""Points of the notes below a board."""
LEADING = 1.4
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))


@dataclass
class Painted:
    """What a puzzle's constraints add to a board, by depth; `left`, `top`, `right`, `bottom`: cells needed around."""

    found: list[rules.Shape]
    rows: int
    columns: int
    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    notes: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, puzzle: Puzzle, notes: bool = True) -> Painted:
        """The shapes of every constraint, each once, the room for clues outside, and *notes* of what is not drawn."""
        found = list(dict.fromkeys(shape for rule in puzzle.constraints for shape in rule.shapes()))
        painted = cls(found, puzzle.geometry.rows, puzzle.geometry.columns)
        if notes:
            painted.notes = [note.text for note in painted._of(rules.Note)] + painted._legend()
        for shape, depth in painted.outside():
            (r, c), room = shape.place, OUTSIDE * (depth + 1)
            painted.top = max(painted.top, room * (r < 0))
            painted.bottom = max(painted.bottom, room * (r >= painted.rows))
            painted.left = max(painted.left, room * (c < 0))
            painted.right = max(painted.right, room * (c >= painted.columns))
        return painted

    def make_room(self, needed: tuple[float, float, float, float]) -> None:
        """Leave at least so many cells to the left, above, to the right and below."""
        self.left, self.top = max(self.left, needed[0]), max(self.top, needed[1])
        self.right, self.bottom = max(self.right, needed[2]), max(self.bottom, needed[3])

    def _of(self, kind: type[T]) -> list[T]:
        """The shapes of one class."""
        return [shape for shape in self.found if isinstance(shape, kind)]

    def outside(self) -> Iterator[tuple[rules.Outside, int]]:
        """Clues outside the board, and how many clues are nearer to the board at the same place."""
        seen: Counter[Place] = Counter()
        clues = self._of(rules.Outside)
        for straight in (False, True):  # the arrow of a diagonal is next to the board
            for shape in clues:
                if straight == all(shape.direction):
                    continue
                yield shape, seen[shape.place]
                seen[shape.place] += 1

    def _legend(self) -> list[str]:
        """What the numbers outside mean: the kind, and where there are several kinds the places of each."""
        kinds: dict[str, list[str]] = {}
        for shape, _ in self.outside():
            if not all(shape.direction):  # a little killer has an arrow
                kinds.setdefault(shape.style.replace("_", " "), []).append(_beside(shape))
        if len(kinds) == 1:
            return [f"numbers outside: {kind}" for kind in kinds]
        return [f"{kind}: {', '.join(dict.fromkeys(places))}" for kind, places in kinds.items()]

    def note_lines(self, width: float) -> list[str]:
        """The rules without a place, wrapped to *width* points."""
        # 0.5 em is the mean width of Helvetica's letters
        return [line for note in self.notes for line in wrap(note, max(12, int(width / (0.5 * NOTE))))]

    def text_height(self, width: float) -> float:
        """What they take below the board, in points."""
        lines = len(self.note_lines(width))
        return (lines + 0.5) * LEADING * NOTE if lines else 0.0

    def labelled(self) -> frozenset[int]:
        """The cells with a text in their corner."""
        firsts = (min(outline.cells) for outline in self._of(rules.Outline) if outline.text)
        return frozenset(row * self.columns + column for row, column in firsts)

    def below(self, layout: BoardLayout) -> Iterator[Shape]:
        """What lies under the lines between cells: backgrounds, lines, circles."""
        for shade in self._of(rules.Shade):
            yield from _shade(layout, shade)
        for line in self._of(rules.Line):
            yield from _line(layout, line)
        for pill in self._of(rules.Pill):
            yield from _pill(layout, pill)

    def above(self, layout: BoardLayout) -> Iterator[Shape]:
        """What lies over them: outlines, dots, clues outside, words."""
        corners: Counter[Place] = Counter()
        for outline in self._of(rules.Outline):
            yield from _outline(layout, outline, corners)
        for dot in self._of(rules.Dot):
            yield from _dot(layout, dot)
        for clue, depth in self.outside():
            yield from _outside(layout, clue, depth)
        y, step = layout.top + layout.height + self.bottom * layout.cell, LEADING * NOTE
        for number, line in enumerate(self.note_lines(layout.width), start=1):
            yield Text("note", layout.left, y + number * step, NOTE, line, "start")


def notes_of(puzzle: Puzzle) -> list[str]:
    """The notes below a puzzle's picture: rules without a place, and the meaning of numbers outside the board."""
    return Painted.of(puzzle).notes


def _beside(shape: rules.Outside) -> str:
    """The place of a clue outside in words."""
    (r, c), (down, right) = shape.place, shape.direction
    if down:
        return f"{'above' if down > 0 else 'below'} column {c + 1}"
    return f"{'left' if right > 0 else 'right'} of row {r + 1}"


def _shade(layout: BoardLayout, shape: rules.Shade) -> Iterator[Shape]:
    role, size = f"shade-{shape.style}" if shape.style in SHADES else "shade", layout.cell
    inset = 0.14 * size if shape.style == "even" else 0.0
    for place in shape.cells:
        x, y = layout.at(*place)
        yield Rect(role, x + inset, y + inset, size - 2 * inset, size - 2 * inset)
        if shape.style in ("minimum", "maximum"):
            for down, right in SIDES:
                yield _chevron(layout, place, down, right, 0.38, inward=shape.style == "minimum")


def _chevron(layout: BoardLayout, place: Place, down: int, right: int, far: float, inward: bool) -> Stroke:
    """A small arrow head at a side of a cell."""
    (x, y), size = layout.middle_of(*place), layout.cell
    tip = far - 0.04 if inward else far + 0.04
    back = far + 0.04 if inward else far - 0.04
    wide = 0.09
    points = (
        (x + size * (right * back - down * wide), y + size * (down * back + right * wide)),
        (x + size * right * tip, y + size * down * tip),
        (x + size * (right * back + down * wide), y + size * (down * back - right * wide)),
    )
    return Stroke("chevron", points, 0.03 * size)


def _line(layout: BoardLayout, shape: rules.Line) -> Iterator[Shape]:
    size = layout.cell
    width = LINES.get(shape.style, LINES["other"])[1] * size
    role = f"line-{shape.style}" if shape.style in LINES else "line-other"
    points = [layout.middle_of(*place) for place in shape.cells]
    ends = points[0], points[-1]
    if len(shape.cells) == 1 and not shape.start:
        yield Disc(f"{role}-fill", points[0], width)
    if shape.style == "diagonal" and len(points) > 1:  # from corner to corner
        points[0] = towards(points[0], points[1], -(0.5**0.5) * size)
        points[-1] = towards(points[-1], points[-2], -(0.5**0.5) * size)
    if shape.style == "lockout" and len(points) > 1:
        points[0], points[-1] = _rim(points[0], points[1], size), _rim(points[-1], points[-2], size)
    if shape.style == "arrow" and len(points) > 1:
        points[0] = towards(points[0], points[1], 0.38 * size)
    if shape.end == "arrow" and len(points) > 1:
        points[-1] = towards(points[-1], points[-2], -0.2 * size)
    if len(points) > 1:
        yield Stroke(role, tuple(points), width)
    if shape.end == "arrow" and len(points) > 1:
        (ux, uy), (x, y), long = direction(points[-2], points[-1]), points[-1], 0.2 * size
        left, right = ((x - long * (ux + s * uy * 0.8), y - long * (uy - s * ux * 0.8)) for s in (1, -1))
        yield Stroke(role, (left, (x, y), right), width)
    if shape.start == "bulb":
        yield Disc(f"{role}-fill", points[0], 0.37 * size)
    for wanted, point in zip((shape.start, shape.end), ends):
        if wanted == "circle":
            yield from _ring(layout, point, role, diamond=shape.style == "lockout")


def _ring(layout: BoardLayout, point: Point, role: str, diamond: bool) -> Iterator[Shape]:
    size = layout.cell
    if diamond:
        (x, y), r = point, DIAMOND * size
        yield Stroke(role, ((x - r, y), (x, y - r), (x + r, y), (x, y + r)), 0.05 * size, closed=True)
        return
    yield Disc(f"{role}-fill", point, 0.4 * size)
    yield Disc("paper", point, 0.35 * size)


def _rim(point: Point, other: Point, size: float) -> Point:
    """Where the way to another point leaves the diamond around this one."""
    dx, dy = other[0] - point[0], other[1] - point[1]
    across = (dx * dx + dy * dy) ** 0.5 / ((abs(dx) + abs(dy)) or 1.0)
    return towards(point, other, DIAMOND * across * size)


def _pill(layout: BoardLayout, shape: rules.Pill) -> Iterator[Shape]:
    size = layout.cell
    points = tuple(layout.middle_of(*place) for place in shape.cells)
    if shape.style == "odd":
        yield Disc("shade-odd", points[0], 0.36 * size)
    elif len(points) == 1:
        yield Disc("line-arrow-fill", points[0], 0.4 * size)
        yield Disc("paper", points[0], 0.36 * size)
    else:
        yield Stroke("line-arrow", points, 0.8 * size)
        yield Stroke("capsule", points, 0.72 * size)


def _outline(layout: BoardLayout, shape: rules.Outline, corners: Counter[Place]) -> Iterator[Shape]:
    size = layout.cell
    for start, end in edges(frozenset(shape.cells), 0.08):
        points = tuple((layout.left + x * size, layout.top + y * size) for x, y in (start, end))
        yield Stroke("cage", points, 0.028 * size, dash=(0.085 * size, 0.06 * size))
    if shape.text:
        first = min(shape.cells)
        x, y = layout.at(*first)
        text = shape.text if len(shape.text) <= 9 else shape.text[:8] + "…"
        height = SUM * size
        shift = corners[first] * height
        corners[first] += 1
        # 0.56 em is the width of Helvetica's digits
        yield Rect("paper", x + 0.05 * size, y + 0.05 * size + shift, 0.56 * height * len(text) + 0.05 * size, height)
        yield Text("cage-sum", x + 0.075 * size, y + 0.05 * size + height / 2 + shift, height, text, "start")


def edges(cells: frozenset[Place], inset: float) -> Iterator[tuple[Point, Point]]:
    """The sides of a set of cells, drawn inside it, in cells; sides that go on are one."""
    runs: dict[tuple[bool, float, int], list[tuple[float, float]]] = {}
    for r, c in sorted(cells):
        for down, right in SIDES:
            if (r + down, c + right) in cells:
                continue
            flat = down != 0
            ends = []
            for sign in (-1, 1):
                along = (0, sign) if flat else (sign, 0)
                edge = (c if flat else r) + (sign > 0)
                if (r + along[0], c + along[1]) not in cells:
                    ends.append(edge - sign * inset)
                elif (r + along[0] + down, c + along[1] + right) in cells:
                    ends.append(edge + sign * inset)
                else:
                    ends.append(float(edge))
            level = (r + (down > 0) - down * inset) if flat else (c + (right > 0) - right * inset)
            runs.setdefault((flat, round(level, 3), down + right), []).append((ends[0], ends[1]))
    for (flat, level, _), parts in runs.items():
        for low, high in _joined(sorted(parts)):
            yield ((low, level), (high, level)) if flat else ((level, low), (level, high))


def _joined(parts: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    begun: tuple[float, float] | None = None
    for low, high in parts:
        if begun is not None and abs(begun[1] - low) < 1e-6:
            begun = begun[0], high
        else:
            if begun is not None:
                yield begun
            begun = low, high
    if begun is not None:
        yield begun


def _dot(layout: BoardLayout, shape: rules.Dot) -> Iterator[Shape]:
    size = layout.cell
    points = [layout.middle_of(*place) for place in shape.cells]
    x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    if shape.style == "greater":
        yield _sign(points[0], points[-1], size)
    elif shape.style in ("white", "black"):
        yield Disc("dot-rim", (x, y), 0.15 * size)
        yield Disc(f"dot-{shape.style}", (x, y), 0.12 * size if shape.style == "white" else 0.15 * size)
        if shape.text:
            role = "dot-text" if shape.style == "white" else "dot-text-light"
            yield Text(role, x, y, (0.23 if len(shape.text) < 2 else 0.18) * size, shape.text)
    elif len(points) > 2:
        yield Disc("dot-rim", (x, y), 0.28 * size)
        yield Disc("dot-white", (x, y), 0.26 * size)
        words = shape.text.split()
        half = words if len(words) < 3 else words[: (len(words) + 1) // 2]
        rows = [half, words[len(half) :]] if len(words) > 2 else [half]
        for number, row in enumerate(rows):
            yield Text("dot-text", x, y + (number - (len(rows) - 1) / 2) * 0.23 * size, 0.24 * size, " ".join(row))
    else:
        high = 0.34 * size
        wide = 0.62 * high * len(shape.text)
        yield Rect("paper", x - wide / 2, y - high / 2, wide, high)
        yield Text("dot-text", x, y, high, shape.text)


def _sign(more: Point, less: Point, size: float) -> Stroke:
    """The sign between two cells, open to the greater."""
    x, y = (more[0] + less[0]) / 2, (more[1] + less[1]) / 2
    ux, uy = (part * size for part in direction(more, less))
    points = (
        (x - 0.07 * ux - 0.13 * uy, y - 0.07 * uy + 0.13 * ux),
        (x + 0.07 * ux, y + 0.07 * uy),
        (x - 0.07 * ux + 0.13 * uy, y - 0.07 * uy - 0.13 * ux),
    )
    return Stroke("sign", points, 0.045 * size)


def _outside(layout: BoardLayout, shape: rules.Outside, depth: int) -> Iterator[Shape]:
    size = layout.cell
    r, c = shape.place
    rows, columns = layout.geometry.rows, layout.geometry.columns
    off = OUTSIDE * (depth + 0.5)
    x = layout.left + size * (-off if c < 0 else columns + off if c >= columns else c + 0.5)
    y = layout.top + size * (-off if r < 0 else rows + off if r >= rows else r + 0.5)
    down, right = shape.direction
    text = 0.36 * size if len(shape.text) < 3 else 0.28 * size
    if not (down and right):
        yield Text("outside", x, y, text, shape.text)
        return
    # a diagonal: the arrow points at its first cell, the number is behind the arrow
    yield Text("outside", x - right * 0.1 * size, y - down * 0.1 * size, text, shape.text)
    tip = x + right * 0.33 * size, y + down * 0.33 * size
    yield Stroke("sign", ((x + right * 0.14 * size, y + down * 0.14 * size), tip), 0.03 * size)
    wing = 0.12 * size
    yield Stroke("sign", ((tip[0] - right * wing, tip[1]), tip, (tip[0], tip[1] - down * wing)), 0.03 * size)
