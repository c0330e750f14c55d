"""The puzzle in a request: any format's text, on a board that the page can show."""

from __future__ import annotations

from time import perf_counter

from cpsudoku.budget import BudgetSpent, until
from cpsudoku.errors import UsageError
from cpsudoku.formats import Record, read_one

MAX_SIDE = 25
"""The largest board the page shows."""
SECONDS = 4.0
"""For reading; a job has ten in all."""


def record_of(text: str) -> Record:
    """The one puzzle of a text. Raises NotationError, and UsageError where it is too large for the page."""
    try:
        with until(perf_counter() + SECONDS):
            record = read_one(text)
    except BudgetSpent:
        raise UsageError(f"the text was not read within {SECONDS:g} s") from None
    board = record.puzzle.geometry
    if max(board.rows, board.columns, board.side) > MAX_SIDE:
        raise UsageError(f"a {board} board; the page shows boards up to {MAX_SIDE}x{MAX_SIDE}")
    return record
