"""Boards of any shape, rules that are not houses and a player's notes in our own JSON: the keys, read and written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import READING, check_deadline
from cpsudoku.constraints import from_dict, parse
from cpsudoku.constraints.base import Constraint
from cpsudoku.errors import NotationError
from cpsudoku.formats.candidate_text import marks_of, note_game
from cpsudoku.formats.documents import unaccepted
from cpsudoku.formats.format import Record
from cpsudoku.formats.reading import as_notation, stated_board
from cpsudoku.formats.rules import placed, shaped
from cpsudoku.numerals import number_of

SHAPE = ("rows", "columns", "digits", "latin")
"""Keys that state a board cell by cell."""
ENTRIES, MARKS = "entries", "pencil_marks"
"""Keys of a player's digits and candidates."""
EMPTY = (None, "", ".")
MAX_CELLS = 65025


def rules_of(value: Mapping[str, Any]) -> list[Constraint]:
    """The rules under `constraints`. Raises NotationError, with the number of the one that cannot be."""
    given = value.get("constraints")
    if given is None:
        return []
    if not isinstance(given, list):
        raise unaccepted("constraints", given, "a list of rules")
    found = []
    for number, rule in enumerate(given, start=1):
        check_deadline(READING)
        with as_notation(f"constraints: rule {number}"):
            found.append(parse(rule) if isinstance(rule, str) else from_dict(rule))
    return found


def puzzle_of(value: Mapping[str, Any], cells: bytes, board: Geometry) -> Puzzle:
    """The puzzle with these clues under the rules of a record. Raises NotationError.

    Rows of a file often have the same rules: those of the last few sets are kept, placed on their board.
    """
    given = value.get("constraints")
    if not given:
        return placed(cells, board, rules_of(value))
    return Puzzle.trusted(cells, board, _placed(json.dumps(given), board))


@lru_cache(maxsize=32)
def _placed(text: str, board: Geometry) -> tuple[Constraint, ...]:
    """The rules of a JSON text, placed on the board."""
    return tuple(placed(bytes(board.size), board, rules_of({"constraints": json.loads(text)})).constraints)


def board_of(value: Mapping[str, Any], given: Geometry | None) -> Geometry:
    """The board that the keys state. Raises NotationError.

    Without `rows` and `columns` nine each; without `digits` 1 to the longer of the two; without `regions` none.
    """
    rows, columns = _number(value, "rows", 9), _number(value, "columns", value.get("rows", 9))
    if rows * columns > MAX_CELLS:
        raise NotationError(f"{rows} rows, {columns} columns; accepted: up to {MAX_CELLS} cells")
    digits = value.get("digits", [1, max(rows, columns)])
    if not (isinstance(digits, list) and len(digits) == 2 and all(type(digit) is int for digit in digits)):
        raise unaccepted("digits", digits, "[lowest, highest]")
    latin = value.get("latin", True)
    if not isinstance(latin, bool):
        raise unaccepted("latin", latin, "true or false")
    regions = value.get("regions", [])
    if not isinstance(regions, list):
        raise unaccepted("regions", regions, "lists of cells")
    found = [[cell_of(cell, rows, columns) for cell in _list(region)] for region in regions]
    return stated_board(given, shaped(rows, columns, digits[0], digits[1], found, latin))


def clues_of(value: Mapping[str, Any], key: str, board: Geometry) -> bytes:
    """The clues under *key* or `clues`. Raises NotationError."""
    if key in value:
        return cells_of(value[key], board, key)
    clues = value.get("clues", {})
    if not isinstance(clues, dict):
        return cells_of(clues, board, "clues")
    cells = bytearray(board.size)
    for name, digit in clues.items():
        cells[cell_of(name, board.rows, board.columns)] = _byte(digit, board, f"clues: {name}")
    return bytes(cells)


def cells_of(given: object, board: Geometry, what: str) -> bytes:
    """A grid as rows of digits (null or "." empty), or as a text: a character a cell or digits set apart by blanks.

    Where digits begin at 1, 0 is empty too. Raises NotationError.
    """
    if isinstance(given, str):
        words = given.split()
        entries: list[Any] = words if len(words) == board.size else list("".join(words))
    elif isinstance(given, list):
        entries = [entry for row in given for entry in (row if isinstance(row, list) else [row])]
    else:
        raise unaccepted(what, given, "a text or rows of digits")
    if len(entries) != board.size:
        raise NotationError(f"{what}: {len(entries)} cells; a {board.rows}x{board.columns} board has {board.size}")
    return bytes(_byte(entry, board, f"{what}: {board.name_of(cell)}") for cell, entry in enumerate(entries))


