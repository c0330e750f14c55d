"""The `sudoku-puzzle` JSON format, format_version 1, of the pencilmark package; several puzzles are one object a line.

Houses are rules: `box_grid` or `grid` with `box` rules, and `region` rules for extra houses. An unknown key is
refused, as the format asks of its readers; a rule that is no house is refused too, or listed as lost.
"""

from __future__ import annotations

import json
from typing import Any

from cpsudoku.board.alphabet import DEFAULT, INTEGERS
from cpsudoku.board.geometry import MAX_SIDE, Geometry, boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError
from cpsudoku.formats import documents
from cpsudoku.formats.documents import unaccepted
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, shown, writer
from cpsudoku.formats.prose import note
from cpsudoku.formats.reading import as_notation, filled, stated_board
from cpsudoku.formats.rules import board_of_sets, digits_of, extra_houses, refuse, with_extras

_KEYS = {
    "format", "format_version", "$schema", "meta", "board", "digits", "givens", "solution", "candidates", "rules",
    "decorations", "style", "ext",
}  # fmt: skip
_KINDS = ("diagonal", "window", "disjoint")
"""Kinds of region rules; each word is part of such a house's name. Another house is "extra"."""


def read(source: Source, reading: Reading) -> Rows:
    """A Record or BadRow for each object."""
    return documents.read(source, reading, _record)


def _record(value: dict[str, Any], reading: Reading) -> Record:
    if value.get("format") != "sudoku-puzzle" or value.get("format_version") != 1:
        found = json.dumps([value.get("format"), value.get("format_version")])
        raise NotationError(f'format and format_version are {shown(found)}; accepted: "sudoku-puzzle" and 1')
    unknown = [key for key in value if key not in _KEYS]
    if unknown:
        raise NotationError(f"key {unknown[0]!r} is unknown in format_version 1")
    side = value.get("digits")
    if isinstance(side, bool) or not isinstance(side, int) or not 2 <= side <= MAX_SIDE:
        raise unaccepted("digits", side, f"2 to {MAX_SIDE}")
    if value.get("board") != {"rows": side, "cols": side}:
        raise unaccepted("board", value.get("board"), f"{side} rows and columns, as many as digits")
    size = side * side
    givens = value.get("givens")
    if isinstance(givens, list) and None in givens:
        raise NotationError("givens: null; boards with missing cells are not read")
    cells = digits_of(givens, size, side, "givens")
    board, lost = _board(value.get("rules"), side, reading)
    board = stated_board(reading.geometry, board)
    record = Record(Puzzle.trusted(cells, board), alphabet=DEFAULT if side <= 35 else INTEGERS)
    if value.get("solution") is not None:
        record.solution, record.solution_error = filled(digits_of(value["solution"], size, side, "solution"), board)
    record.lost = refuse(lost, reading.lossy) + tuple(key for key in ("decorations", "style", "ext") if value.get(key))
    meta = value.get("meta")
    rules = meta.get("rules") if isinstance(meta, dict) else None
    note(record, rules, ["decorations"] if value.get("decorations") else [])
    if isinstance(meta, dict) and isinstance(meta.get("title"), str):
        record.rest = meta["title"]
    if value.get("candidates") is not None:
        record.candidates = _candidates(value["candidates"], board, cells)
    return record


