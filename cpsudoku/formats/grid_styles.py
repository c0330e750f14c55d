"""Grids in a style of their own: Simple Sudoku's, candidates, integers, and the files .sdk and .sdx.

.sdk files are of both kinds: SudoCue's (`#A author` lines, nine rows) and SadMan's (`[Puzzle]`, nine rows, more
sections). Header lines are `#` and a letter: A author, D description, C comment, B date, S source, L level, U address.
Of the second kind `[Puzzle]` is the puzzle and `[State]` the grid with a player's digits; further sections are passed
over.

.sdx files (SudoCue, a game in progress) are nine lines of nine groups set apart by blanks. A lone digit is a clue, `u5`
a digit the player placed, several digits are candidates. In a file, an empty cell is one with all its candidates; a
cell that the player reduced to one candidate looks like a clue.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import isqrt

from cpsudoku.board.alphabet import DEFAULT, INTEGERS
from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError
from cpsudoku.formats import candidate_text, grid, one_line
from cpsudoku.formats.candidate_text import note_game
from cpsudoku.formats.format import BadRow, Format, Reading, Record, Rows, Source, shown, writer
from cpsudoku.numerals import number_of

_BLANK = "."


def _read_sdx(source: Source, reading: Reading) -> Rows:
    """A Record for every n lines of n groups."""
    rows: list[tuple[int, list[str]]] = []
    for number, line in source.lines():
        tokens = line.split()
        if not tokens or line.startswith("#"):
            continue
        if rows and len(tokens) != len(rows[0][1]):
            error = NotationError(
                f"{shown(line.strip())} has {len(tokens)} groups; the row before it has {len(rows[0][1])}", line=number
            )
            yield reading.bad(error, rows[0][0], line)
            rows = []
            continue
        rows.append((number, tokens))
        if len(rows) == len(tokens):
            yield _sdx_record(rows, reading)
            rows = []
    if rows:
        error = NotationError(
            f"{len(rows)} rows of {len(rows[0][1])} groups; a grid has as many rows as cells in a row"
        )
        yield reading.bad(error, rows[0][0])


def _sdx_record(rows: list[tuple[int, list[str]]], reading: Reading) -> Record | BadRow:
    number = rows[0][0]
    side = len(rows)
    text = "\n".join(" ".join(tokens) for _, tokens in rows)
    try:
        board = reading.board(side * side)
        if side > 9:
            raise NotationError(f"{side} groups in a row; .sdx is for boards up to 9x9")
        cells, placed, masks = bytearray(side * side), [], []
        full = (1 << side) - 1
        for row, (line, tokens) in enumerate(rows):
            for column, token in enumerate(tokens):
                cell = row * side + column
                digits = token[1:] if token[:1] in "uU" else token
                if digits == _BLANK or digits == "0":
                    masks.append(full)
                    continue
                if not (digits.isascii() and digits.isdigit() and all(1 <= int(d) <= side for d in digits)) or (
                    digits is not token and len(digits) != 1
                ):
                    raise NotationError(
                        f"{shown(token)} in {board.name_of(cell)}; accepted: a digit (clue), u and a digit (placed), "
                        "several digits (candidates)",
                        line=line,
                    )
                masks.append(sum(1 << d for d in {int(d) - 1 for d in digits}))
                if digits is not token:
                    placed.append(cell)
                elif len(digits) == 1:
                    cells[cell] = number_of(digits)
    except NotationError as error:
        return reading.bad(error, number, text)
    record = Record(Puzzle.trusted(bytes(cells), board), line=number, text=text, placed=tuple(placed))
    if any(mask != full and not cells[cell] for cell, mask in enumerate(masks)):
        record.candidates, record.game = tuple(masks), True
        record.assumed = "placed digits and candidates are kept aside; the clues alone are the puzzle"
    return record


def is_sdx(head: list[str]) -> bool:
    """True where the first nine lines have nine groups each and some cell is a player's."""
    rows = [line.split() for line in head if not line.startswith("#")][:9]
    side = isqrt(sum(map(len, rows)))
    return (
        side >= 4
        and all(len(row) == len(rows) == side for row in rows)
        and any(len(t) == 2 and t[0] in "uU" and t[1].isdigit() for row in rows for t in row)
    )


def _sdx_text(record: Record) -> str:
    """A row a line."""
    side, cells = record.puzzle.geometry.side, record.puzzle.cells
    full = (1 << side) - 1
    masks = record.candidates if record.candidates is not None else tuple(1 << d - 1 if d else full for d in cells)
    tokens = [
        "u" * (cell in record.placed) + ("".join(str(d + 1) for d in range(side) if mask >> d & 1) or _BLANK)
        for cell, mask in enumerate(masks)
    ]
    return "".join(" ".join(tokens[start : start + side]) + "\n" for start in range(0, side * side, side))


SDX = Format(
    name="sdx",
    summary="SudoCue's game in progress: clues, placed digits (u5) and candidates",
    extensions=(".sdx",),
    sniff=is_sdx,
    read=_read_sdx,
    write=writer(_sdx_text, between="\n"),
    holds=frozenset(["candidates", "placed"]),
    sides=range(2, 10),
)


_SECTION = re.compile(r"\s*\[([A-Za-z ]+)\]\s*$")
_HEADER = re.compile(r"#[ADCBSLU]")
_MAX_LINES = 1000


