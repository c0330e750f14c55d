"""`trace`: the way from the clues to the solution as text, which programs and models can read and write.

The compact form has a line a step:

    trace     = { line }
    line      = claim { "," claim } [ "by" technique [ "in" house { "," house } ] [ "at" cell { cell } ] ]
                [ "because" reason { ";" reason } ]
              | ( "before" | "after" ) ":" claim { "," claim }
    claim     = cell "=" digit | cell "<>" digit { digit } | cell "=" "{" digit { digit } "}"
    cell      = "r" number "c" number
    technique = a key of the ladder, such as naked-pair

so `r1c4 = 6 by hidden-single-box in box 2`, or `r9c3 <> 4 5, r9c9 <> 4 5 by naked-pair in row 9 at r9c2 r9c6`. `<>`
removes candidates; a claim with braces states which are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cpsudoku.board.geometry import Cell, Digit
from cpsudoku.board.mixins import GridDisplay
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.errors import check_known

if TYPE_CHECKING:
    from cpsudoku.questions.explanation import Deduction, Explanation
    from cpsudoku.questions.verdict import Impossible, Multiple, Unknown
    from cpsudoku.techniques.step import Step

    AnyStep = Step | Deduction

STYLES = ("techniques", "reasons", "placements")
FORMS = ("compact", "prose")


@dataclass(frozen=True, slots=True)
class Trace(GridDisplay):
    """A solving trace: its `lines`, and the puzzle that it solves. As a text it is the lines.

    `complete`: it ends with the solution. Else `why` says what came before: the puzzle has not exactly one solution,
    the techniques find no step, or a limit was reached.
    """

    puzzle: Puzzle
    style: str
    form: str
    lines: tuple[str, ...]
    complete: bool
    why: str = ""

    @property
    def word(self) -> str:
        """`complete` or `incomplete`."""
        return "complete" if self.complete else "incomplete"

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        record = {"verdict": self.word, "puzzle": self.puzzle.line(), "style": self.style, "form": self.form}
        return record | {"lines": list(self.lines)} | ({"message": self.why} if self.why else {})

    def __str__(self) -> str:
        return "\n".join(self.lines)


def trace(
    puzzle: PuzzleLike,
    style: str = "techniques",
    *,
    form: str = "compact",
    candidates: bool = False,
    limits: Limits = NO_LIMITS,
) -> Trace:
    """The solving order of a puzzle with one solution.

    *style*: `techniques`, the path of the rating (puzzles on its scale); `reasons`, the steps of `explain`, under any
    rules; `placements`, the digits alone, in the order of the first, or under other rules of the second. *form*:
    `compact` (its grammar is stated in this module) or `prose`, a sentence a step. *candidates*: before and after each
    step, a line with the candidates of the cells that it is about. *limits* bound `reasons`.
    Raises UsageError for other words, and for `techniques` of a puzzle that is not on the scale.
    """
    puzzle = Puzzle.of(puzzle)
    check_known("style", style, STYLES)
    check_known("form", form, FORMS)
    from cpsudoku.questions.explanation import explain
    from cpsudoku.rating.scale import off_scale

    by_techniques = style == "techniques" or (style == "placements" and not off_scale(puzzle))
    steps, why = _path(puzzle) if by_techniques else _reasons(puzzle, explain(puzzle, limits=limits), limits)
    return _trace_of(puzzle, steps, why, style, form, candidates)


def trace_of(found: Explanation, style: str = "reasons", form: str = "compact") -> Trace:
    """The trace of an explanation that is there already."""
    return _trace_of(found.puzzle, *_reasons(found.puzzle, found, NO_LIMITS), style, form, False)


def _trace_of(puzzle: Puzzle, steps: Iterable[AnyStep], why: str, style: str, form: str, candidates: bool) -> Trace:
    lines: list[str] = []
    filled = puzzle.clue_count
    for step in steps:
        filled += len(_placements(step))
        if style == "placements":
            lines += [f"{puzzle.geometry.name_of(cell)} = {digit}" for cell, digit in _placements(step)]
            continue
        around = _cells(step) if candidates else ()
        if around:
            lines.append(f"before: {_candidates(step, around, {})}")
        lines.append(_prose(step) if form == "prose" else _compact(step))
        if around:
            lines.append(f"after: {_candidates(step, around, _changes(step))}")
    complete = filled == puzzle.geometry.size and not why
    return Trace(puzzle, style, form, tuple(lines), complete, why or ("" if complete else "no technique finds a step"))


def _path(puzzle: Puzzle) -> tuple[Iterable[Step], str]:
    """The steps of the rating, and why there are none."""
    from cpsudoku.rating.path import walk
    from cpsudoku.rating.scale import not_unique, understood
    from cpsudoku.techniques.ladder import ALL_RUNGS

    puzzle, candidates = understood(puzzle, None)
    refused = not_unique(puzzle, candidates)
    if refused is not None:
        return (), "" if refused.word == "solved" else refused.message
    return walk(puzzle, candidates, ALL_RUNGS), ""


def _reasons(
    puzzle: Puzzle, found: Explanation | Multiple | Impossible | Unknown, limits: Limits
) -> tuple[Iterable[Deduction], str]:
    """The steps of an explanation, and why they end early."""
    from cpsudoku.questions.explanation import Explanation
    from cpsudoku.questions.hints import NO_STEP

    if not isinstance(found, Explanation):
        return (), NO_STEP.get(found.word) or str(found)
    return [step for step in found.steps if not step.clears], "" if found.complete else limits.reached


def _placements(step: AnyStep) -> Sequence[tuple[Cell, Digit]]:
    placement = getattr(step, "placement", None)
    several: Sequence[tuple[Cell, Digit]] = getattr(step, "placements", ())
    return several if placement is None else (placement,)


def _removals(step: AnyStep) -> Iterator[tuple[Cell, Digit]]:
    """What goes, without what a placement takes from its own cell."""
    placed = {cell for cell, _ in _placements(step)}
    return ((cell, digit) for cell, digit in step.removals if cell not in placed)


def _grouped(pairs: Iterable[tuple[Cell, Digit]]) -> dict[Cell, list[Digit]]:
    found: dict[Cell, list[Digit]] = {}
    for cell, digit in pairs:
        found.setdefault(cell, []).append(digit)
    return found


def _prose(step: AnyStep) -> str:
    """The sentence of a step, and the whole conclusion where the sentence leaves a part of it out."""
    sentence = step.sentence
    return sentence if step.conclusion in sentence else f"{sentence.removesuffix('.')}: {step.conclusion}."


def _compact(step: AnyStep) -> str:
    name = step.geometry.name_of
    claims = [f"{name(cell)} = {digit}" for cell, digit in _placements(step)]
    claims += [f"{name(cell)} <> {' '.join(map(str, lost))}" for cell, lost in _grouped(_removals(step)).items()]
    text = ", ".join(claims)
    if step.technique:
        text += f" by {step.technique}"
    reasons = getattr(step, "reasons", None)
    if reasons:
        return f"{text} because {'; '.join(reason.name for reason in reasons)}"
    found: Any = step
    houses = [found.words.house(house) for house in (*found.houses, *found.cover)]
    cells = [name(cell) for cell in found.cells]
    return text + (f" in {', '.join(houses)}" if houses else "") + (f" at {' '.join(cells)}" if cells else "")


def _cells(step: AnyStep) -> list[Cell]:
    """The cells that a step is about, ascending."""
    pattern = getattr(step, "cells", ())
    return sorted({*pattern, *(cell for cell, _ in (*_placements(step), *_removals(step)))})


def _changes(step: AnyStep) -> Mapping[Cell, int]:
    """The candidates that the step leaves, as masks, of the cells it changes."""
    lo = step.geometry.lo
    found = {cell: 1 << (digit - lo) for cell, digit in _placements(step)}
    for cell, lost in _grouped(_removals(step)).items():
        found[cell] = step.before[cell] & ~sum(1 << (digit - lo) for digit in lost)
    return found


def _candidates(step: AnyStep, cells: Iterable[Cell], changed: Mapping[Cell, int]) -> str:
    parts = []
    for cell in cells:
        mask = changed.get(cell, step.before[cell])
        if mask:
            digits = " ".join(str(step.geometry.lo + k) for k in range(mask.bit_length()) if mask >> k & 1)
            parts.append(f"{step.geometry.name_of(cell)} = {{{digits}}}")
    return ", ".join(parts)
