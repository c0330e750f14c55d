"""Sheets of paper: sizes by name or in numbers, and what a print shop trims."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from cpsudoku.drawing.picture import Line, Picture, Point, Shape, Trim, moved
from cpsudoku.errors import UsageError, unknown

MM = 72 / 25.4
"""Points."""
UNITS = {"mm": MM, "cm": 10 * MM, "in": 72.0, "pt": 1.0}
PAPERS = {
    "A3": (297 * MM, 420 * MM),
    "A4": (595.28, 841.89),
    "A5": (148 * MM, 210 * MM),
    "A6": (105 * MM, 148 * MM),
    "B5": (176 * MM, 250 * MM),
    "Letter": (612.0, 792.0),
    "Legal": (612.0, 1008.0),
    "Tabloid": (792.0, 1224.0),
}
"""Width and height in points, upright."""
MOST_INCHES, LEAST_MM = 20.0, 70.0
SMALLEST, LARGEST = 100.0, 3000.0
"""Points of a side of paper."""
MOST_BLEED = 25.0
"""Millimetres."""
MARK, APART = 5 * MM, 2 * MM
"""Length of a crop mark, and its distance from the corner of the trimmed page where there is no bleed."""


def paper_size(name: str) -> tuple[float, float]:
    """Width and height in points of a paper by its name, or of one such as 6x9in, 170x240mm. Raises UsageError.

    Numbers without a unit are inches up to `MOST_INCHES`, and millimetres from `LEAST_MM` on.
    """
    for known, size in PAPERS.items():
        if name.lower() == known.lower():
            return size
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)\s*(mm|cm|in|pt)?", name.strip().lower())
    if found is None:
        raise UsageError(f"{unknown('paper', name[:40], PAPERS)}, or a size such as 8.5x11, 6x9in, 170x240mm")
    numbers = float(found[1]), float(found[2])
    unit = found[3] or ("in" if max(numbers) <= MOST_INCHES else "mm" if min(numbers) >= LEAST_MM else None)
    if unit is None:
        raise UsageError(f"paper {name[:40]!r}: in which unit? {name.strip()[:40]}mm, for example")
    width, height = (number * UNITS[unit] for number in numbers)
    if not all(SMALLEST <= side <= LARGEST for side in (width, height)):
        raise UsageError(f"paper {name[:40]!r}: a side has {SMALLEST / MM:.0f} to {LARGEST / MM:.0f} mm")
    return width, height


@dataclass(frozen=True)
class Sheet:
    """What a page is printed on: `bleed` millimetres more on each side than are left when it is trimmed, and `marks`
    outside of those where to cut. Raises UsageError for a bleed that cannot be."""

    bleed: float = 0.0
    marks: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.bleed <= MOST_BLEED:
            raise UsageError(f"a bleed of {self.bleed:g} mm: 0 to {MOST_BLEED:g}")

    def laid(self, page: Picture) -> Picture:
        """The page on its sheet; the PDF says where it is trimmed."""
        if not self.bleed and not self.marks:
            return page
        bleed = self.bleed * MM
        beside = bleed + (max(APART - bleed, 0) + MARK + 2 if self.marks else 0.0)
        trim = Trim(beside, beside, page.width, page.height, bleed)
        shapes: list[Shape] = [*moved(page.shapes, beside, beside), *(_marks(trim) if self.marks else ())]
        sheet = page.width + 2 * beside, page.height + 2 * beside
        return replace(page, width=sheet[0], height=sheet[1], shapes=tuple(shapes), trim=trim)


def _marks(trim: Trim) -> Iterator[Line]:
    """Two lines at each corner, which begin where the bleed ends."""
    off = max(trim.bleed, APART)
    for right in (False, True):
        for below in (False, True):
            x, y = trim.x + trim.width * right, trim.y + trim.height * below
            across, down = (1 if right else -1), (1 if below else -1)
            lines: tuple[tuple[Point, Point], ...] = (
                ((x + across * off, y), (x + across * (off + MARK), y)),
                ((x, y + down * off), (x, y + down * (off + MARK))),
            )
            yield from (Line("crop", *line) for line in lines)
