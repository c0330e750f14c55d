"""f-puzzles.com links, one a line: clues, regions, diagonals, disjoint groups, extra regions; `fpuzzles...` payloads.

The link holds everything (LZ-string of JSON); nothing is fetched. Other constraints (killer cages, thermometers, ...)
make another puzzle: the row is refused, or they are listed as lost on request. A player's marks are lost; drawings and
rules in prose are not read, and the record warns of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote, unquote

from cpsudoku.board.alphabet import DEFAULT, INTEGERS
from cpsudoku.board.geometry import CLASSIC, Geometry, square
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import GeometryError, NotationError
from cpsudoku.formats import documents, lz_string
from cpsudoku.formats.format import Format
from cpsudoku.formats.houses import (
    board_of_regions,
    digit_of,
    digits_of,
    extra_houses,
    refuse,
    rules_text,
    settled,
    with_extras,
)
from cpsudoku.formats.jsonl import load
from cpsudoku.formats.prose import note
from cpsudoku.formats.reading import Reading, has_box, shown
from cpsudoku.formats.record import BadRow, Record
from cpsudoku.formats.source import Source

_PAYLOAD = re.compile(r"(?:^|/)fpuz(?:zles)?(?=[A-Za-z0-9])")
_TEXTS = {
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "highlightConflicts",
    "disabledlogic",
    "successMessage",
    "truecandidatesoptions",
    "foglight",
    "fogofwar",
}
_DRAWN = {"text", "line", "circle", "rectangle", "cage"}
_MARKS = {"centerPencilMarks", "cornerPencilMarks"}
_COLOURS = {"c", "cArray", "highlight", "highlightArray"}
_CELLS = re.compile(r'"grid"\s*:\s*\[\s*\[\s*(?:null\s*,\s*)*\{')
MAX_LINK_SIDE = 35


def read(source: Source, reading: Reading) -> Iterator[Record | BadRow]:
    """A Record or BadRow for each link, payload, or JSON object."""
    if source.head().lstrip()[:1] in (b"{", b"["):
        yield from documents.read(source, reading, record_of, FORMAT.name)
        return
    for number, line in source.lines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            record = of_link(line.strip(), reading)
        except NotationError as error:
            yield reading.bad(error, number, line)
            continue
        record.line, record.text = number, line.strip()
        yield record


def of_link(link: str, reading: Reading) -> Record:
    """The record of a link or payload. Raises NotationError."""
    record = record_of(load(lz_string.unpack(payload(link))), reading)
    record.format = FORMAT.name
    return record


def payload(link: str) -> str:
    """The packed part of a link. Raises NotationError."""
    match = re.search(r"[?&]load=([^&#\s]+)", link)
    if match:
        return unquote(match.group(1))
    found = _PAYLOAD.search(link)
    if found:
        return unquote(link[found.end() :])
    raise NotationError(
        f"{shown(link)}: no puzzle in this link; accepted: f-puzzles.com/?load=... (a short link needs the network)"
    )


def record_of(value: dict[str, Any], reading: Reading) -> Record:
    """The record of an f-puzzles object. Raises NotationError."""
    side = value.get("size")
    if type(side) is not int or not 2 <= side <= MAX_LINK_SIDE:
        raise NotationError(f"size: {shown(json.dumps(side))}; accepted: 2 to {MAX_LINK_SIDE}")
    grid = value.get("grid")
    if not (isinstance(grid, list) and len(grid) == side and all(isinstance(r, list) and len(r) == side for r in grid)):
        raise NotationError(f"grid: accepted: {side} lists of {side} cells")
    cells = [{} if cell is None else cell for row in grid for cell in row]
    odd = next((index for index, cell in enumerate(cells) if not isinstance(cell, dict)), None)
    if odd is not None:
        name = f"r{odd // side + 1}c{odd % side + 1}"
        raise NotationError(
            f"grid: {shown(json.dumps(cells[odd]))} in {name}; accepted: an object with value and given"
        )
    clues, placed = bytearray(len(cells)), []
    for index, cell in enumerate(cells):
        digit = digit_of(cell.get("value"), side, f"value in r{index // side + 1}c{index % side + 1}")
        if digit and not cell.get("given"):
            placed.append(index)
        elif digit:
            clues[index] = digit
    board = _board(cells, side, reading.geometry)
    sets, lost, left = _houses(value, board)
    board, other = with_extras(board, sets)
    lost += [f"{other} other extra region{'s' * (other != 1)}"] * bool(other)
    record = Record(
        Puzzle.trusted(bytes(clues), settled(board, reading.geometry)), alphabet=DEFAULT if side <= 35 else INTEGERS
    )
    used = {key for cell in cells for key in cell if cell[key]}
    marks = ["pencil marks"] if _MARKS & used else []
    marks += ["placed digits"] if placed else []
    left += ["colours"] if _COLOURS & used else []
    lost += ["givenPencilMarks"] if "givenPencilMarks" in used else []
    record.lost = refuse(lost, reading.lossy) + tuple(marks + left)
    note(record, rules=value.get("ruleset"), known=rules_text(board), drawings=left)
    if isinstance(value.get("title"), str):
        record.rest = value["title"]
    if value.get("solution"):
        try:
            solution = digits_of(value["solution"], len(cells), side, "solution")
            record.solution = solution if 0 not in solution else None
        except NotationError as error:
            record.solution_error = error.reason
    return record


def _board(cells: list[dict[str, Any]], side: int, given: Geometry | None) -> Geometry:
    if not any("region" in cell for cell in cells):
        if given is not None and given.side == side and given.regions is None:
            return Geometry(given.box_rows, given.box_cols)
        if not has_box(side):
            raise NotationError(f"a board of side {side} without regions; its boxes are not stated")
        return square(side)
    plain = square(side) if has_box(side) else None
    regions = [cell.get("region", plain.box_of(i) if plain else None) for i, cell in enumerate(cells)]
    if not all(type(region) is int for region in regions):
        raise NotationError("region: a cell in no region; accepted: a number for each cell")
    return board_of_regions(side, regions, given)


def _houses(value: dict[str, Any], board: Geometry) -> tuple[list[list[int]], list[str], list[str]]:
    """(sets of cells that are houses, constraints that cannot be held, drawings)."""
    side = board.side
    sets: list[list[int]] = []
    lost: list[str] = []
    drawn: list[str] = []
    if value.get("diagonal+"):
        sets.append([r * side + side - 1 - r for r in range(side)])
    if value.get("diagonal-"):
        sets.append([r * side + r for r in range(side)])
    if value.get("disjointgroups"):
        try:
            sets += [
                list(house.cells)
                for house in Geometry(board.box_rows, board.box_cols, board.regions, ("disjoint",)).houses[3 * side :]
            ]
        except GeometryError as error:
            raise NotationError(f"disjointgroups: {error}") from None
    for key, entry in value.items():
        if key in _TEXTS or key in ("diagonal+", "diagonal-", "disjointgroups") or not entry:
            continue
        if key == "extraregion" and isinstance(entry, list):
            sets += [_cells(region, board) for region in entry]
        else:
            (drawn if key in _DRAWN else lost).append(key)
    return sets, lost, drawn


def _cells(region: object, board: Geometry) -> list[int]:
    names = region.get("cells") if isinstance(region, dict) else None
    if not isinstance(names, list):
        raise NotationError("extraregion: accepted: objects with cells such as R1C1")
    try:
        return [board.cell_named(str(name)) for name in names]
    except GeometryError as error:
        raise NotationError(f"extraregion: {error}") from None


def document(record: Record) -> dict[str, Any]:
    """The f-puzzles object of a record."""
    board, cells = record.puzzle.geometry, record.puzzle.cells
    side = board.side
    if side > MAX_LINK_SIDE:
        raise NotationError(f"a board of {board}; links are for boards up to {MAX_LINK_SIDE}x{MAX_LINK_SIDE}")
    plain = board.regions is None and (board.box_rows, board.box_cols) == (CLASSIC.box_rows, CLASSIC.box_cols)
    grid: list[list[dict[str, Any]]] = [[] for _ in range(side)]
    for index, digit in enumerate(cells):
        cell: dict[str, Any] = {"value": digit, "given": True} if digit else {}
        if not plain:
            cell["region"] = board.box_of(index)
        grid[index // side].append(cell)
    value: dict[str, Any] = {
        "size": side,
        "title": record.rest,
        "author": "",
        "ruleset": record.rules or rules_text(board),
    }
    value["grid"] = grid
    if "diagonals" in board.extras:
        value.update({"diagonal+": True, "diagonal-": True})
    if "disjoint" in board.extras:
        value["disjointgroups"] = True
    others = [house for house in extra_houses(board) if "diagonal" not in house.name and "disjoint" not in house.name]
    if others:
        value["extraregion"] = [{"cells": [board.name_of(cell).upper() for cell in house.cells]} for house in others]
    if record.solution is not None:
        value["solution"] = list(record.solution)
    return value


def write(records: Iterable[Record]) -> Iterator[str]:
    """A link a line."""
    for record in records:
        packed = lz_string.pack(json.dumps(document(record), separators=(",", ":"), ensure_ascii=False))
        yield f"https://f-puzzles.com/?load={quote(packed, safe='')}\n"


def _is_json(head: list[str]) -> bool:
    text = "\n".join(head)
    return documents.begins_with(head, '"grid"') and bool(_CELLS.search(text))


def looks(head: list[str]) -> bool:
    """True for the object itself; links go through `links`, where they may be mixed."""
    return _is_json(head)


FORMAT = Format(
    name="f-puzzles",
    summary="f-puzzles.com links: clues, regions, diagonals, extra regions",
    extensions=(".fpuzzles",),
    looks=looks,
    read=read,
    write=write,
    holds=frozenset(["boxes", "regions", "extras", "solution", "rest", "rules"]),
    sides=range(2, 36),
)
