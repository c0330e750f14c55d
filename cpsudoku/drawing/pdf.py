"""Pictures as a PDF, by ReportLab (extra `[pdf]`). Fonts are embedded as the subset that is used.

Characters that the caller's TrueType files do not have are set in the two faces of Bitstream Vera that come with
ReportLab (free to embed). They are wider than the Helvetica that pictures are laid out for, so texts are set a little
smaller.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from unicodedata import bidirectional

from cpsudoku.drawing.palette import HEAD, ROLES, grey, in_black
from cpsudoku.drawing.picture import Arrow, Disc, Line, Link, Picture, Point, Rect, Shape, Stroke, Text, head
from cpsudoku.errors import ExtraMissing, UsageError

_LOCK = threading.Lock()
MERGING = ((0x0900, 0x0DFF), (0x0F00, 0x109F), (0x1780, 0x17FF))
"""Code points of scripts of India, Tibet, Burma and Cambodia: setting them takes a shaping engine."""
DIGIT = 0.94
"""Part of its size at which a character, or a number of two digits, is set in ReportLab's own faces."""


@dataclass(frozen=True)
class Face:
    """A font by the name ReportLab knows it under."""

    name: str
    font: Any
    own: bool

    def has(self, character: str) -> bool:
        """Whether the font has a glyph for this character."""
        return ord(character) in self.font.face.charToGlyph


class Pen:
    """Writes each character in the first font that has it; ReportLab's own fonts are the last."""

    def __init__(self, files: Iterable[Path], bold: bool):
        self._bold = bold
        self.faces = (*(face(file, bold) for file in files), face(None, bold))

    def write(self, canvas: Any, x: float, y: float, size: float, text: str, anchor: str) -> None:
        """Write *text* around (x, y), the middle of its line; as wide as Helvetica would be at most.

        Raises UsageError for a character that no font has.
        """
        from reportlab.pdfbase.pdfmetrics import stringWidth

        runs = self.runs(in_order(text))
        if runs and (len(text) == 1 or (len(text) == 2 and text.isdecimal())):
            size *= DIGIT if runs[0][0].own else 1.0
        else:
            try:
                usual = stringWidth(text, "Helvetica-Bold" if self._bold else "Helvetica", size)
            except (KeyError, UnicodeError):
                usual = 0.0  # letters of other scripts have a width of their own
            wide = sum(stringWidth(part, one.name, size) for one, part in runs)
            size *= min(1.0, usual / wide) if wide and usual else 1.0
        widths = [stringWidth(part, one.name, size) for one, part in runs]
        x -= sum(widths) / 2 if anchor == "middle" else sum(widths) if anchor == "end" else 0.0
        for (one, part), width in zip(runs, widths):
            canvas.setFont(one.name, size)
            canvas.drawString(x, y - 0.36 * size, part)
            x += width

    def runs(self, text: str) -> list[tuple[Face, str]]:
        """The text in pieces, each with the font it is written in."""
        found: list[tuple[Face, str]] = []
        for character in text:
            one = next((one for one in self.faces if one.has(character)), None)
            if one is None:
                raise UsageError(
                    f"no font of the PDF has {character!r} (in {text[:40]!r}): name one that has by --font FILE"
                )
            if found and found[-1][0] is one:
                found[-1] = one, found[-1][1] + character
            else:
                found.append((one, character))
        return found


def in_order(text: str) -> str:
    """The letters in visual order from left to right, Arabic ones in their joined forms.

    Raises ExtraMissing for scripts written from right to left without the extra `[scripts]`, and UsageError for those
    whose letters change places or merge, which need more than a font.
    """
    for letter in text:
        if any(low <= ord(letter) <= high for low, high in MERGING):
            raise UsageError(
                f"{text[:40]!r}: letters of this script merge, which a PDF of ours cannot show; an SVG can"
            )
    if not any(bidirectional(letter) in ("R", "AL") for letter in text):
        return text
    try:
        from arabic_reshaper import reshape
        from bidi.algorithm import get_display
    except ImportError:
        raise ExtraMissing(f"{text[:40]!r} is written from right to left: pip install 'cpsudoku[scripts]'") from None
    return str(get_display(reshape(text)))