def masks_of(value: dict[str, Any], board: Geometry) -> tuple[int, ...]:
    """Candidates as a list of digits a cell, those still `open` (records of `candidates --jsonl`) among them: a bit
    mask a cell. Raises NotationError."""
    masks = [0] * board.size
    for key in ("candidates", "open"):
        given = value.get(key)
        if given is None:
            continue
        if not isinstance(given, list) or len(given) != board.size or not all(isinstance(row, list) for row in given):
            raise unaccepted(key, given, f"{board.size} lists of digits, one a cell")
        for cell, digits in enumerate(given):
            masks[cell] |= _mask(digits, board, f"{key}: {board.name_of(cell)}")
    return tuple(masks)


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


def listed(puzzle: Puzzle) -> list[list[int | None]]:
    """The clues as rows of digits, None for empty."""
    board = puzzle.geometry
    digits = [byte + board.lo - 1 if byte else None for byte in puzzle.cells]
    return [digits[start : start + board.columns] for start in range(0, board.size, board.columns)]


def _byte(entry: object, board: Geometry, where: str) -> int:
    if isinstance(entry, str):
        entry = entry.strip()
    if entry in EMPTY or (board.lo > 0 and entry in (0, "0")):
        return 0
    if isinstance(entry, str) and entry.isascii() and entry.isdigit() and len(entry) < 6:
        entry = number_of(entry)
    elif isinstance(entry, str) and len(entry) == 1 and entry.isascii() and entry.isalpha():
        entry = ord(entry.upper()) - ord("A") + 10
    if type(entry) is not int or not board.lo <= entry <= board.hi:
        raise unaccepted(where, entry, f"{board.lo} to {board.hi}, null for empty")
    return entry - board.lo + 1


def cell_of(given: object, rows: int, columns: int) -> int:
    """A cell by name, or by number from 0. Raises NotationError."""
    if type(given) is int and 0 <= given < rows * columns:
        return given
    if isinstance(given, str):
        with as_notation():
            return Geometry.shaped(rows, columns, 1, max(rows, columns, 2), latin=False).cell_named(given)
    raise unaccepted("cell", given, f"r1c1 to r{rows}c{columns}, or a number from 0")


def _entries(given: object, board: Geometry) -> dict[int, int]:
    if not isinstance(given, dict):
        return {cell: digit for cell, digit in enumerate(cells_of(given, board, ENTRIES)) if digit}
    return {_cell(name, board, ENTRIES): _digit(digit, board, f"{ENTRIES}: {name}") for name, digit in given.items()}


def _marks(given: object, board: Geometry) -> dict[int, int]:
    if isinstance(given, list) and len(given) == board.size:
        given = {board.name_of(cell): digits for cell, digits in enumerate(given) if digits is not None}
    if not isinstance(given, dict):
        raise unaccepted(MARKS, given, f"{{cell: [digits]}}, or {board.size} lists of digits, one a cell")
    return {_cell(name, board, MARKS): _mask(digits, board, f"{MARKS}: {name}") for name, digits in given.items()}


def _cell(name: str, board: Geometry, key: str) -> int:
    with as_notation(key):
        return cell_of(name, board.rows, board.columns)


def _mask(digits: object, board: Geometry, where: str) -> int:
    """A list of digits as a bit mask."""
    if not isinstance(digits, list):
        raise unaccepted(where, digits, "a list of digits")
    return sum(1 << digit - 1 for digit in {_digit(digit, board, where) for digit in digits})


def _digit(given: object, board: Geometry, where: str) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not board.lo <= given <= board.hi:
        raise unaccepted(where, given, f"{board.lo} to {board.hi}")
    return given - board.lo + 1


def _list(given: object) -> list[Any]:
    if isinstance(given, str):
        return given.split()
    if not isinstance(given, list):
        raise unaccepted("regions", given, "lists of cells")
    return given


def _number(value: Mapping[str, Any], key: str, usual: Any) -> int:
    found = value.get(key, usual)
    if type(found) is not int or not 1 <= found <= 255:
        raise unaccepted(key, found, "1 to 255")
    return found
