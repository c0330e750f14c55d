"""Pictures as a PDF, by ReportLab (extra `[pdf]`). Every font is embedded (`fonts`)."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cpsudoku.drawing.fonts import Pen
from cpsudoku.drawing.palette import HEAD, ROLES, grey, in_black
from cpsudoku.drawing.picture import Arrow, Disc, Line, Picture, Point, Rect, Shape, Stroke, Text, head
from cpsudoku.errors import ExtraMissing


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
    brush = _Brush(canvas, pens, black)
    for page in pages:
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
    """Paints shapes on a canvas as their roles look; *black*: in shades of grey, stated as such."""

    def __init__(self, canvas: Any, pens: Mapping[bool, Pen], black: bool):
        self._canvas, self._pens, self._black = canvas, pens, black

    def paint(self, shape: Shape, height: float) -> None:
        """One shape on a page of this height."""
        canvas = self._canvas
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
                _stroke(canvas, shape, height)
            case Arrow():
                _curve(canvas, shape, height)
                self._fill(look.stroke)
                _head(canvas, shape, height)
            case Text():
                pen = self._pens[look.weight == "bold"]
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
    canvas.drawPath(path, stroke=1, fill=0)
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
