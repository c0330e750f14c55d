"""A row of characters: one a cell, or a candidate string with n a cell."""

from __future__ import annotations

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.formats.reading import CANDIDATE_LENGTHS, Reading
from cpsudoku.formats.record import Record


def row_record(
    text: str, reading: Reading, *, line: int = 0, column: int = 1, rest: str = "", format: str = ""
) -> Record:
    """The record of a row; what its cells hold says which of the two it is. Raises NotationError."""
    if len(text) in CANDIDATE_LENGTHS:
        from cpsudoku.formats import candidate_text  # plain rows do without

        if candidate_text.is_string(text, reading):
            found = candidate_text.string_record(text, reading, line, column)
            found.rest, found.format = rest, format or found.format
            return found
    cells, board, alphabet, assumed = reading.characters(text, line=line or None, column=column)
    puzzle = Puzzle.trusted(cells, board)
    return Record(puzzle, 0, line, text, rest, alphabet=alphabet, format=format, assumed=assumed)
