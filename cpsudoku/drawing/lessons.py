"""A page on how puzzles of a sort are solved: their rules, how to begin, and the first steps of one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from cpsudoku.budget import BudgetSpent, until
from cpsudoku.drawing.boards import CELL
from cpsudoku.drawing.deductions import deduction_picture
from cpsudoku.drawing.page_grid import Place
from cpsudoku.drawing.picture import Picture
from cpsudoku.drawing.scene import step_picture
from cpsudoku.formats.rules import capital, houses_text
from cpsudoku.questions.explanation.telling import Telling
from cpsudoku.rating.answers import Rating
from cpsudoku.rating.scale import rate

if TYPE_CHECKING:
    from cpsudoku.drawing.book import Entry

STEPS = 2
"""Steps a lesson shows, each with another technique."""
LOOKED_AT, SECONDS = 60, 3.0
"""Steps of a walk among which they are found, and the time for it."""
REASONS = 5
"""The greatest size of a step that a lesson shows."""
BEGIN = (
    "Begin where most is known: in a row, column or box with many digits, ask which cell is left for a missing digit. "
    "Then ask of a cell which digits its row, column and box still allow. If neither helps, write the possible digits "
    "into the cells: two cells of a house that share the same two digits take them from its other cells."
)


class Lesson(NamedTuple):
    """A heading, the text under it, and boards with steps."""

    heading: str
    text: str
    places: list[Place]


def lesson(entry: Entry, name: str, number: int, rules: Sequence[str]) -> Lesson:
    """The lesson for a section called *name* that begins with this puzzle; *rules* are stated first."""
    advice = list(dict.fromkeys(rule.advice for rule in entry.puzzle.constraints if rule.advice))
    places = [*_places(entry)]
    text = [*(rules or [houses_text(entry.puzzle.geometry)]), "", *(advice or [BEGIN])]
    if places:
        text += ["", f"Steps of puzzle {number}:"]
    return Lesson(f"How to solve: {name}", "\n".join(text).strip(), places)


def _places(entry: Entry) -> Iterator[Place]:
    """First steps of the puzzle, each the first of its technique; for a puzzle with rules, steps that need one."""
    seen: set[str] = set()
    for name, picture, sentence in _steps(entry):
        if name not in seen and len(seen) < STEPS:
            seen.add(name)
            yield Place(name, picture, CELL, sentence)


def _steps(entry: Entry) -> Iterator[tuple[str, Picture, str]]:
    """Steps with names, pictures and sentences."""
    puzzle = entry.puzzle
    if not puzzle.constraints:
        rating = rate(puzzle)
        if isinstance(rating, Rating):
            for step in rating.steps:
                shown = step_picture(puzzle, step, alphabet=entry.alphabet, labels=True)
                yield capital(step.name), shown, step.sentence
        return
    if entry.solution is None:
        return
    try:
        with until(perf_counter() + SECONDS):
            for found in islice(Telling(puzzle, entry.solution).steps(puzzle.clues), LOOKED_AT):
                ruled = any(reason.constraint is not None for reason in found.reasons)
                if ruled and not found.clears and found.size <= REASONS:
                    name = found.name or found.technique.replace("-", " ")
                    if name:
                        shown = deduction_picture(found, alphabet=entry.alphabet, notes=False)
                        yield capital(name), shown, found.sentence
    except BudgetSpent:
        return
