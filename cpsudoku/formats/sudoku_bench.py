"""Rows of Sudoku-Bench: `rules`, `initial_board`, `solution`, `rows`, `cols`, `visual_elements`, `encoded_puzzle`.

One JSON object a line here; `csv_table` and `parquet` read the same columns, and tables with a puzzle and its `rules`.
Where a row carries the puzzle of SudokuPad (`encoded_puzzle`, or a `sudokupad_url` that holds it), that is read, and
has the clues of `initial_board`. Else the rules are prose and `visual_elements` drawings: what they may mean beyond the
rows, columns and boxes is not read, and the record warns of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cpsudoku.board.geometry import square
from cpsudoku.errors import NotationError
from cpsudoku.formats import documents, one_line, prose, sudokupad
from cpsudoku.formats.documents import unkept
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, shown, writer
from cpsudoku.formats.reading import as_notation, stated_board
from cpsudoku.formats.rules import rules_text
from cpsudoku.numerals import whole

BOARD, RULES = "initial_board", "rules"
CARRIED = ("encoded_puzzle", "sudokupad_url")
"""Columns that may carry the puzzle of SudokuPad."""
DRAWN = "visual_elements"
_KEPT = frozenset([BOARD, RULES, "solution", "title", "rows", "cols", DRAWN, *CARRIED])


def read(source: Source, reading: Reading) -> Rows:
    """A Record or BadRow for each object."""
    return documents.read(source, reading, of_object)


def of_object(value: dict[str, Any], reading: Reading) -> Record:
    """The record of a row as a JSON object. Raises NotationError."""
    text = value.get(BOARD)
    if not isinstance(text, str):
        raise documents.unaccepted(BOARD, text, "a text with one character a cell")
    record = of_row(text, value, reading)
    record.lost = (*record.lost, *unkept(value, _KEPT))
    return record


def of_row(board: str, value: Mapping[str, Any], reading: Reading) -> Record:
    """The record of a row: the text of its board, and its fields by name. Raises NotationError."""
    cells = "".join(board.split())
    link = next((text for key in CARRIED if (text := _text(value, key)) and one_line.carried(text)), "")
    record = _carried(link, cells, value, reading) if link else _described(cells, value, reading)
    record.text, record.rest = board, record.rest or _text(value, "title")
    if record.solution is None and _text(value, "solution"):
        geometry = record.puzzle.geometry
        record.solution, record.solution_error = reading.solution(_text(value, "solution"), geometry, record.alphabet)
    return record


def _carried(link: str, cells: str, value: Mapping[str, Any], reading: Reading) -> Record:
    """The puzzle that a row carries. Raises NotationError where it has other clues than the row."""
    record = one_line.record_of_link(link, reading)
    geometry = record.puzzle.geometry
    stated = Reading(geometry, reading.alphabet).characters(cells, column=0).puzzle.cells
    other = next((cell for cell, clue in enumerate(stated) if clue != record.puzzle.cells[cell]), None)
    if other is not None:
        name = geometry.name_of(other)
        raise NotationError(f"{BOARD} and {CARRIED[0]} differ in {name}; accepted: the same clues in both")
    if not record.warnings and not record.rules:  # it may carry no rules of its own
        prose.note(record, value.get(RULES), (), rules_text(geometry, record.puzzle.constraints))
    return record


def _described(cells: str, value: Mapping[str, Any], reading: Reading) -> Record:
    """The puzzle of the board, with a warning of rules in prose and drawings."""
    sides = {side for key in ("rows", "cols") if (side := whole(value.get(key)))}
    if len(sides) > 1:
        raise NotationError(
            f"a board of {value.get('rows')} rows and {value.get('cols')} columns; accepted: square ones"
        )
    inner = reading
    for side in sides:
        with as_notation():
            inner = Reading(stated_board(reading.geometry, reading.geometry or square(side)), reading.alphabet)
    record = inner.characters(cells, column=0)
    prose.note(record, value.get(RULES), _drawings(value.get(DRAWN)))
    return record


def _drawings(given: object) -> list[str]:
    """What kinds of drawings there are; they come as a list, or as its JSON."""
    if isinstance(given, str):
        try:
            given = json.loads(given) if given.strip() else []
        except (ValueError, RecursionError):
            return ["visual elements"]
    listed = given if isinstance(given, list) else [given] if given else []
    return [str(item.get("type") or "drawing") if isinstance(item, dict) else shown(str(item)) for item in listed]


def _text(value: Mapping[str, Any], key: str) -> str:
    text = value.get(key)
    return text.strip() if isinstance(text, str) else ""


def _line(record: Record) -> str:
    """An object a line; SudokuPad's puzzle holds regions and rules."""
    board, (link,) = record.puzzle.geometry, sudokupad.FORMAT.write([record])
    value = {
        "title": record.rest,
        RULES: record.rules or rules_text(board, record.puzzle.constraints),
        BOARD: record.puzzle.line(),
        "solution": "" if record.solution is None else record.alphabet.write(record.solution, board.side),
        "rows": board.rows,
        "cols": board.columns,
        DRAWN: "[]",
        CARRIED[0]: one_line.carried(link),
        CARRIED[1]: link.strip(),
    }
    return json.dumps(value, ensure_ascii=False) + "\n"


def sniff(head: list[str]) -> bool:
    """True for objects with the board under its name."""
    return documents.begins_with(head, f'"{BOARD}"')


FORMAT = Format(
    name="sudoku-bench",
    summary="rows of Sudoku-Bench as JSON: a board, rules in prose, SudokuPad's puzzle",
    extensions=(),
    sniff=sniff,
    read=read,
    write=writer(_line),
    holds=sudokupad.FORMAT.holds,
    sides=sudokupad.FORMAT.sides,
    unsaid=sudokupad.FORMAT.unsaid,
    undrawn=sudokupad.FORMAT.undrawn,
)
