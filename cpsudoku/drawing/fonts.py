"""The fonts of PDFs: TrueType files, embedded as the subset that is used.

Without a file of the caller's the two faces of Bitstream Vera that ReportLab brings along serve (free to embed). They
are wider than the Helvetica that pictures are laid out for, so texts are set a little smaller.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from cpsudoku.errors import UsageError

_LOCK = threading.Lock()
DIGIT = 0.94
"""Part of its size at which a single character is set in the faces that come along."""


@dataclass(frozen=True)
class Face:
    """A font by the name ReportLab knows it under."""

    name: str
    font: Any

    def draw(self, canvas: Any, x: float, y: float, size: float, text: str, anchor: str, bold: bool) -> None:
        """Write *text* around (x, y), the middle of its line; as wide as Helvetica would be at most.

        Raises UsageError for a character that the font has not.
        """
        from reportlab.pdfbase.pdfmetrics import stringWidth

        known = self.font.face.charToGlyph
        for character in text:
            if ord(character) not in known:
                raise UsageError(
                    f"the font of the PDF has no {character!r} (in {text[:40]!r}): name one that has by --font FILE"
                )
        if len(text) == 1:
            size *= DIGIT
        else:
            try:
                usual = stringWidth(text, "Helvetica-Bold" if bold else "Helvetica", size)
            except (KeyError, UnicodeError):
                usual = 0.56 * size * len(text)
            wide = stringWidth(text, self.name, size)
            size *= min(1.0, usual / wide) if wide and usual else 1.0
        canvas.setFont(self.name, size)
        write = canvas.drawCentredString if anchor == "middle" else canvas.drawString
        write(x, y - 0.36 * size, text)


@lru_cache(maxsize=32)
def face(path: Path | None, bold: bool) -> Face:
    """The face in a TrueType file, or the one that comes along. Raises UsageError for a file that is none."""
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
    return Face(name, font)


def _own_folder() -> Path:
    import reportlab

    return Path(reportlab.__file__).parent / "fonts"
