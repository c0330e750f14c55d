"""The puzzle in a request: any format's text, on a board that the page can show."""

from __future__ import annotations

from cpsudoku.errors import UsageError
from cpsudoku.formats import Record, read_one

MAX_SIDE = 25
"""The largest board the page shows."""


def record_of(text: str) -> Record:
    """The one puzzle of a text. Raises NotationError, and UsageError where its board is too large."""
    record = read_one(text)
    board = record.puzzle.geometry
    if max(board.rows, board.columns, board.side) > MAX_SIDE:
        raise UsageError(f"a {board} board; the page shows boards up to {MAX_SIDE}x{MAX_SIDE}")
    return record
