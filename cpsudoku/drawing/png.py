"""Pictures as PNG: the PDF, rendered by PDFium (extra `[pdf]`). No system fonts or libraries are needed."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from cpsudoku.drawing.pdf import to_pdf
from cpsudoku.drawing.picture import Picture
from cpsudoku.errors import ExtraMissing

MAX_PIXELS = 20_000
"""The longest side."""


def to_png(
    picture: Picture,
    *,
    width: float | None = None,
    font: Path | Sequence[Path] | None = None,
    black: bool = False,
) -> bytes:
    """The picture, *width* pixels wide (default: two pixels a point); *font* and *black* as in `pdf.to_pdf`.

    Raises ExtraMissing.
    """
    return pages_to_png(to_pdf([picture], font=font, black=black), width=width)[0]


def pages_to_png(document: bytes, *, width: float | None = None) -> list[bytes]:
    """Every page of a PDF as PNG."""
    try:
        import pypdfium2
    except ImportError:
        raise ExtraMissing("PNG needs pypdfium2: pip install 'cpsudoku[pdf]'") from None
    found = []
    with pypdfium2.PdfDocument(document) as pdf:
        for page in pdf:
            scale = 2.0 if width is None else width / page.get_width()
            longest = max(page.get_size()) * scale
            file = io.BytesIO()
            page.render(scale=scale * min(1.0, MAX_PIXELS / longest)).to_pil().save(file, "PNG")
            found.append(file.getvalue())
    return found