def _read_sdk(source: Source, reading: Reading) -> Rows:
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
            yield _sdk_grid(rows, state, notes, reading)
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
        yield _sdk_grid(rows, state, notes, reading)
    elif notes:
        yield reading.bad(
            NotationError(f"{len(notes)} header lines but no rows; accepted: nine rows of nine, . for empty")
        )


def _sdk_grid(
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


def is_sdk(head: list[str]) -> bool:
    """True where it begins with a [Puzzle] section, or with header lines followed by rows."""
    if head and _SECTION.match(head[0]):
        return True
    rows = [line for line in head if not line.startswith("#")]
    return bool(head) and bool(re.match(r"#[ADCBSLU]\S", head[0])) and bool(rows) and 4 <= len(rows[0].strip()) < 36


def _write_sdk(records: Iterable[Record]) -> Iterator[str]:
    """The comment as a `#C` line, then the rows; a later puzzle always has that line, to set it apart."""
    for index, record in enumerate(records):
        if record.rest or index:
            yield f"#C{' '.join(record.rest.split())}\n"
        side, cells = record.puzzle.geometry.side, record.puzzle.cells
        for start in range(0, side * side, side):
            yield record.alphabet.write(cells[start : start + side], side) + "\n"


SDK = Format(
    name="sdk",
    summary="SudoCue and SadMan .sdk: header lines or [Puzzle], then the rows",
    extensions=(".sdk",),
    sniff=is_sdk,
    read=_read_sdk,
    write=_write_sdk,
    holds=frozenset(["rest"]),
)


def _drawn(cells: Sequence[str], board: Geometry, blank: str, edge: str, border: str) -> str:
    """Rows of cells in bars, *blank* around each, with the *edge* outside and the *border* between boxes."""
    side, step = board.side, board.box_cols
    lines = [edge]
    for row in range(side):
        if row and board.regions is None and row % board.box_rows == 0:
            lines.append(border)
        parts = (blank.join(cells[at : at + step]) for at in range(row * side, row * side + side, step))
        lines.append(f"|{blank}" + f"{blank}|{blank}".join(parts) + f"{blank}|")
    return "\n".join([*lines, edge]) + "\n"


def is_simple_sudoku(head: list[str]) -> bool:
    """True where the first line is `*---*` without blanks."""
    first = head[0].strip() if head else ""
    return len(first) > 4 and first[0] == first[-1] == "*" and set(first[1:-1]) == {"-"}


def _simple_sudoku(record: Record) -> str:
    """Thirteen lines for a 9x9 board, other boards likewise."""
    board, alphabet = record.puzzle.geometry, record.alphabet
    side, step = board.side, board.box_cols
    text = (alphabet if alphabet.covers(side) else DEFAULT).write(record.puzzle.cells, side)
    border = "|" + "+".join(["-" * step] * (side // step)) + "|"
    return _drawn(text, board, "", "*" + "-" * (side + side // step - 1) + "*", border)


SIMPLE_SUDOKU = Format(
    name="ss",
    summary="Simple Sudoku's drawn grid",
    extensions=(".ss",),
    sniff=is_simple_sudoku,
    read=grid.read,
    write=writer(_simple_sudoku, between="\n"),
    sides=range(2, 36),
)


def _pencilmarks(record: Record) -> str:
    """Boxes between bars; the comment above."""
    board = record.puzzle.geometry
    side, step = board.side, board.box_cols
    masks = candidate_text.given_masks(record)
    groups = ["".join(str(d + 1) for d in range(side) if mask >> d & 1) for mask in masks]
    width = max(map(len, groups))
    border = "+" + "+".join(["-" * (step * (width + 1) + 1)] * (side // step)) + "+"
    comment = f"# {' '.join(record.rest.split())}\n" if record.rest else ""
    return comment + _drawn([group.ljust(width) for group in groups], board, " ", border, border)


PENCILMARKS = Format(
    name="pencilmarks",
    summary="grids of candidates, a group of digits a cell",
    extensions=(".pm",),
    read=grid.read,
    write=writer(_pencilmarks, between="\n"),
    holds=frozenset(["candidates", "rest"]),
    sides=range(2, 10),
    unsaid=candidate_text.unsaid,
)
"""Chosen by name only. The candidates are the puzzle's: what a group lacks its cell may not hold, and a group of one
digit is a clue. A puzzle that gives no candidates is written with every digit in its empty cells, so that none looks
solved."""


def _read_integers(source: Source, reading: Reading) -> Rows:
    """Lines of integers: whole puzzles where the first line has one, else the rows of grids."""
    lines = source.head().decode("latin-1").splitlines()[:200]
    rows = [line.replace(",", " ").split() for line in lines if line.strip() and line.strip()[0] != "#"]
    are_grids = len(rows) > 1 and len(rows[0]) ** 2 <= sum(map(len, rows))
    inner = replace(reading, alphabet=INTEGERS)
    return grid.read(source, inner) if are_grids else one_line.read(source, inner)


def _integers(record: Record) -> str:
    line = INTEGERS.write(record.puzzle.cells, record.puzzle.geometry.side)
    rest = " ".join(record.rest.split())
    return f"{line} # {rest}\n" if rest else line + "\n"


INTEGERS_FORMAT = Format(
    name="integers",
    summary="integers set apart by blanks, for any size; . or 0 is empty",
    extensions=(".ints",),
    read=_read_integers,
    write=writer(_integers),
    holds=one_line.HOLDS,
)
"""Integers set apart by blanks or commas, one puzzle a line or one row of cells a line. Chosen by name only."""
