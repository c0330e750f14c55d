"""The next step of a game, as the command and the page answer it: by techniques, or by reasons under any rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.formats import Record
from cpsudoku.questions.explanation import Deduction, next_deduction
from cpsudoku.questions.verdict import Impossible, Unique, verify
from cpsudoku.rating.game import Mistake, mistake_against
from cpsudoku.techniques.step import Step

NO_STEP = {"multiple": "the puzzle has more than one solution", "impossible": "the puzzle has no solution"}
"""The message if there is no step, by verdict."""
KEPT = ("verdict", "message", "entries", "erased")
"""Keys of the record of a puzzle without a next step."""


def by_techniques(
    record: Record, every: bool = False, without: Sequence[str] = ()
) -> tuple[dict[str, Any], tuple[Step, ...]]:
    """The record's keys (verdict, and steps or a message why there are none), and the easiest step, or *every* one."""
    from cpsudoku.rating.answers import Unrated
    from cpsudoku.rating.scale import all_steps, hint, off_scale

    refused = off_scale(record.puzzle)
    if refused:
        mistake = mistake_in(record)
        if mistake is not None:
            return {key: value for key, value in mistake.to_dict().items() if key in KEPT}, ()
        return {"verdict": "refused", "message": f"{refused}; hints by reasons (--why) serve any rules"}, ()
    found = (all_steps if every else hint)(record.puzzle, record.candidates, entries=record.entries, without=without)
    if isinstance(found, Unrated | Mistake):
        return {key: value for key, value in found.to_dict().items() if key != "puzzle"}, ()
    steps = found if isinstance(found, tuple) else () if found is None else (found,)
    return {"steps": [step.to_dict() for step in steps], "verdict": "found" if steps else "stuck"}, steps


def mistake_in(record: Record) -> Mistake | None:
    """The mistake in a game under rules outside the scale; None if there is none, or the puzzle is not unique."""
    if not record.entries and record.candidates is None:
        return None
    found = verify(record.puzzle)
    if not isinstance(found, Unique):
        return None
    return mistake_against(record.puzzle, found.cells, record.entries, record.candidates)


def by_reasons(record: Record, limits: Limits = NO_LIMITS) -> tuple[dict[str, Any], Deduction | None]:
    """The same by a small set of reasons: one step, `reasoning`."""
    lo = record.puzzle.geometry.lo
    entries = {cell: digit + lo - 1 for cell, digit in record.entries.items()}
    found = next_deduction(record.puzzle, record.candidates, entries=entries, limits=limits)
    if found is None:
        return {"verdict": "solved", "message": "no cell is empty"}, None
    if isinstance(found, Deduction):
        return {"verdict": "found", "reasoning": [found.to_dict()]}, found
    if isinstance(found, Impossible):  # its record has clues that conflict, which take a search
        return no_step(found.word) | {"verdict": found.word}, None
    said = {key: value for key, value in found.to_dict().items() if key in KEPT}
    return no_step(found.word) | said, None


def no_step(verdict: str) -> dict[str, Any]:
    """The message of a verdict that says why there is no step; none of other verdicts."""
    return {"message": NO_STEP[verdict]} if verdict in NO_STEP else {}


def hinted(record: Record, why: bool = False) -> tuple[dict[str, Any], Step | Deduction | None]:
    """One hint: its keys, and its step where there is one."""
    if why:
        return by_reasons(record)
    rated, steps = by_techniques(record)
    return rated, steps[0] if steps else None
