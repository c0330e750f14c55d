"""The fonts of PDFs: TrueType files, embedded as the subset that is used.

Characters that no font of the caller has are set in the two faces of Bitstream Vera that come with ReportLab (free to
embed). They are wider than the Helvetica that pictures are laid out for, so texts are set a little smaller.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from unicodedata import bidirectional

from cpsudoku.errors import ExtraMissing, UsageError

_LOCK = threading.Lock()
MERGING = ((0x0900, 0x0DFF), (0x0F00, 0x109F), (0x1780, 0x17FF))
"""Code points of scripts of India, Tibet, Burma and Cambodia: setting them takes a shaping engine."""
DIGIT = 0.94
"""Part of its size at which a single character is set in ReportLab's own faces."""


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
        if len(text) == 1 and runs:
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
