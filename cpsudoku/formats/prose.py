"""Rules that a file states in prose and in drawings only: warnings of what was guessed and what was not read.

A puzzle whose file has drawings (lines, circles, colours) or prose beyond the rules that were read may be another
puzzle than its clues and rules: such a Record has `warnings`, which are part of every answer about it.
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Sequence

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import GUESSED, MISSING
from cpsudoku.errors import CpSudokuWarning
from cpsudoku.formats.artwork import sentences
from cpsudoku.formats.artwork.meaning import Guessed
from cpsudoku.formats.reading import shown
from cpsudoku.formats.record import Record
from cpsudoku.formats.rules import rules_text

MAX_RULES = 4_000
"""Characters of prose kept; longer ones are cut, with three dots."""
_SHOWN = 600


def beyond(rules: str, known: str = "") -> list[sentences.Said]:
    """The sentences of *rules* beyond the usual ones and those of *known*."""
    read = {sentences.plain(text) for text in sentences.cut(known)}
    return [said for said in sentences.read(rules) if said.plain not in read]


def houses_said(board: Geometry) -> list[str]:
    """The kinds of rule that the board's extra houses are."""
    words = {"diagonals": "diagonal", "disjoint": "disjoint_groups", "windoku": "windoku"}
    found = [words[name] for name in board.extras if name in words]
    return [*found, "extra_region"] if board.extras else found


def note(record: Record, rules: object, drawings: Sequence[str] = (), known: str | None = None) -> None:
    """Put the rules in prose on the record, and a warning where they or the *drawings* may hold rules that are missing.

    A sentence that speaks of none of the puzzle's rules is named. *known*: the rules that were read, in words, if not
    all of the puzzle.
    """
    board, constraints = record.puzzle.geometry, record.puzzle.constraints
    text = rules if isinstance(rules, str) else ""
    more = beyond(text, rules_text(board, constraints) if known is None else known)
    text = " ".join(text.split())
    kinds = {*houses_said(board), *(rule.word for rule in constraints)}
    left = sentences.unread(more, kinds)
    record.rules = "" if not more else text if len(text) <= MAX_RULES else text[:MAX_RULES] + "..."
    if not drawings and not left:
        return
    record.puzzle.with_rules_read(MISSING)
    parts = [f"drawings ({', '.join(dict.fromkeys(drawings))})"] if drawings else []
    parts += ["rules in prose"] if left else []
    message = f"the file has {' and '.join(parts)} that cpsudoku does not read: rules may be missing here"
    if kinds and left and len(left) < len(more):
        message += f"; not understood: {shown(' / '.join(left), _SHOWN)}"
    if text:
        message += f"; its rules: {text if len(text) <= _SHOWN else shown(text, _SHOWN)}"
    record.warnings = (*record.warnings, message)


def note_guess(record: Record, found: Guessed, checked: bool) -> None:
    """Add warnings for rules that were only guessed, and for guesses that the stored solution breaks."""
    if found.rules:
        counts = Counter(rule.name for rule in found.rules)
        kinds = ", ".join(f"{number} {name}" if number > 1 else name for name, number in counts.items())
        check = "the stored solution keeps them" if checked else "there is no stored solution to check them against"
        message = f"rules guessed from drawings and text, which may mean something else: {kinds}; {check}"
        record.warnings = (*record.warnings, message)
        record.puzzle.with_rules_read(GUESSED)
    if found.refuted:
        record.puzzle.with_rules_read(MISSING)
        message = f"not taken for rules, as the stored solution breaks them: {', '.join(dict.fromkeys(found.refuted))}"
        record.warnings = (*record.warnings, message)


def warn(record: Record) -> None:
    """Issue the record's warnings, each as a CpSudokuWarning, at the first caller outside the package."""
    level, frame = 1, sys._getframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "cpsudoku":
        level, frame = level + 1, frame.f_back  # type: ignore[assignment]
    place = f"row {record.row}: " if record.row > 1 else ""
    for message in record.warnings:
        warnings.warn(f"{place}{message}", CpSudokuWarning, stacklevel=level)
