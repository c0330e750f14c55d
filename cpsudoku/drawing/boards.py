"""The empty board: where its parts lie, the shades of regions and extra houses, and its lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import ceil, isqrt

from cpsudoku.board.geometry import Cell, Digit, Geometry
from cpsudoku.drawing.palette import GROUPS, REGIONS
from cpsudoku.drawing.picture import Line, Point, Rect, Shape

CELL = 48.0
"""A cell's side in points, on boards where nine candidates or fewer fit."""
SPOT = 13.0
"""What a candidate needs at least."""
HEAD = 0.3
"""How much of a cell its label takes away from the candidates."""


@dataclass(frozen=True)
class BoardLayout:
    """A board with its upper left corner at (`left`, `top`); candidates lie in a small grid inside each cell.

    labelled  cells with a text in their upper left corner, such as a cage's sum: candidates lie below it
    """

    geometry: Geometry
    left: float = 2.0
    top: float = 2.0
    candidates: bool = True
    labelled: frozenset[Cell] = frozenset()

    @cached_property
    def across(self) -> int:
        """Candidates side by side in a cell."""
        plain = self.geometry.regions is None and self.geometry.box_cols <= 2 * self.geometry.box_rows
        side = self.geometry.side
        return self.geometry.box_cols if plain else isqrt(side - 1) + 1

    @cached_property
    def down(self) -> int:
        """Rows of candidates in a cell."""
        return ceil(self.geometry.side / self.across)

    @cached_property
    def cell(self) -> float:
        """A cell's side."""
        return max(CELL, SPOT * max(self.across, self.down)) if self.candidates else CELL

    @property
    def width(self) -> float:
        """The board's width."""
        return self.cell * self.geometry.columns

    @property
    def height(self) -> float:
        """The board's height."""
        return self.cell * self.geometry.rows

    def at(self, row: float, column: float) -> Point:
        """The upper left corner of the cell in a row and column from 0; with fractions, a point inside cells."""
        return self.left + column * self.cell, self.top + row * self.cell

    def corner(self, cell: Cell) -> Point:
        """A cell's upper left corner."""
        return self.at(*divmod(cell, self.geometry.columns))

    def middle(self, cell: Cell) -> Point:
        """A cell's middle."""
        return self.middle_of(*divmod(cell, self.geometry.columns))

    def middle_of(self, row: int, column: int) -> Point:
        """The middle of the cell in a row and column from 0."""
        return self.at(row + 0.5, column + 0.5)

    def spot(self, cell: Cell, digit: Digit) -> Point:
        """The middle of a candidate's place."""
        x, y = self.corner(cell)
        row, column = divmod(digit - 1, self.across)
        margin = self.cell * 0.04
        head = self.cell * HEAD if cell in self.labelled else margin
        inner, high = self.cell - 2 * margin, self.cell - head - margin
        return x + margin + (column + 0.5) * inner / self.across, y + head + (row + 0.5) * high / self.down

    def radius(self, cell: Cell) -> float:
        """Half of a candidate's place in a cell."""
        high = 0.96 - HEAD if cell in self.labelled else 0.92
        return 0.46 * self.cell * min(0.92 / self.across, high / self.down)


def shades(layout: BoardLayout) -> Iterator[Shape]:
    """Tints below everything: jigsaw regions, extra houses."""
    geometry = layout.geometry
    yield Rect("paper", layout.left, layout.top, layout.width, layout.height)
    tints = region_tints(geometry)
    if tints:
        for cell in range(geometry.size):
            if tints[geometry.box_of(cell)]:
                yield Rect(f"region-{tints[geometry.box_of(cell)]}", *layout.corner(cell), layout.cell, layout.cell)
    shaded: set[int] = set()
    groups = 0
    for house in geometry.houses[3 * geometry.side :] if geometry.layout is None else ():
        if house.name.endswith("diagonal"):
            continue
        if house.name.startswith("disjoint"):
            for cell in house.cells:
                yield Rect(f"group-{groups % len(GROUPS)}", *layout.corner(cell), layout.cell, layout.cell)
            groups += 1
            continue
        for cell in house.cells:
            if cell not in shaded:
                shaded.add(cell)
                inset = layout.cell * (0.07 if tints or groups else 0.0)
                x, y = layout.corner(cell)
                yield Rect("extra", x + inset, y + inset, layout.cell - 2 * inset, layout.cell - 2 * inset)


def lines(layout: BoardLayout) -> Iterator[Shape]:
    """Diagonals, thin lines between cells, thick ones between boxes or regions and around the board."""
    geometry = layout.geometry
    left, top, width, height, step = layout.left, layout.top, layout.width, layout.height, layout.cell
    for house in geometry.houses[3 * geometry.side :] if geometry.layout is None else ():
        if house.name == "main diagonal":
            yield Line("diagonal", (left, top), (left + width, top + height))
        elif house.name == "anti-diagonal":
            yield Line("diagonal", (left + width, top), (left, top + height))
    for k in range(1, geometry.columns):
        yield Line("thin", (left + k * step, top), (left + k * step, top + height))
    for k in range(1, geometry.rows):
        yield Line("thin", (left, top + k * step), (left + width, top + k * step))
    regions = _regions(geometry)
    for k in range(geometry.columns + 1):
        yield from _runs(layout, regions, k, upright=True)
    for k in range(geometry.rows + 1):
        yield from _runs(layout, regions, k, upright=False)


def _regions(geometry: Geometry) -> list[int]:
    """The region of each cell; on boards with a layout the first that holds it, -1 for none."""
    if geometry.layout is None:
        return [geometry.box_of(cell) for cell in range(geometry.size)]
    found = [-1] * geometry.size
    for number, region in enumerate(geometry.layout.regions):
        for cell in region:
            found[cell] = number if found[cell] < 0 else found[cell]
    return found


def _runs(layout: BoardLayout, regions: list[int], k: int, upright: bool) -> Iterator[Shape]:
    """The thick parts of grid line number k, each as long as it goes."""
    rows, columns, step = layout.geometry.rows, layout.geometry.columns, layout.cell
    last, length = (columns, rows) if upright else (rows, columns)

    def box(across: int, along: int) -> int:
        return regions[along * columns + across if upright else across * columns + along]

    def point(along: int) -> tuple[float, float]:
        a, b = (k, along) if upright else (along, k)
        return layout.left + a * step, layout.top + b * step

    begun: int | None = None
    for along in range(length + 1):
        thick = along < length and (k in (0, last) or box(k - 1, along) != box(k, along))
        if thick and begun is None:
            begun = along
        elif not thick and begun is not None:
            yield Line("thick", point(begun), point(along))
            begun = None


def region_tints(geometry: Geometry) -> dict[int, int]:
    """A tint for each jigsaw region, neighbours different as far as there are tints; empty for plain boxes."""
    if geometry.regions is None:
        return {}
    near: dict[int, set[int]] = {number: set() for number in range(geometry.side)}
    for cell, other in geometry.adjacent():
        a, b = geometry.box_of(cell), geometry.box_of(other)
        if a != b:
            near[a].add(b)
            near[b].add(a)
    tints: dict[int, int] = {}
    for number in range(geometry.side):
        taken = [tints[other] for other in near[number] if other in tints]
        tints[number] = min(range(len(REGIONS)), key=lambda tint: (taken.count(tint), tint))
    return tints
