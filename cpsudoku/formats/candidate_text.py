"""Candidate strings: n characters a cell, position k holding digit k or a blank (729 characters for 9x9).

They are puzzles: a cell with one candidate has a clue, and the rule `candidates` says what the others may hold.
A string of 729 characters could also be a 27x27 board; every digit standing at its own place in its block decides.
A player's digits and pencil marks are no part of a puzzle: `note_game` puts them into a Record, `marks_of` takes them
out.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
from typing import TYPE_CHECKING

from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError
from cpsudoku.formats.format import Format, Reading, Record, line_reader, writer
from cpsudoku.formats.reading import CANDIDATE_LENGTHS

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

ASSUMED = "cells with a single candidate read as clues"


def row_record(text: str, reading: Reading, *, line: int = 0, column: int = 1) -> Record:
    """The record of a row, one character a cell or a candidate string with n a cell. Raises NotationError."""
    if len(text) in CANDIDATE_LENGTHS and is_string(text, reading):
        return string_record(text, reading, line, column)
    return reading.characters(text, line=line, column=column)


def is_string(word: str, reading: Reading) -> bool:
    """True where *word* is a candidate string: the length, each digit in its place, and no cell without any."""
    side = CANDIDATE_LENGTHS.get(len(word))
    if side is None or (reading.geometry is not None and reading.geometry.side != side):
        return False
    masks = _masks(word, side)
    return masks is not None and (0 not in masks or reading.geometry is not None or _crowded(masks))


def _crowded(masks: list[int]) -> bool:
    """Whether there are more digits than cells: clues of a large board do not all stand at their places by chance."""
    return sum(map(int.bit_count, masks)) > len(masks)


def string_record(word: str, reading: Reading, line: int = 0, column: int = 1) -> Record:
    """The record of a candidate string. Raises NotationError."""
    return of_masks(masks_in(word, reading, line, column), reading, line, word, "candidates")


def masks_in(word: str, reading: Reading, line: int = 0, column: int = 1) -> list[int]:
    """The candidates of a candidate string, a mask a cell. Raises NotationError."""
    side = CANDIDATE_LENGTHS.get(len(word)) or (reading.geometry.side if reading.geometry else 0)
    if side**3 != len(word) or not side:
        raise NotationError(
            f"{len(word)} characters; a candidate string has n for each of n*n cells, such as 729 for 9x9",
            line=line or None,
        )
    masks = _masks(word, side)
    if masks is None:
        index = next(i for i, c in enumerate(word) if c not in ".0-_*" and c.upper() != DEFAULT.symbols[i % side])
        raise NotationError(
            f"{word[index]!r} at character {index + 1}; place {index % side + 1} of a cell holds "
            f"{DEFAULT.symbols[index % side]} or . for none",
            line=line or None,
            column=column + index,
        )
    return masks


def of_masks(masks: list[int], reading: Reading, line: int, text: str, format: str) -> Record:
    """The record of a puzzle that gives its candidates, a mask a cell. Raises NotationError where a cell has none."""
    board = reading.board(len(masks))
    if 0 in masks:
        raise NotationError(
            f"{board.name_of(masks.index(0))} has no candidate; accepted: one or more in each cell", line=line or None
        )
    from cpsudoku.constraints.cells import with_candidates

    cells = bytes(mask.bit_length() if mask & (mask - 1) == 0 else 0 for mask in masks)
    puzzle = with_candidates(cells, board, masks)
    return Record(puzzle, line=line, text=text, format=format, assumed=ASSUMED if any(cells) else "")


def masks_of(record: Record) -> tuple[int, ...]:
    """The candidates of a record: as given, else every digit that no clue of a peer rules out."""
    if record.candidates is not None:
        return record.candidates
    board, cells = record.puzzle.geometry, record.puzzle.cells
    return tuple(1 << digit - 1 if digit else mask for digit, mask in zip(cells, board.open_digits(cells)))


def given_masks(record: Record) -> tuple[int, ...]:
    """The candidates of a record as given, else those its puzzle gives: nothing is inferred.

    Raises NotationError for a cell without any.
    """
    from cpsudoku.constraints.cells import given_masks as masks_given

    masks = record.candidates if record.candidates is not None else masks_given(record.puzzle)
    if masks is None:
        raise NotationError(f"candidates cannot say {unsaid(record.puzzle)[0].describe()}")
    if 0 in masks:
        name = record.puzzle.geometry.name_of(masks.index(0))
        raise NotationError(f"{name} has no candidate; candidates are written where each cell has one")
    return masks


def line_of(puzzle: Puzzle) -> str:
    """A puzzle in one line: its candidate string where it gives candidates, else its clues.

    Raises NotationError where it has rules of another kind.
    """
    others = unsaid(puzzle)
    if others:
        raise NotationError(f"one line cannot say {others[0].describe()}")
    return string(given_masks(Record(puzzle))) if puzzle.constraints else puzzle.line()


def unsaid(puzzle: Puzzle) -> list[Constraint]:
    """The rules of a puzzle that candidates do not say."""
    return [rule for rule in puzzle.constraints if rule.word != "candidates"]


def string(masks: tuple[int, ...]) -> str:
    """The candidate string of these masks."""
    side = isqrt(len(masks))
    symbols = DEFAULT.symbols[:side]
    return "".join(symbols[d] if mask >> d & 1 else "." for mask in masks for d in range(side))


def _masks(word: str, side: int) -> list[int] | None:
    masks = [0] * (side * side)
    symbols = DEFAULT.symbols
    for index, character in enumerate(word):
        if character in ".0-_*":
            continue
        if character.upper() != symbols[index % side]:
            return None
        masks[index // side] |= 1 << index % side
    return masks


def note_game(record: Record, entries: Mapping[int, int], marks: Mapping[int, int]) -> None:
    """Give a record a player's *entries* (a digit a cell) and pencil *marks* (a bit mask a cell), where there are any.

    An empty cell without marks has every digit that no clue or entry of a peer rules out. Raises NotationError for an
    entry that is not the clue of its cell.
    """
    puzzle = record.puzzle
    for cell, digit in entries.items():
        if puzzle.cells[cell] not in (0, digit):
            name = puzzle.geometry.name_of(cell)
            lo = puzzle.geometry.lo - 1
            raise NotationError(f"entry {digit + lo} in {name}, where {puzzle.cells[cell] + lo} is given")
    written = {cell: digit for cell, digit in entries.items() if not puzzle.cells[cell]}
    if not written and not marks:
        return
    masks = list(_open(puzzle, written))
    for cell, mask in marks.items():
        if not puzzle.cells[cell] and cell not in written:
            masks[cell] = mask
    record.placed, record.candidates, record.game = tuple(sorted(written)), tuple(masks), True


def marks_of(record: Record) -> dict[int, int]:
    """The cells whose candidates do not follow from clues and entries, with them; all open cells where every one does.

    The reverse of `note_game`, so that what is written is read as it was.
    """
    if record.candidates is None:
        return {}
    entries, cells = record.entries, record.puzzle.cells
    held = {cell: mask for cell, mask in enumerate(record.candidates) if not cells[cell] and entries.get(cell, 0) == 0}
    free = _open(record.puzzle, entries)
    changed = {cell: mask for cell, mask in held.items() if mask != free[cell]}
    return changed if changed or entries else held


def _open(puzzle: Puzzle, entries: Mapping[int, int]) -> tuple[int, ...]:
    cells = bytearray(puzzle.cells)
    for cell, digit in entries.items():
        cells[cell] = digit
    return masks_of(Record(Puzzle.trusted(bytes(cells), puzzle.geometry)))


def _record(line: str, reading: Reading, number: int) -> Record:
    word, _, rest = line.strip().partition(" ")
    record = string_record(word, reading, number, 1 + len(line) - len(line.lstrip()))
    record.rest = rest.strip(" \t#;,")
    return record


def sniff(head: list[str]) -> bool:
    """True where the first line is a candidate string."""
    first = next((line.split() for line in head if not line.startswith("#")), [])
    return bool(first) and is_string(first[0], Reading())


def _text(record: Record) -> str:
    """A line; every digit in an empty cell where the puzzle gives no candidates."""
    rest = " ".join(record.rest.split()).strip(" \t#;,")
    return string(given_masks(record)) + (f" {rest}" if rest else "") + "\n"


FORMAT = Format(
    name="candidates",
    summary="candidate strings, n characters a cell: 729 for 9x9",
    extensions=(".sukaku", ".729"),
    sniff=sniff,
    read=line_reader(_record),
    write=writer(_text),
    holds=frozenset(["candidates", "rest"]),
    sides=range(2, 36),
    unsaid=unsaid,
)
