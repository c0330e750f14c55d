"""Jigsaw region maps: n*n symbols, each of n symbols n times, on one line or over several; comments with #."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.geometry import Geometry
from cpsudoku.errors import GeometryError, NotationError
from cpsudoku.formats.reading import shown
from cpsudoku.formats.source import Source, open_source

_MAX_MAP = 1 << 20


def read_regions(path_or_text: str | Path, *, extras: Iterable[str] = ()) -> Geometry:
    """The jigsaw board of a region map: a file, `-`, or the map itself. Raises NotationError.

    Any symbols will do, one a cell, or numbers set apart by blanks. Regions should be contiguous but need not be;
    see `Geometry.scattered_regions`.
    """
    text = str(path_or_text)
    literal = isinstance(path_or_text, str) and text != "-" and ("\n" in text or len(text) > 15) and not _is_file(text)
    source = Source.of_text(text) if literal else open_source(text)
    lines = []
    size = 0
    for _, line in source.lines():
        body = line.split("#", 1)[0].strip()
        if body:
            lines.append(body)
        size += len(body)
        if size > _MAX_MAP:
            raise NotationError("too long for a region map", file=source.file)
    if not lines:
        raise NotationError("empty region map; accepted: n*n symbols, each of n symbols n times", file=source.file)
    try:
        return Geometry.jigsaw(region_numbers("\n".join(lines)), extras)
    except GeometryError as error:
        raise NotationError(f"region map {shown(lines[0])}: {error}", file=source.file) from None


def region_numbers(text: str) -> list[str]:
    """The symbols of a region map: numbers set apart by blanks or commas, or else its characters.

    Borders and bars are dropped. The board's constructor checks the counts.
    """
    lines = [line for line in text.splitlines() if set(line.strip()) - set("-+=|: ")]
    tokens = " ".join(lines).translate(str.maketrans("|,;", "   ")).split()
    numbers = all(token.isdigit() and len(token) <= 3 for token in tokens) and _is_square(len(tokens))
    return tokens if numbers else list("".join(tokens))


def map_text(board: Geometry) -> str:
    """The region map of a jigsaw board: a character a cell, beyond side 35 numbers set apart by blanks."""
    assert board.regions is not None
    return DEFAULT.write([region + 1 for region in board.regions], board.side)


def _is_square(count: int) -> bool:
    side = int(count**0.5 + 0.5)
    return side >= 2 and side * side == count


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False
