"""How much room a text takes, as far as that can be said without its font: Helvetica's mean widths."""

from __future__ import annotations

from textwrap import wrap
from unicodedata import combining, east_asian_width

BOLD, PLAIN = 0.56, 0.52
"""Mean width of a letter, in sizes of the font."""


def ems(text: str, letter: float = BOLD) -> float:
    """The width in sizes of the font: a square for each letter of scripts written in squares, *letter* for others."""
    return sum(0 if combining(c) else 1.0 if east_asian_width(c) in "WF" else letter for c in text)


def fitting(text: str, width: float, most: float, least: float) -> tuple[float, str]:
    """The size, at most *most*, in which the text is no wider; it is cut where that would be less than *least*."""
    size = min(most, width / (ems(text) or 1.0))
    if size >= least:
        return size, text
    while text and ems(text + "…") * least > width:
        text = text[:-1]
    return least, text.rstrip(" ,") + "…"


def broken(text: str, width: float, size: float) -> list[str]:
    """The text in lines of this width; scripts without blanks are broken anywhere."""
    found: list[str] = []
    for paragraph in text.splitlines():
        share = ems(paragraph, PLAIN) / max(1, len(paragraph))
        found += wrap(paragraph, max(8, int(width / (size * (share or PLAIN))))) or ([""] if found else [])
    return found
