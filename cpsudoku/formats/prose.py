"""Rules that a file tells to people, in prose and in drawings: not read, so it is said that they are there.

A puzzle whose file has drawings (lines, circles, colours) or prose beyond the rules that were read may be another
puzzle than its clues and houses alone: such a Record has `warnings`, which stand beside every answer about it.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Sequence

from cpsudoku.errors import CpSudokuWarning
from cpsudoku.formats.reading import shown
from cpsudoku.formats.record import Record

MAX_RULES = 4_000
"""Characters of prose kept; longer ones are cut, with three dots."""
_SHOWN = 600
_USUAL = (
    r"(the )?(normal|standard|classic|classical|regular|usual|ordinary|basic) (\d+ ?x ?\d+ )?"
    r"sudoku( rules)?( apply| applies)?",
    r"(the )?(normal|standard|classic|classical|regular|usual|ordinary|basic) rules( of sudoku)?( apply)?",
    r"(place|put|enter|write|fill in) (the )?(digits|numbers) (from )?1 ?(to|-) ?\d+ (once each |exactly once |once )?"
    r"(in|into) (every|each) row,? (every |each )?column,? (and|&) (every |each |marked |outlined |bold )*"
    r"(\d ?x ?\d )?(box|region|subgrid|block)( (exactly )?once)?",
    r"fill (in )?the grid (with (the )?(digits|numbers) (from )?1 ?(to|-) ?\d+ )?so that (every|each) row,? "
    r"(every |each )?column,? (and|&) (every |each )?(\d ?x ?\d )?(box|region|subgrid|block) contains? "
    r"(all )?(of )?(the )?(digits|numbers) (from )?1 ?(to|-) ?\d+( (exactly )?once)?",
    r"(have fun|good luck|enjoy)",
)
_PLAIN = re.compile("|".join(f"(?:{text})" for text in _USUAL))


def beyond(rules: str, known: str = "") -> bool:
    """True where *rules* say more than the usual ones and the sentences of *known*."""
    read = {_sentence(text) for text in _sentences(known)}
    return any(text not in read and not _PLAIN.fullmatch(text) for text in map(_sentence, _sentences(rules)) if text)


def note(
    record: Record, *, rules: object = "", known: str = "", drawings: Sequence[str] = (), read: bool = False
) -> None:
    """Put the rules in prose on the record, and a warning where they or the *drawings* may hold rules that are missing.

    *known* are the rules that were read, in words. Where other rules were *read* as well, prose that goes with them
    and no drawings give no warning: it says them to people.
    """
    text = " ".join(rules.split()) if isinstance(rules, str) else ""
    prose = bool(text) and beyond(text, known)
    record.rules = "" if not prose else text if len(text) <= MAX_RULES else text[:MAX_RULES] + "..."
    if not drawings and (not prose or read):
        return
    parts = [f"drawings ({', '.join(dict.fromkeys(drawings))})"] if drawings else []
    parts += ["rules in prose"] if prose else []
    message = f"the file has {' and '.join(parts)} that cpsudoku does not read: rules may be missing here"
    if text:
        message += f"; its rules: {text if len(text) <= _SHOWN else shown(text, _SHOWN)}"
    record.warnings = (*record.warnings, message)


def warn(record: Record) -> None:
    """Issue the record's warnings, each as a CpSudokuWarning, at the first caller outside the package."""
    level, frame = 1, sys._getframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "cpsudoku":
        level, frame = level + 1, frame.f_back  # type: ignore[assignment]
    place = f"row {record.row}: " if record.row > 1 else ""
    for message in record.warnings:
        warnings.warn(f"{place}{message}", CpSudokuWarning, stacklevel=level)


def _sentences(text: str) -> list[str]:
    return re.split(r"[.!;:\n]+(?:\s|$)", text)


def _sentence(text: str) -> str:
    return " ".join(text.lower().replace("\u00d7", "x").split()).strip(" .!,;:*-")
