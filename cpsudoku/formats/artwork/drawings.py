"""Drawings that state no rule: kept as SudokuPad's files have them, and as f-puzzles has them.

`Drawings` are the lists of a SudokuPad file: lines and arrows by `wayPoints`, underlays and overlays (shapes, texts) by
`center`, cages by `cells`, in the coordinates of `sketch`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cpsudoku.errors import NotationError
from cpsudoku.formats.artwork.figures import MAX_DRAWN, SHORT, number
from cpsudoku.formats.artwork.sketch import Drawn
from cpsudoku.formats.documents import unaccepted

LAYERS = ("underlays", "lines", "arrows", "overlays", "cages")
Drawings = Mapping[str, list[dict[str, Any]]]
_COLOUR = re.compile(r"#[0-9A-Fa-f]{3,8}|[a-z]{3,20}|rgba?\([\d., %/]{5,40}\)")
_COLOURS = ("color", "backgroundColor", "borderColor", "textColor", "stroke", "fontC", "outlineC")
_MARK = {"circle": True, "rectangle": False}
PAINT = (
    "#A8A8A8", "#000", "#FFA0A0", "#FFDF61", "#FEFFAF", "#B0FFB0", "#61D060", "#D0D0FF", "#8180F0", "#FF08FF",
    "#FFD0D0",
)  # fmt: skip
"""The colours that f-puzzles gives cells, by number."""


def accepted(value: object, where: str = "drawings") -> Drawings:
    """The drawings in a value of a file. Raises NotationError for what is none, by name."""
    if not isinstance(value, dict) or not value.keys() <= set(LAYERS):
        raise unaccepted(where, value, f"an object with lists {', '.join(LAYERS)}")
    found = {}
    for layer, entries in value.items():
        if not isinstance(entries, list) or len(entries) > MAX_DRAWN or not all(isinstance(e, dict) for e in entries):
            raise unaccepted(f"{where}: {layer}", entries, f"a list of at most {MAX_DRAWN:,} objects")
        found[layer] = [_cleaned(entry) for entry in entries]
    return {layer: entries for layer, entries in found.items() if entries}


def gathered(drawn: Iterable[Drawn]) -> dict[str, list[dict[str, Any]]]:
    """Drawings by the list that holds them."""
    found: dict[str, list[dict[str, Any]]] = {}
    for layer, entry in drawn:
        found.setdefault(layer, []).append(entry)
    return found


def _cleaned(entry: dict[str, Any]) -> dict[str, Any]:
    """A drawing under full names, without colours that are none."""
    full = {SHORT.get(str(key), str(key)): value for key, value in entry.items()}
    return {
        key: value for key, value in full.items() if value is not None and (key not in _COLOURS or _is_colour(value))
    }


def _is_colour(value: object) -> bool:
    return isinstance(value, str) and bool(_COLOUR.fullmatch(value.strip()))


# -- f-puzzles


def of_f_puzzles(
    value: Mapping[str, Any], cells: Sequence[Mapping[str, Any]], side: int, used: Callable[[object], bool]
) -> tuple[Drawings, list[str]]:
    """(the drawings of an f-puzzles object, the keys of those without a place); *used* says that a rule draws one."""
    drawn: list[Drawn] = []
    odd: list[str] = []
    for cell, about in enumerate(cells):
        painted = about.get("cArray") or about.get("highlightArray") or [about.get("c") or about.get("highlight")]
        for given in painted if isinstance(painted, list) else []:
            color = PAINT[given] if type(given) is int and 0 <= given < len(PAINT) else given
            if _is_colour(color):
                row, column = divmod(cell, side)
                mark = {"center": [row + 0.5, column + 0.5], "width": 1, "height": 1, "backgroundColor": color}
                drawn.append(("underlays", mark))
    for key in ("line", *_MARK, "text", "cage"):
        for entry in value.get(key) or [] if isinstance(value.get(key), list) else []:
            if used(entry):
                continue
            try:
                drawn += _of_entry(key, entry if isinstance(entry, dict) else {})
            except NotationError:
                odd.append(key)
    return accepted(gathered(drawn)), odd


def _of_entry(key: str, entry: Mapping[str, Any]) -> list[Drawn]:
    if key == "cage":
        cage = {"cells": [[r, c] for r, c in _places(entry.get("cells"))], "unique": False, "value": entry.get("value")}
        return [("cages", cage | {"outlineC": entry.get("outlineC"), "fontC": entry.get("fontC")})]
    if key == "line" and isinstance(entry.get("lines"), list):
        about = {"color": entry.get("outlineC"), "thickness": round(64 * (number(entry.get("width")) or 0.25), 2)}
        return [
            ("lines", {"wayPoints": [[r + 0.5, c + 0.5] for r, c in _places(one)]} | about) for one in entry["lines"]
        ]
    places = _places(entry.get("cells") or [entry.get("cell")])
    centre = [sum(place[k] for place in places) / len(places) + 0.5 for k in (0, 1)]
    mark = {"center": centre, "text": entry.get("value") or "", "angle": entry.get("angle") or 0}
    if key == "text":
        size = round(32 * (number(entry.get("size")) or 1))
        return [("overlays", mark | {"color": entry.get("fontC"), "fontSize": size, "width": 0.25, "height": 0.25})]
    about = {"width": entry.get("width"), "height": entry.get("height"), "rounded": _MARK[key],
             "backgroundColor": entry.get("baseC"), "borderColor": entry.get("outlineC"),
             "textColor": entry.get("fontC")}  # fmt: skip
    return [("overlays", mark | about)]


_CELL = re.compile(r"[Rr](\d{1,2})[Cc](\d{1,2})$")


def _places(given: object) -> list[tuple[int, int]]:
    """Cells by name, those outside the grid too."""
    found = []
    for name in given if isinstance(given, list) and given else [None]:
        match = _CELL.match(name) if isinstance(name, str) else None
        if match is None:
            raise NotationError(f"cells of a drawing: {str(name)[:20]!r}; accepted: R1C1")
        found.append((int(match[1]) - 1, int(match[2]) - 1))
    return found


def as_f_puzzles(drawings: Drawings) -> tuple[dict[str, list[dict[str, Any]]], dict[str, list[dict[str, Any]]]]:
    """(f-puzzles' keys of the drawings, the drawings that it has no form for)."""
    found: dict[str, list[dict[str, Any]]] = {}
    left: list[Drawn] = []
    for layer, entries in drawings.items():
        for entry in entries:
            written = _written(layer, entry)
            if written is None:
                left.append((layer, entry))
            else:
                found.setdefault(written[0], []).append(written[1])
    return found, gathered(left)


def _written(layer: str, entry: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    if layer == "cages":
        names = [_name(row, column) for row, column in entry.get("cells") or []]
        return "cage", {"cells": names, "value": entry.get("value") or "", **_kept(entry, "outlineC", "fontC")}
    if layer == "lines":
        points = [_cells_at(point) for point in entry.get("wayPoints") or []]
        if not all(len(names) == 1 for names in points):
            return None
        width = round((number(entry.get("thickness")) or 16) / 64, 4)
        return "line", {"lines": [[names[0] for names in points]], "outlineC": entry.get("color"), "width": width}
    names = _cells_at(entry.get("center"))
    if layer == "arrows" or not names:
        return None
    about = {"cells": names, "value": str(entry.get("text") or ""), **_kept(entry, "angle")}
    if not (entry.get("backgroundColor") or entry.get("borderColor")):
        size = round((number(entry.get("fontSize")) or 32) / 32, 4)
        return "text", about | {"fontC": entry.get("color") or "#000000", "size": size}
    about |= {"baseC": entry.get("backgroundColor"), "outlineC": entry.get("borderColor"),
              "fontC": entry.get("textColor"), **_kept(entry, "width", "height")}  # fmt: skip
    return "circle" if entry.get("rounded") else "rectangle", about


def _kept(entry: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: entry[key] for key in keys if entry.get(key)}


def _name(row: int, column: int) -> str:
    return f"R{row + 1}C{column + 1}"


def _cells_at(point: object) -> list[str]:
    """The cell of this centre, or those around this side or corner; none for another place."""
    if not (isinstance(point, list) and len(point) == 2 and all(number(part) is not None for part in point)):
        return []
    around = []
    for part in point:
        low = part - 0.5
        if abs(2 * low - round(2 * low)) > 0.001 or low < -1:
            return []
        around.append([round(low)] if abs(low - round(low)) < 0.001 else [round(low - 0.5), round(low + 0.5)])
    return [_name(row, column) for row in around[0] for column in around[1]]
