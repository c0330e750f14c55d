"""What a player wrote beside the clues: digits and pencil marks, put into a Record and taken out of it."""

from __future__ import annotations

from collections.abc import Mapping

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError
from cpsudoku.formats import candidate_text
from cpsudoku.formats.record import Record


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
    return candidate_text.masks_of(Record(Puzzle.trusted(bytes(cells), puzzle.geometry)))