@lru_cache(maxsize=32)
def face(path: Path | None, bold: bool) -> Face:
    """The face in a TrueType file, or ReportLab's own. Raises UsageError for a file that is no font."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    file = Path(_own_folder(), "VeraBd.ttf" if bold else "Vera.ttf") if path is None else path
    with _LOCK:
        name = f"cpsudoku-{file.resolve()}"
        try:
            font = TTFont(name, str(file))
        except (TTFError, OSError) as problem:
            raise UsageError(f"--font {file}: no TrueType font ({problem})") from None
        registerFont(font)
    return Face(name, font, path is None)


def _own_folder() -> Path:
    import reportlab

    return Path(reportlab.__file__).parent / "fonts"


def to_pdf(
    pages: Iterable[Picture],
    *,
    title: str = "",
    author: str = "",
    font: Path | Sequence[Path] | None = None,
    black: bool = False,
) -> bytes:
    """One page a picture, as large as the picture. The same pictures give the same bytes.

    *font*: TrueType files for all texts; a character is written in the first that has it, and last in ReportLab's
    own. *black*: shades of grey alone, which a press prints with one ink. Raises ExtraMissing, and UsageError for a
    file that is no font or a character that no font has.
    """
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise ExtraMissing("PDF and PNG need ReportLab and pypdfium2: pip install 'cpsudoku[pdf]'") from None
    given = () if font is None else (font,) if isinstance(font, Path) else tuple(font)
    pens = {bold: Pen(given, bold) for bold in (True, False)}
    file = io.BytesIO()
    # the font a page begins with would be listed though nothing is written in it
    canvas = Canvas(file, invariant=1, pageCompression=1, initialFontName=pens[False].faces[0].name)
    canvas.setCreator("cpsudoku")
    canvas.setTitle(title)
    if author:
        canvas.setAuthor(author)
    pages = tuple(pages)
    brush = _Brush(canvas, pens, black, len(pages))
    depth = -1
    for number, page in enumerate(pages, start=1):
        canvas.bookmarkPage(f"page-{number}")
        for place, (level, entry) in enumerate(page.outline):
            canvas.bookmarkPage(f"mark-{number}-{place}")  # ReportLab wants a name for each
            depth = min(level, depth + 1)  # a page alone may begin with entries of a lower level
            canvas.addOutlineEntry(entry, f"mark-{number}-{place}", depth, closed=True)
        canvas.setPageSize((page.width, page.height))
        if page.trim is not None:
            trim, bleed = page.trim, page.trim.bleed
            box = trim.x, page.height - trim.y - trim.height, trim.x + trim.width, page.height - trim.y
            canvas.setTrimBox(box)
            canvas.setBleedBox((box[0] - bleed, box[1] - bleed, box[2] + bleed, box[3] + bleed))
        for shape in page.shapes:
            brush.paint(shape, page.height)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


class _Brush:
    """Paints shapes on a canvas as their roles look; *black*: in shades of grey, stated as such.

    Links to pages that the document of *pages* pages does not have are left out.
    """

    def __init__(self, canvas: Any, pens: Mapping[bool, Pen], black: bool, pages: int):
        self._canvas, self._pens, self._black, self._pages = canvas, pens, black, pages

    def paint(self, shape: Shape, height: float) -> None:
        """One shape on a page of this height."""
        canvas = self._canvas
        if isinstance(shape, Link):
            x, y = shape.x, height - shape.y
            if shape.page <= self._pages:
                canvas.linkRect("", f"page-{shape.page}", (x, y - shape.height, x + shape.width, y), Border="[0 0 0]")
            return
        look = in_black(shape.role) if self._black else ROLES[shape.role]
        if look.fill:
            self._fill(look.fill)
        if look.stroke:
            if self._black:
                canvas.setStrokeGray(grey(look.stroke))
            else:
                canvas.setStrokeColor(look.stroke)
            canvas.setLineWidth(look.width)
            canvas.setLineCap(2 if shape.role == "thick" else 0)
            canvas.setDash(*([list(look.dash)] if look.dash else []))
        fill, stroke = int(bool(look.fill)), int(bool(look.stroke))
        match shape:
            case Rect():
                y = height - shape.y - shape.height
                canvas.rect(shape.x, y, shape.width, shape.height, stroke=stroke, fill=fill)
            case Line():
                canvas.line(shape.start[0], height - shape.start[1], shape.end[0], height - shape.end[1])
            case Disc():
                canvas.circle(shape.centre[0], height - shape.centre[1], shape.radius, stroke=stroke, fill=fill)
            case Stroke():
                if shape.filled:
                    self._fill(look.stroke)
                _stroke(canvas, shape, height)
            case Arrow():
                _curve(canvas, shape, height)
                self._fill(look.stroke)
                _head(canvas, shape, height)
            case Text():
                pen = self._pens[look.weight == "bold"]
                if shape.turned:
                    canvas.saveState()
                    canvas.translate(shape.x, height - shape.y)
                    canvas.rotate(-90)
                    pen.write(canvas, 0, 0, shape.size, shape.text, shape.anchor)
                    canvas.restoreState()
                else:
                    pen.write(canvas, shape.x, height - shape.y, shape.size, shape.text, shape.anchor)

    def _fill(self, colour: str) -> None:
        if self._black:
            self._canvas.setFillGray(grey(colour))
        else:
            self._canvas.setFillColor(colour)


def _stroke(canvas: Any, stroke: Stroke, height: float) -> None:
    canvas.saveState()
    canvas.setLineWidth(stroke.width)
    canvas.setLineCap(0 if stroke.dash else 1)
    canvas.setLineJoin(1)
    canvas.setDash(*([list(stroke.dash)] if stroke.dash else []))
    path = _polygon(canvas, stroke.points, height, stroke.closed)
    canvas.drawPath(path, stroke=1, fill=int(stroke.filled))
    canvas.restoreState()


def _curve(canvas: Any, arrow: Arrow, height: float) -> None:
    # a quadratic curve is the cubic whose inner points lie two thirds of the way to the bend
    (ax, ay), (bx, by), (cx, cy) = arrow.start, arrow.bend, arrow.end
    path = canvas.beginPath()
    path.moveTo(ax, height - ay)
    first = ax + (bx - ax) * 2 / 3, height - (ay + (by - ay) * 2 / 3)
    second = cx + (bx - cx) * 2 / 3, height - (cy + (by - cy) * 2 / 3)
    path.curveTo(*first, *second, cx, height - cy)
    canvas.drawPath(path, stroke=1, fill=0)


def _head(canvas: Any, arrow: Arrow, height: float) -> None:
    canvas.drawPath(_polygon(canvas, head(arrow, HEAD), height, True), stroke=0, fill=1)


def _polygon(canvas: Any, points: Sequence[Point], height: float, closed: bool) -> Any:
    """The path over several points, closed or not."""
    path = canvas.beginPath()
    first, *others = points
    path.moveTo(first[0], height - first[1])
    for x, y in others:
        path.lineTo(x, height - y)
    if closed:
        path.close()
    return path
