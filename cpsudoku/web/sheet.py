"""A puzzle as the page holds it, read from any format and written to any: plain data that our own JSON takes back.

`{**frame, "puzzle": rows of digits, "constraints": [...], "entries": {...}, "pencil_marks": {...}}` is the text that
every job reads; `frame` states the board in the keys of that format, so the page need not know them.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter
from typing import Any

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import BudgetSpent, until
from cpsudoku.drawing.scene import board_picture
from cpsudoku.drawing.svg import to_svg
from cpsudoku.errors import UsageError
from cpsudoku.formats import Record, format_named, losses, read_one, unfit, write_records
from cpsudoku.formats.json_rules import listed, stated, stated_game
from cpsudoku.formats.jsonl import stated_keys

MAX_SIDE = 25
"""The largest board the page shows."""
SECONDS = 4.0
"""For reading a text; a job has ten in all."""


def record_of(text: str) -> Record:
    """The one puzzle of a text. Raises NotationError, and UsageError where it is too large for the page."""
    try:
        with until(perf_counter() + SECONDS):
            record = read_one(text)
    except BudgetSpent:
        raise UsageError(f"the text was not read within {SECONDS:g} s") from None
    board = record.puzzle.geometry
    if max(board.rows, board.columns, board.side) > MAX_SIDE:
        raise UsageError(f"a {board} board; the page shows boards up to {MAX_SIDE}x{MAX_SIDE}")
    return record


def opened(text: str) -> tuple[Record, dict[str, Any]]:
    """The one puzzle of a text, and the beginning of an answer about it: what of the text was not read."""
    record = record_of(text)
    return record, {"warnings": list(record.warnings)}


def read(puzzle: str) -> dict[str, Any]:
    """A text of any format as the page's own puzzle (`sheet`), and its empty board with all rules drawn."""
    record, answer = opened(puzzle)
    return answer | {"sheet": sheet_of(record), "svg": ground(record.puzzle)}


def write(puzzle: str, to: str) -> dict[str, Any]:
    """The puzzle in the format *to* (f-puzzles, sudokupad, iss, jsonl ...), and what of it that format cannot hold.

    Raises UsageError for an unknown format, and for one that cannot hold the puzzle at all.
    """
    record, answer = opened(puzzle)
    target = format_named(to)
    why = unfit(record, target)
    if why:
        raise UsageError(why)
    return answer | {"written": "".join(write_records([record], target)), "lost": losses(record, target)}


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
    """The keys of a board with a layout; an empty list of regions is left out."""
    return {key: value for key, value in stated(puzzle.geometry).items() if value != []}


def with_rules(record: Record, rules: Iterable[Any]) -> Record:
    """The record with other constraints; what the player wrote stays."""
    old = record.puzzle
    record.puzzle = Puzzle(old.cells, old.geometry, tuple(rules))
    return record
