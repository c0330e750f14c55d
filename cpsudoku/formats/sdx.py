""".sdx files (SudoCue, a game in progress): nine lines of nine groups set apart by blanks.

A lone digit is a clue, `u5` a digit the player placed, several digits are candidates. In a file, an empty cell is one
with all its candidates; a cell that the player reduced to one candidate looks like a clue.
"""

from __future__ import annotations

from math import isqrt

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError
from cpsudoku.formats.format import BadRow, Format, Reading, Record, Rows, Source, shown, writer
from cpsudoku.numerals import number_of

_BLANK = "."


def read(source: Source, reading: Reading) -> Rows:
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
            yield _record(rows, reading)
            rows = []
    if rows:
        error = NotationError(
            f"{len(rows)} rows of {len(rows[0][1])} groups; a grid has as many rows as cells in a row"
        )
        yield reading.bad(error, rows[0][0])


def _record(rows: list[tuple[int, list[str]]], reading: Reading) -> Record | BadRow:
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
    record = Record(Puzzle.trusted(bytes(cells), board), 0, number, text, placed=tuple(placed))
    if any(mask != full and not cells[cell] for cell, mask in enumerate(masks)):
        record.candidates, record.game = tuple(masks), True
        record.assumed = "placed digits and candidates are kept aside; the clues alone are the puzzle"
    return record


def sniff(head: list[str]) -> bool:
    """True where the first nine lines have nine groups each and some cell is a player's."""
    rows = [line.split() for line in head if not line.startswith("#")][:9]
    side = isqrt(sum(map(len, rows)))
    return (
        side >= 4
        and all(len(row) == len(rows) == side for row in rows)
        and any(len(t) == 2 and t[0] in "uU" and t[1].isdigit() for row in rows for t in row)
    )


def _text(record: Record) -> str:
    """A row a line."""
    side, cells = record.puzzle.geometry.side, record.puzzle.cells
    full = (1 << side) - 1
    masks = record.candidates if record.candidates is not None else tuple(1 << d - 1 if d else full for d in cells)
    tokens = [
        "u" * (cell in record.placed) + ("".join(str(d + 1) for d in range(side) if mask >> d & 1) or _BLANK)
        for cell, mask in enumerate(masks)
    ]
    return "".join(" ".join(tokens[start : start + side]) + "\n" for start in range(0, side * side, side))


FORMAT = Format(
    name="sdx",
    summary="SudoCue's game in progress: clues, placed digits (u5) and candidates",
    extensions=(".sdx",),
    sniff=sniff,
    read=read,
    write=writer(_text, between="\n"),
    holds=frozenset(["candidates", "placed"]),
    sides=range(2, 10),
)