def _board(rules: object, side: int, reading: Reading) -> tuple[Geometry, list[str]]:
    if not isinstance(rules, list) or not all(isinstance(rule, dict) for rule in rules):
        raise NotationError("rules: accepted: a list of objects")
    board: Geometry | None = None
    grid = False
    regions: dict[str, list[list[int]]] = {"box": [], "region": []}
    lost: list[str] = []
    for rule in rules:
        kind = rule.get("type")
        if kind == "box_grid" and rule.get("origin") == "r1c1" and board is None:
            shape = rule.get("box")
            if not (isinstance(shape, list) and len(shape) == 2 and all(type(x) is int and x >= 1 for x in shape)):
                raise unaccepted("box", shape, "[rows, columns]")
            if shape[0] * shape[1] != side:
                raise NotationError(f"box: {shape}; a box has {side} cells")
            with as_notation():
                board = boxes(shape[0], shape[1])
        elif kind == "grid" and rule.get("origin") == "r1c1":
            grid = True
        elif kind in ("box", "region"):
            regions[kind].append(_cells(rule.get("cells"), side))
        else:
            lost.append(f"rule {kind!r}")
    if board is None:
        if not grid:
            raise NotationError("rules: no box_grid or grid from r1c1; rows and columns are not stated")
        pieces = regions["box"]
        if not pieces:  # a jigsaw's houses may be regions too
            pieces, regions["region"] = regions["region"][:side], regions["region"][side:]
        if len(pieces) != side:
            raise NotationError(f"rules: {len(pieces)} boxes; accepted: {side} of {side} cells")
        board = board_of_sets(side, pieces, reading.geometry)
        regions["box"] = []
    board, left = with_extras(board, [*regions["region"], *regions["box"]])
    return board, lost + [f"{len(left)} other region{'s' * (len(left) != 1)}"] * bool(left)


def _cells(names: object, side: int) -> list[int]:
    if not isinstance(names, list):
        raise unaccepted("cells", names, "a list of names such as r1c1")
    return [_cell(name, side) for name in names]


def _cell(name: object, side: int) -> int:
    with as_notation():
        return Geometry(1, side).cell_named(name if isinstance(name, str) else json.dumps(name))


def _candidates(value: object, board: Geometry, cells: bytes) -> tuple[int, ...]:
    if not isinstance(value, dict):
        raise NotationError("candidates: accepted: an object with cells as keys")
    side = board.side
    masks = [1 << digit - 1 if digit else (1 << side) - 1 for digit in cells]
    for name, digits in value.items():
        if not isinstance(digits, list) or not all(type(d) is int and 1 <= d <= side for d in digits):
            raise unaccepted(f"candidates of {name}", digits, f"a list of digits 1 to {side}")
        masks[_cell(name, side)] = sum(1 << d - 1 for d in set(digits))
    return tuple(masks)


def _text(record: Record) -> str:
    """One object a line, keys in the format's order."""
    board, cells = record.puzzle.geometry, record.puzzle.cells
    side = board.side
    value: dict[str, Any] = {"format": "sudoku-puzzle", "format_version": 1}
    if record.rest:
        value["meta"] = {"title": record.rest}
    value.update(board={"rows": side, "cols": side}, digits=side, givens=list(cells))
    if record.solution is not None:
        value["solution"] = list(record.solution)
    if record.candidates is not None:
        full = (1 << side) - 1
        value["candidates"] = {
            board.name_of(cell): [d + 1 for d in range(side) if mask >> d & 1]
            for cell, mask in enumerate(record.candidates)
            if mask != (1 << cells[cell] - 1 if cells[cell] else full)
        }
    rules: list[dict[str, Any]]
    if board.regions is None:
        rules = [{"type": "box_grid", "box": [board.box_rows, board.box_cols], "origin": "r1c1"}]
    else:
        rules = [{"type": "grid", "origin": "r1c1"}]
        rules += [
            {"type": "box", "cells": list(map(board.name_of, house.cells))}
            for house in board.houses[2 * side : 3 * side]
        ]
    for house in extra_houses(board):
        kind = next((word for word in _KINDS if word in house.name), "extra")
        rules.append({"type": "region", "kind": kind, "cells": list(map(board.name_of, house.cells))})
    value["rules"] = rules
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False) + "\n"


def sniff(head: list[str]) -> bool:
    """True where the format names itself."""
    return documents.begins_with(head, '"sudoku-puzzle"', '"format"')


FORMAT = Format(
    name="sudoku-puzzle",
    summary="the sudoku-puzzle JSON format, version 1, of the pencilmark package",
    extensions=(".json",),
    sniff=sniff,
    read=read,
    write=writer(_text),
    holds=frozenset(["boxes", "regions", "extras", "solution", "candidates", "clues", "rest"]),
)
