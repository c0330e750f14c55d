"""The jobs that judge what others wrote: an answer, a move, a solving trace."""

from __future__ import annotations

from typing import Any

from cpsudoku import tasks
from cpsudoku.web.setting import opened


def grade(puzzle: str, answer: str) -> dict[str, Any]:
    """How right an answer is, in any text that a language model writes, against every valid completion.

    `/verify` is another address of it, as reward servers have it.
    """
    record, found = opened(puzzle)
    graded = tasks.grade(record.puzzle, answer).to_dict()
    return found | {"verdict": graded.pop("verdict"), "grade": graded}


def move(puzzle: str, cell: str, digit: int) -> dict[str, Any]:
    """Whether a digit in a cell of the grid is legal, leaves it solvable, and is forced (then by which technique)."""
    record, found = opened(puzzle)
    judged = tasks.check_move(record.puzzle, cell, digit)
    parts = judged.to_dict() | {"technique": judged.technique, "ahead": judged.ahead}
    return found | {"verdict": parts.pop("verdict"), "move": parts}


def trace(puzzle: str, text: str) -> dict[str, Any]:
    """Whether a solving trace is right, line by line: its claims, and the techniques that it names."""
    record, found = opened(puzzle)
    checked = tasks.check_trace(record.puzzle, text).to_dict()
    return found | {"verdict": checked.pop("verdict"), "trace": checked}
