"""ipuz, the open JSON standard: sudoku, jigsaw, diagonal and hyper sudoku; several puzzles are one object a line.

A jigsaw's regions are `zones` of [column, row] pairs counted from 1 (from 0 where a 0 occurs). Plain boards other than
9x9 with the customary boxes are written as jigsaws, since the format has no word for the shape of a box.
"""

from __future__ import annotations

import json
from typing import Any

from cpsudoku.board.alphabet import DEFAULT, INTEGERS, Alphabet
from cpsudoku.board.geometry import Geometry, square
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError
from cpsudoku.formats import documents
from cpsudoku.formats.candidate_text import note_game
from cpsudoku.formats.documents import unaccepted, unkept
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, shown, writer
from cpsudoku.formats.prose import note
from cpsudoku.formats.reading import as_notation, filled, has_box, stated_board
from cpsudoku.formats.rules import board_of_sets, refuse

_BASE = "http://ipuz.org/sudoku"
_EXTRAS = {"diagonalsudoku": "diagonals", "hypersudoku": "windoku"}
_JIGSAW = "jigsawsudoku"
_READ = {
    "version", "kind", "dimensions", "puzzle", "solution", "charset", "displaycharset", "zones", "title", "author",
    "copyright", "publisher", "publication", "url", "uniqueid", "intro", "explanation", "annotation", "notes",
    "difficulty", "origin", "block", "empty", "date", "editor", "checksum", "boxes", "showoperators", "saved",
    "volatile",
}  # fmt: skip

_KEPT = {
    "version", "kind", "dimensions", "puzzle", "solution", "charset", "zones", "title", "intro", "empty", "boxes",
    "saved",
}  # fmt: skip
"""Those that a record holds; the others are listed as lost."""


def read(source: Source, reading: Reading) -> Rows:
    """A Record or BadRow for each object."""
    return documents.read(source, reading, _record)


def _record(value: dict[str, Any], reading: Reading) -> Record:
    kinds = _kinds(value)
    rows = value.get("puzzle")
    side = len(rows) if isinstance(rows, list) else 0
    charset = value.get("charset", DEFAULT.symbols[:side] if side <= 35 else None)
    if charset is not None and (not isinstance(charset, str) or len(charset) != side):
        raise unaccepted("charset", charset, f"{side} characters, as many as rows")
    empty = str(value.get("empty", 0))
    cells = _cells(rows, side, charset, empty, "puzzle")
    board = _board(value, kinds, side, reading)
    lost = [key for key in value if key not in _READ and value[key] and ":" not in key]
    lost += [f"kind {kind}" for kind in kinds if kind not in (*_EXTRAS, _JIGSAW, "")]
    puzzle = Puzzle.trusted(cells, stated_board(reading.geometry, board))
    record = Record(puzzle, alphabet=DEFAULT if side <= 35 else INTEGERS)
    record.lost = (*refuse(lost, reading.lossy), *unkept(value, _KEPT))
    note(record, value.get("intro"))
    if value.get("solution") is not None:
        solution = _cells(value["solution"], side, charset, empty, "solution")
        record.solution, record.solution_error = filled(solution, board)
    if isinstance(value.get("title"), str):
        record.rest = value["title"]
    if value.get("saved") is not None:
        try:
            saved = _cells(value["saved"], side, charset, empty, "saved")
            note_game(record, {cell: digit for cell, digit in enumerate(saved) if digit}, {})
        except NotationError:
            record.lost += ("saved",)
    return record


def _kinds(value: dict[str, Any]) -> list[str]:
    """The words behind http://ipuz.org/sudoku, "" for the plain kind."""
    kinds = value.get("kind")
    if (
        not isinstance(kinds, list)
        or not all(isinstance(kind, str) and kind.startswith(_BASE) for kind in kinds)
        or not kinds
    ):
        raise unaccepted("kind", kinds, f'["{_BASE}#1"] and its jigsaw, diagonal and hyper forms')
    return [kind.removeprefix(_BASE).partition("#")[0].strip("/") for kind in kinds]


