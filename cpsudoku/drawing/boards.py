"""The empty board: shades of regions and extra houses, then lines."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.board.geometry import Geometry
from cpsudoku.drawing.layout import Layout
from cpsudoku.drawing.palette import GROUPS, REGIONS
from cpsudoku.drawing.picture import Line, Rect, Shape


def shades(layout: Layout) -> Iterator[Shape]:
    """Tints below everything: jigsaw regions, extra houses."""
    geometry = layout.geometry
    yield Rect("paper", layout.left, layout.top, layout.board, layout.board)
    tints = region_tints(geometry)
    if tints:
        for cell in range(geometry.size):
            if tints[geometry.box_of(cell)]:
                yield Rect(f"region-{tints[geometry.box_of(cell)]}", *layout.corner(cell), layout.cell, layout.cell)
    shaded: set[int] = set()
    groups = 0
    for house in geometry.houses[3 * geometry.side :]:
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


def lines(layout: Layout) -> Iterator[Shape]:
    """Diagonals, thin lines between cells, thick ones between boxes or regions and around the board."""
    geometry, n = layout.geometry, layout.geometry.side
    left, top, board, step = layout.left, layout.top, layout.board, layout.cell
    for house in geometry.houses[3 * n :]:
        if house.name == "main diagonal":
            yield Line("diagonal", (left, top), (left + board, top + board))
        elif house.name == "anti-diagonal":
            yield Line("diagonal", (left + board, top), (left, top + board))
    for k in range(1, n):
        yield Line("thin", (left + k * step, top), (left + k * step, top + board))
        yield Line("thin", (left, top + k * step), (left + board, top + k * step))
    for k in range(n + 1):
        yield from _runs(layout, k, upright=True)
        yield from _runs(layout, k, upright=False)


def _runs(layout: Layout, k: int, upright: bool) -> Iterator[Shape]:
    """The thick parts of grid line number k, each as long as it goes."""
    geometry, n, step = layout.geometry, layout.geometry.side, layout.cell

    def box(across: int, along: int) -> int:
        return geometry.box_of(along * n + across if upright else across * n + along)

    def point(along: int) -> tuple[float, float]:
        a, b = (k, along) if upright else (along, k)
        return layout.left + a * step, layout.top + b * step

    begun: int | None = None
    for along in range(n + 1):
        thick = along < n and (k in (0, n) or box(k - 1, along) != box(k, along))
        if thick and begun is None:
            begun = along
        elif not thick and begun is not None:
            yield Line("thick", point(begun), point(along))
            begun = None


def region_tints(geometry: Geometry) -> dict[int, int]:
    """A tint for each jigsaw region, neighbours apart as far as the tints go; empty for plain boxes."""
    if geometry.regions is None:
        return {}
    n = geometry.side
    near: dict[int, set[int]] = {number: set() for number in range(n)}
    for cell in range(geometry.size):
        for other in ([cell + 1] if (cell + 1) % n else []) + [cell + n] * (cell + n < geometry.size):
            a, b = geometry.box_of(cell), geometry.box_of(other)
            if a != b:
                near[a].add(b)
                near[b].add(a)
    tints: dict[int, int] = {}
    for number in range(n):
        taken = [tints[other] for other in near[number] if other in tints]
        tints[number] = min(range(len(REGIONS)), key=lambda tint: (taken.count(tint), tint))
    return tints
