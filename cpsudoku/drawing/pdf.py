"""Pictures as a PDF, by ReportLab (extra `[pdf]`). Every font is embedded (`fonts`)."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cpsudoku.drawing.fonts import Face, face
from cpsudoku.drawing.palette import HEAD, ROLES
from cpsudoku.drawing.picture import Arrow, Disc, Line, Picture, Rect, Shape, Stroke, Text, head
from cpsudoku.errors import ExtraMissing


def to_pdf(pages: Iterable[Picture], *, title: str = "", font: Path | None = None) -> bytes:
    """One page a picture, as large as the picture. The same pictures give the same bytes.

    *font*: a TrueType file for all texts. Raises ExtraMissing, and UsageError for a file that is no font or a character
    that the font has not.
    """
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise ExtraMissing("PDF and PNG need ReportLab and pypdfium2: pip install 'cpsudoku[pdf]'") from None
    faces = {"bold": face(font, True), "": face(font, False)}
    file = io.BytesIO()
    # the font a page begins with would be listed though nothing is written in it
    canvas = Canvas(file, invariant=1, pageCompression=1, initialFontName=faces[""].name)
    canvas.setCreator("cpsudoku")
    canvas.setTitle(title)
    for page in pages:
        canvas.setPageSize((page.width, page.height))
        for shape in page.shapes:
            _paint(canvas, shape, page.height, faces)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _paint(canvas: Any, shape: Shape, height: float, faces: Mapping[str, Face]) -> None:
    look = ROLES[shape.role]
    if look.fill:
        canvas.setFillColor(look.fill)
    if look.stroke:
        canvas.setStrokeColor(look.stroke)
        canvas.setLineWidth(look.width)
        canvas.setLineCap(2 if shape.role == "thick" else 0)
        canvas.setDash(*([list(look.dash)] if look.dash else []))
    fill, stroke = int(bool(look.fill)), int(bool(look.stroke))
    match shape:
        case Rect():
            canvas.rect(shape.x, height - shape.y - shape.height, shape.width, shape.height, stroke=stroke, fill=fill)
        case Line():
            canvas.line(shape.start[0], height - shape.start[1], shape.end[0], height - shape.end[1])
        case Disc():
            canvas.circle(shape.centre[0], height - shape.centre[1], shape.radius, stroke=stroke, fill=fill)
        case Stroke():
            _stroke(canvas, shape, height)
        case Arrow():
            _arrow(canvas, shape, height, look.stroke)
        case Text():
            bold = look.weight == "bold"
            y = height - shape.y
            faces["bold" if bold else ""].draw(canvas, shape.x, y, shape.size, shape.text, shape.anchor, bold)


def _stroke(canvas: Any, stroke: Stroke, height: float) -> None:
    canvas.saveState()
    canvas.setLineWidth(stroke.width)
    canvas.setLineCap(0 if stroke.dash else 1)
    canvas.setLineJoin(1)
    canvas.setDash(*([list(stroke.dash)] if stroke.dash else []))
    path = canvas.beginPath()
    first, *others = stroke.points
    path.moveTo(first[0], height - first[1])
    for x, y in others:
        path.lineTo(x, height - y)
    if stroke.closed:
        path.close()
    canvas.drawPath(path, stroke=1, fill=0)
    canvas.restoreState()


def _arrow(canvas: Any, arrow: Arrow, height: float, colour: str) -> None:
    # a quadratic curve is the cubic whose inner points lie two thirds of the way to the bend
    (ax, ay), (bx, by), (cx, cy) = arrow.start, arrow.bend, arrow.end
    path = canvas.beginPath()
    path.moveTo(ax, height - ay)
    first = ax + (bx - ax) * 2 / 3, height - (ay + (by - ay) * 2 / 3)
    second = cx + (bx - cx) * 2 / 3, height - (cy + (by - cy) * 2 / 3)
    path.curveTo(*first, *second, cx, height - cy)
    canvas.drawPath(path, stroke=1, fill=0)
    canvas.setFillColor(colour)
    tip, left, right = head(arrow, HEAD)
    path = canvas.beginPath()
    path.moveTo(tip[0], height - tip[1])
    path.lineTo(left[0], height - left[1])
    path.lineTo(right[0], height - right[1])
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)
