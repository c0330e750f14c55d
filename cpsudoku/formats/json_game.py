"""A player's digits and pencil marks in our own JSON: `entries` and `pencil_marks`, read and written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.errors import NotationError
from cpsudoku.formats.game import marks_of, note_game
from cpsudoku.formats.json_rules import cell_of, cells_of
from cpsudoku.formats.reading import shown
from cpsudoku.formats.record import Record

ENTRIES, MARKS = "entries", "pencil_marks"


def read_game(record: Record, value: Mapping[str, Any]) -> None:
    """Note what the player wrote. Raises NotationError, also where `candidates` stand beside it."""
    if value.get(ENTRIES) is None and value.get(MARKS) is None:
        return
    if value.get("candidates") is not None:
        raise NotationError(f"candidates beside {ENTRIES} or {MARKS}; accepted: a player's candidates as {MARKS}")
    board = record.puzzle.geometry
    note_game(record, _entries(value.get(ENTRIES) or {}, board), _marks(value.get(MARKS) or {}, board))


def stated_game(record: Record) -> dict[str, Any]:
    """The keys that state what the player wrote."""
    board = record.puzzle.geometry
    low = board.lo - 1
    entries = {board.name_of(cell): digit + low for cell, digit in sorted(record.entries.items())}
    marks = {
        board.name_of(cell): [digit + low for digit in range(1, board.side + 1) if mask >> digit - 1 & 1]
        for cell, mask in marks_of(record).items()
    }
    return {key: held for key, held in ((ENTRIES, entries), (MARKS, marks)) if held}


def _entries(given: object, board: Geometry) -> dict[int, int]:
    if not isinstance(given, dict):
        return {cell: digit for cell, digit in enumerate(cells_of(given, board, ENTRIES)) if digit}
    found = {}
    for name, digit in given.items():
        found[_cell(name, board, ENTRIES)] = _digit(digit, board, f"{ENTRIES}: {name}")
    return found


def _marks(given: object, board: Geometry) -> dict[int, int]:
    if isinstance(given, list) and len(given) == board.size:
        given = {board.name_of(cell): digits for cell, digits in enumerate(given) if digits is not None}
    if not isinstance(given, dict):
        wanted = f"{{cell: [digits]}}, or {board.size} lists of digits, one a cell"
        raise NotationError(f"{MARKS}: {shown(json.dumps(given))}; accepted: {wanted}")
    found = {}
    for name, digits in given.items():
        if not isinstance(digits, list):
            raise NotationError(f"{MARKS}: {name}: {shown(json.dumps(digits))}; accepted: a list of digits")
        held = {_digit(digit, board, f"{MARKS}: {name}") for digit in digits}
        found[_cell(name, board, MARKS)] = sum(1 << digit - 1 for digit in held)
    return found


def _cell(name: str, board: Geometry, key: str) -> int:
    try:
        return cell_of(name, board.rows, board.columns)
    except NotationError as error:
        raise NotationError(f"{key}: {error.reason}") from None


def _digit(given: object, board: Geometry, where: str) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not board.lo <= given <= board.hi:
        raise NotationError(f"{where}: {shown(json.dumps(given))}; accepted: {board.lo} to {board.hi}")
    return given - board.lo + 1
