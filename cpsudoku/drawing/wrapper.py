"""A template for the cover of a printed book: back, spine and front on one sheet, with lines at the folds."""

from __future__ import annotations

from cpsudoku.drawing.paper import MM
from cpsudoku.drawing.picture import Line, Picture, Shape, Text, Trim, broken, fitting
from cpsudoku.errors import UsageError

THICKNESS = 0.0572
"""Millimetres of a page: white paper of 90 g/m2, as print shops on demand state it (0.002252 in)."""
THINNEST, THICKEST = 0.02, 0.5
BLEED = 3.2
"""Millimetres, an eighth of an inch."""
SAFE = 6.4
"""Millimetres from the trimmed edge, and from the spine, that texts keep."""
BARCODE = 50.8, 30.5
"""Millimetres of the place for a barcode on the back."""
LEAST_SPINE = 5.0
"""Millimetres of a spine that has a text."""


def wrapper(width: float, height: float, pages: int, title: str, author: str, thickness: float = THICKNESS) -> Picture:
    """The cover of a book of *pages* pages of this size in points and of *thickness* in millimetres each.

    The size of the spine is stated on it. The PDF has its trim box and its bleed box. Raises UsageError.
    """
    if not THINNEST <= thickness <= THICKEST:
        raise UsageError(f"a page {thickness:g} mm thick: {THINNEST:g} to {THICKEST:g}")
    pages += pages % 2
    spine, bleed, safe = pages * thickness * MM, BLEED * MM, SAFE * MM
    wide, high = 2 * width + spine, height
    left, right, top = bleed + width, bleed + width + spine, bleed
    middle = right + width / 2
    said = (
        f"Template: each page {width / MM:.1f} x {height / MM:.1f} mm, spine {spine / MM:.2f} mm ({pages} pages of "
        f"{thickness:g} mm), bleed {BLEED:g} mm; texts keep {SAFE:g} mm from edges and folds."
    )
    shapes: list[Shape] = [
        Line("guide", start, end) for x in (left, right) for start, end in [((x, 0.0), (x, high + 2 * bleed))]
    ]
    barcode = left - safe - BARCODE[0] * MM, top + high - safe - BARCODE[1] * MM
    boxes = [
        (bleed, top, wide, high),
        (bleed + safe, top + safe, width - 2 * safe, high - 2 * safe),
        (right + safe, top + safe, width - 2 * safe, high - 2 * safe),
        (*barcode, BARCODE[0] * MM, BARCODE[1] * MM),
    ]
    for x, y, across, down in boxes:
        corners = (x, y), (x + across, y), (x + across, y + down), (x, y + down)
        shapes += [Line("guide", corners[k - 1], corners[k]) for k in range(4)]
    shapes.append(Text("running", barcode[0] + BARCODE[0] * MM / 2, barcode[1] + BARCODE[1] * MM / 2, 8, "barcode"))
    for number, line in enumerate(broken(said, width - 2 * safe - 12, 8)):
        shapes.append(Text("running", bleed + safe + 6, top + safe + 10 + 11 * number, 8, line, "start"))
    for role, text, y, most in (("heading", title, 0.36, 40.0), ("caption", author, 0.47, 18.0)):
        size, cut = fitting(text, width - 2 * safe - 12, most, 8.0)
        if text:
            shapes.append(Text(role, middle, top + y * high, size, cut))
    if spine >= LEAST_SPINE * MM:
        on_spine = "  ·  ".join(part for part in (title, author) if part)
        size, cut = fitting(on_spine, high - 4 * safe, 0.55 * spine, 6.0)
        shapes.append(Text("heading", (left + right) / 2, top + high / 2, size, cut, turned=True))
    trim = Trim(bleed, bleed, wide, high, bleed)
    return Picture(wide + 2 * bleed, high + 2 * bleed, tuple(shapes), f"Cover of {title}", trim=trim)
