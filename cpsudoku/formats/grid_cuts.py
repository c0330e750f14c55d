"""Ways to cut the rows of a drawn grid into cells.

Each takes the lines that are no borders and gives the cells as texts, or None where the lines do not fit that way.
"""

from __future__ import annotations

import re

from cpsudoku.board.alphabet import MAX_CHARACTER_SIDE
from cpsudoku.formats.reading import BLANK_TOKENS, has_box

DECORATION = str.maketrans(dict.fromkeys("|:!+[](){}\"'; ,/\\&", None))
_SPLIT = re.compile(r"[|:!\[\](){}\"';,\s/\\&]+")


def tokens(line: str) -> list[str]:
    """The groups of characters between blanks, bars and other decoration."""
    return [token for token in _SPLIT.split(line) if token and set(token) != {"+"}]


def _square(rows: list[list[str]]) -> list[str] | None:
    """The cells where there are as many rows as cells in each."""
    side = len(rows)
    if side < 2 or any(len(row) != side for row in rows):
        return None
    return [cell for row in rows for cell in row]


def by_token(lines: list[str]) -> list[str] | None:
    """A group of characters a cell."""
    return _square([tokens(line) for line in lines])


def by_character(lines: list[str]) -> list[str] | None:
    """A character a cell."""
    if len(lines) > MAX_CHARACTER_SIDE:
        return None
    return _square([list(line.translate(DECORATION)) for line in lines])


def by_comma(lines: list[str]) -> list[str] | None:
    """The fields between commas, an empty one being an empty cell."""
    if not any("," in line for line in lines):
        return None
    rows = [re.sub(r"[\[\](){};\"']", "", line).strip() for line in lines]
    rows = [row for row in rows if row]
    cells = [[cell.strip() for cell in row.split(",")] for row in rows]
    cells = [row[:-1] if len(row) == len(rows) + 1 and not row[-1] else row for row in cells]
    return _square(cells)


def by_bar(lines: list[str]) -> list[str] | None:
    """The fields between bars, an empty one being an empty cell."""
    if not all("|" in line for line in lines):
        return None
    rows = []
    for line in lines:
        body = line.strip()
        body = body.removeprefix("|").removesuffix("|")
        rows.append([cell.strip() for cell in body.split("|")])
    return _square(rows)


def by_place(lines: list[str]) -> list[str] | None:
    """Blanks for empty cells: n columns, bars taken out, blanks at the end of a line perhaps lost."""
    side = len(lines)
    if side > MAX_CHARACTER_SIDE or not has_box(side):
        return None
    rows = [line.replace("|", "") for line in lines]
    if not any(" " in row.strip() for row in rows) or any(not BLANK_TOKENS.isdisjoint(row) for row in rows):
        return None
    indent = min(len(row) - len(row.lstrip()) for row in rows)
    if max(map(len, rows)) - indent == side:
        rows = [row[indent:] for row in rows]
    if any(len(row) > side for row in rows):
        return None
    return [cell if cell != " " else "." for row in rows for cell in row.ljust(side)]


def spaced(line: str) -> str | None:
    """Every second character of each part between bars: six of `| 5 3   |   7   |`; None where it is not so."""
    if "|" not in line:
        return None
    parts = line.strip().strip("|").split("|")
    found = ""
    for part in parts:
        if len(part) % 2 == 0 or part[::2].strip():
            return None
        found += part[1::2]
    return found


def by_spaced_place(lines: list[str]) -> list[str] | None:
    """Blanks for empty cells at every second place."""
    rows = [spaced(line) for line in lines]
    return _square([list(row.replace(" ", ".")) if row else [] for row in rows])


def by_total(lines: list[str]) -> list[str] | None:
    """All characters one after another, however the lines were broken."""
    text = "".join(line.translate(DECORATION) for line in lines)
    return list(text) if len(text) <= MAX_CHARACTER_SIDE**2 else None