def _cells(rows: object, side: int, charset: str | None, empty: str, what: str) -> bytes:
    if not (
        isinstance(rows, list)
        and 2 <= side <= 255
        and len(rows) == side
        and all(isinstance(r, list) and len(r) == side for r in rows)
    ):
        raise NotationError(f"{what}: accepted: n lists of n cells")
    cells = bytearray(side * side)
    for index, cell in enumerate(cell for row in rows for cell in row):
        if isinstance(cell, dict):
            cell = cell.get("value", cell.get("cell", 0))
        text = "" if cell is None else str(cell)
        if text in ("", empty, "0", "."):
            continue
        if charset is not None and len(text) == 1 and text in charset:
            cells[index] = charset.index(text) + 1
        elif text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= side:
            cells[index] = int(text)
        else:
            raise NotationError(
                f"{what}: {shown(text)} in r{index // side + 1}c{index % side + 1}; "
                f"accepted: {charset or f'1 to {side}'}, and {empty} for empty"
            )
    return bytes(cells)


def _board(value: dict[str, Any], kinds: list[str], side: int, reading: Reading) -> Geometry:
    extras = [_EXTRAS[kind] for kind in kinds if kind in _EXTRAS]
    zones = value.get("zones")
    if _JIGSAW in kinds:
        base = board_of_sets(side, _zones(zones, side), reading.geometry)
    elif reading.geometry is not None and reading.geometry.side == side:
        base = reading.geometry
    elif has_box(side):
        base = square(side)
    else:
        raise NotationError(f"a board of side {side} without zones; its boxes are not stated")
    with as_notation():
        return Geometry(base.box_rows, base.box_cols, base.regions, tuple({*extras, *base.extras}))


def _zones(zones: object, side: int) -> list[list[int]]:
    found: list[list[list[int]]] = []
    for zone in zones if isinstance(zones, list) else []:
        cells = zone.get("cells") if isinstance(zone, dict) else None
        if not isinstance(cells, list) or not all(
            isinstance(c, list) and len(c) == 2 and all(type(x) is int and 0 <= x <= side for x in c) for c in cells
        ):
            raise NotationError("zones: accepted: objects with cells, each [column, row]")
        found.append(cells)
    first = 0 if any(0 in pair for zone in found for pair in zone) else 1
    beyond = next((pair for zone in found for pair in zone if max(pair) - first >= side), None)
    if beyond is not None:
        raise NotationError(f"zones: {beyond} is outside the board")
    return [[(row - first) * side + column - first for column, row in zone] for zone in found]


def _text(record: Record) -> str:
    """One object a line."""
    board, side, alphabet = record.puzzle.geometry, record.puzzle.geometry.side, record.alphabet
    kinds = [kind for kind, name in _EXTRAS.items() if name in board.extras]
    jigsaw = board.regions is not None or not has_box(side) or square(side).box_rows != board.box_rows
    words = [_JIGSAW] * jigsaw + kinds
    value: dict[str, Any] = {
        "version": "http://ipuz.org/v2",
        "kind": [f"{_BASE}/{word}#1" for word in words] or [f"{_BASE}#1"],
    }
    if record.rest:
        value["title"] = record.rest
    value["dimensions"] = {"width": side, "height": side}
    if side <= 35:
        symbols = alphabet if alphabet.covers(side) else DEFAULT
        value["charset"] = symbols.symbols[:side]
        if "0" in value["charset"]:
            value["empty"] = "."
    value["puzzle"] = _rows(record.puzzle.cells, side, alphabet)
    if record.solution is not None:
        value["solution"] = _rows(record.solution, side, alphabet)
    if jigsaw:
        value["zones"] = [
            {"cells": [[cell % side + 1, cell // side + 1] for cell in house.cells]}
            for house in board.houses[2 * side : 3 * side]
        ]
    return json.dumps(value, ensure_ascii=False) + "\n"


def _rows(cells: bytes, side: int, alphabet: Alphabet) -> list[list[int | str]]:
    if (side <= 9 and alphabet == DEFAULT) or side > 35:
        return [list(cells[row * side : row * side + side]) for row in range(side)]
    symbols = alphabet if alphabet.covers(side) else DEFAULT
    empty: int | str = "." if "0" in symbols.symbols[:side] else 0
    return [[symbols.symbols[d - 1] if d else empty for d in cells[r * side : r * side + side]] for r in range(side)]


def sniff(head: list[str]) -> bool:
    """True for JSON that names an ipuz sudoku kind."""
    return documents.begins_with(head, "ipuz.org/sudoku")


FORMAT = Format(
    name="ipuz",
    summary="ipuz JSON: sudoku, jigsaw, diagonal and hyper sudoku",
    extensions=(".ipuz",),
    sniff=sniff,
    read=read,
    write=writer(_text),
    holds=frozenset(["boxes", "regions", "extras:diagonals", "extras:windoku", "solution", "rest"]),
)
