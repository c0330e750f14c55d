""".sdk files, both kinds: SudoCue's (`#A author` lines, nine rows) and SadMan's (`[Puzzle]`, nine rows, more sections).

Header lines are `#` and a letter: A author, D description, C comment, B date, S source, L level, U address. Of the
second kind `[Puzzle]` is the puzzle and `[State]` the grid with a player's digits; further sections are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cpsudoku.errors import NotationError
from cpsudoku.formats import grid
from cpsudoku.formats.candidate_text import note_game
from cpsudoku.formats.format import BadRow, Format, Reading, Record, Rows, Source

_SECTION = re.compile(r"\s*\[([A-Za-z ]+)\]\s*$")
_HEADER = re.compile(r"#[ADCBSLU]")
_MAX_LINES = 1000


def read(source: Source, reading: Reading) -> Rows:
    """The puzzle of the file (several where it goes on with a further header or [Puzzle] section)."""
    rows: list[tuple[int, str]] = []
    state: list[tuple[int, str]] = []
    notes: list[str] = []
    section = "puzzle"
    for number, line in source.lines():
        match = _SECTION.match(line)
        if match:
            section = match.group(1).strip().lower()
        if section == "puzzle" and rows and (match or _HEADER.match(line) or len(rows) > _MAX_LINES):
            yield _grid(rows, state, notes, reading)
            rows, state, notes = [], [], []
        if match or not line.strip():
            continue
        if line.startswith("#"):
            notes.append(line[2:].strip() if _HEADER.match(line) else line[1:].strip())
        elif section == "puzzle":
            rows.append((number, line))
        elif section == "state" and rows and len(state) <= _MAX_LINES:
            state.append((number, line))
    if rows:
        yield _grid(rows, state, notes, reading)
    elif notes:
        yield reading.bad(
            NotationError(f"{len(notes)} header lines but no rows; accepted: nine rows of nine, . for empty")
        )


def _grid(
    rows: list[tuple[int, str]], state: list[tuple[int, str]], notes: list[str], reading: Reading
) -> Record | BadRow:
    text = "\n".join(line for _, line in rows)
    try:
        record = grid.parse(rows, reading)
        if state:
            _note(record, state, reading)
    except NotationError as error:
        return reading.bad(error, rows[0][0], text)
    record.line, record.text = rows[0][0], text
    record.rest = " ".join(filter(None, notes))
    return record


def _note(record: Record, state: list[tuple[int, str]], reading: Reading) -> None:
    """Note the digits of a grid in progress. Raises NotationError where it is none of this puzzle."""
    seen = grid.parse(state, Reading(record.puzzle.geometry, reading.alphabet)).puzzle.cells
    try:
        note_game(record, {cell: digit for cell, digit in enumerate(seen) if digit}, {})
    except NotationError as error:
        raise NotationError(f"[State]: {error.reason}", line=state[0][0]) from None


def sniff(head: list[str]) -> bool:
    """True where it begins with a [Puzzle] section, or with header lines followed by rows."""
    if head and _SECTION.match(head[0]):
        return True
    rows = [line for line in head if not line.startswith("#")]
    return bool(head) and bool(re.match(r"#[ADCBSLU]\S", head[0])) and bool(rows) and 4 <= len(rows[0].strip()) < 36


def write(records: Iterable[Record]) -> Iterator[str]:
    """The comment as a `#C` line, then the rows; a later puzzle always has that line, to set it apart."""
    for index, record in enumerate(records):
        if record.rest or index:
            yield f"#C{' '.join(record.rest.split())}\n"
        side, cells = record.puzzle.geometry.side, record.puzzle.cells
        for start in range(0, side * side, side):
            yield record.alphabet.write(cells[start : start + side], side) + "\n"


FORMAT = Format(
    name="sdk",
    summary="SudoCue and SadMan .sdk: header lines or [Puzzle], then the rows",
    extensions=(".sdk",),
    sniff=sniff,
    read=read,
    write=write,
    holds=frozenset(["rest"]),
)
