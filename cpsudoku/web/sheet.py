"""A puzzle as the page holds it, read from any format and written to any: plain data that our own JSON takes back.

`{**frame, "puzzle": rows of digits, "constraints": [...], "entries": {...}, "pencil_marks": {...}}` is the text that
every job reads; `frame` states the board in the keys of that format, so the page need not know them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.drawing.scene import board_picture
from cpsudoku.drawing.svg import to_svg
from cpsudoku.errors import UsageError
from cpsudoku.formats import Record, format_named, losses, unfit, write_records
from cpsudoku.formats.json_rules import listed, stated, stated_game
from cpsudoku.formats.jsonl import stated_keys
from cpsudoku.web.given import record_of


def read(puzzle: str) -> dict[str, Any]:
    """A text of any format as the page's own puzzle (`sheet`), and its empty board with all rules drawn."""
    record = record_of(puzzle)
    return {"sheet": sheet_of(record), "svg": ground(record.puzzle), "warnings": list(record.warnings)}


def write(puzzle: str, to: str) -> dict[str, Any]:
    """The puzzle in the format *to* (f-puzzles, sudokupad, iss, jsonl ...), and what of it that format cannot hold.

    Raises UsageError for an unknown format, and for one that cannot hold the puzzle at all.
    """
    record = record_of(puzzle)
    target = format_named(to)
    why = unfit(record, target)
    if why:
        raise UsageError(why)
    return {
        "written": "".join(write_records([record], target)),
        "lost": losses(record, target),
        "warnings": list(record.warnings),
    }


def sheet_of(record: Record) -> dict[str, Any]:
    """The puzzle, its board and what a player wrote."""
    puzzle, board = record.puzzle, record.puzzle.geometry
    found: dict[str, Any] = {
        "frame": stated_keys(board) if board.layout is None else _frame(puzzle),
        "rows": board.rows,
        "columns": board.columns,
        "digits": [board.lo, board.hi],
        "puzzle": listed(puzzle),
        "constraints": [rule.to_dict() for rule in puzzle.constraints],
        "texts": [rule.text for rule in puzzle.constraints],
        "described": [rule.describe() for rule in puzzle.constraints],
        "houses": [{"name": house.name, "cells": list(house.cells)} for house in board.houses],
        "board": str(board),
    }
    if record.rules:
        found["rules"] = record.rules
    if record.game or record.placed:
        found |= stated_game(record)
    return found


def ground(puzzle: Puzzle) -> str:
    """The board without its digits: what the page lays digits on."""
    empty = Puzzle.trusted(bytes(puzzle.geometry.size), puzzle.geometry, puzzle.constraints)
    return to_svg(board_picture(empty), whole=False)


def _frame(puzzle: Puzzle) -> dict[str, Any]:
    """The keys of a board with a layout; no regions need not be said."""
    return {key: value for key, value in stated(puzzle.geometry).items() if value != []}


def with_rules(record: Record, rules: Iterable[Any]) -> Record:
    """The record with other constraints; what the player wrote stays."""
    old = record.puzzle
    record.puzzle = Puzzle(old.cells, old.geometry, tuple(rules))
    return record
