"""What notebooks show: puzzles, solutions, steps, ratings and verdicts as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from cpsudoku.board.mixins import GridDisplay
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.drawing import draw
from cpsudoku.drawing import save as save
from cpsudoku.drawing.marks import Marks, verdict_marks
from cpsudoku.drawing.picture import Picture
from cpsudoku.drawing.scene import board_picture, step_picture
from cpsudoku.drawing.svg import to_svg
from cpsudoku.questions.candidates import TrueCandidates
from cpsudoku.questions.canonical import CanonicalForm
from cpsudoku.questions.diagnosis.answer import Ambiguous, Broken
from cpsudoku.questions.enumeration import Solved
from cpsudoku.questions.explanation.step import Deduction, Explanation
from cpsudoku.questions.verdict import Impossible, Multiple, Unique
from cpsudoku.rating.answers import Rating
from cpsudoku.rating.game import Mistake
from cpsudoku.techniques.step import Step

WIDTH = 360
"""Pixels of a board of up to 16 columns; larger ones get more."""
MOST = 4
"""Grids of several solutions that are shown."""
FACTS = (
    *("clues", "count", "complete", "minimal", "at_least", "exact", "largest", "total", "certified"),
    *("conflict", "drop", "repair", "add", "add_rules", "redundant"),
    *("er", "level", "automorphisms", "seed", "message"),
)
"""Keys of records that stand beside a picture."""
MAX_SIDE = 64
"""A larger board shows as text."""


def svg_of(thing: object) -> str | None:
    """The picture of one board; None for what has none, or several."""
    match thing:
        case Picture():
            return to_svg(thing, whole=False)
        case Puzzle() | Solution() if _has_picture(thing):
            return _svg(draw(thing))
        case Step() if thing.grid and thing.geometry.side <= MAX_SIDE:
            return _svg(draw(thing, labels=True), WIDTH * 1.4)
        case Deduction() if max(thing.geometry.rows, thing.geometry.columns) <= MAX_SIDE:
            return _svg(draw(thing, labels=True), WIDTH * 1.4)
        case Unique() | Impossible():
            return _verdict(thing)
        case TrueCandidates() if _has_picture(thing.puzzle):
            return _svg(board_picture(thing.puzzle, candidates=thing.masks), WIDTH * 1.4)
    return None


def _has_picture(thing: Puzzle | Solution | Unique | Multiple) -> bool:
    """Boards up to MAX_SIDE rows and columns."""
    geometry = thing.geometry
    return max(geometry.rows, geometry.columns) <= MAX_SIDE


def html_of(thing: object) -> str | None:
    """Pictures with words; None for what is shown as SVG alone or as text."""
    match thing:
        case Step() if thing.grid:
            return _block(svg_of(thing), f"<b>{thing.rating:.1f}</b> {escape(thing.sentence)}")
        case Deduction():
            return _block(svg_of(thing), f"<b>{thing.size}</b> {escape(thing.sentence)}")
        case Rating():
            return _rating(thing)
        case Unique() | Multiple() | Impossible():
            return _block(_verdict(thing), _words(thing))
        case Explanation():
            return _explanation(thing)
        case Mistake():
            return _marked(thing.puzzle, _mistaken(thing), thing.message)
        case Broken():
            marks = Marks(cells=dict.fromkeys(thing.conflict.cells, "conflict"))
            return _marked(thing.puzzle, marks, _facts(thing))
        case Ambiguous():
            marks = Marks(cells=dict.fromkeys(thing.differ, "differs"))
            return _marked(thing.puzzle, marks, _facts(thing))
        case Solved():
            shown = [grid for solution in thing.solutions[:MOST] if (grid := svg_of(solution))]
            return _block("".join(shown), escape(_facts(thing))) if shown else None
        case GridDisplay() | CanonicalForm():
            picture = thing._repr_svg_()
            return _block(picture, escape(_facts(thing))) if picture else None
    return None


def _verdict(verdict: Unique | Multiple | Impossible) -> str | None:
    if not _has_picture(verdict.puzzle if isinstance(verdict, Impossible) else verdict):
        return None
    if isinstance(verdict, Impossible):
        return _svg(draw(verdict))
    if isinstance(verdict, Unique):
        return svg_of(verdict.solution)
    marks = verdict_marks(verdict)
    return _solved(verdict.first, marks) + _solved(verdict.second, marks)


def _solved(solution: Solution, marks: Marks) -> str:
    empty = Puzzle.trusted(bytes(solution.geometry.size), solution.geometry)
    return _svg(board_picture(empty, filled=solution.cells, marks=marks))


def _words(verdict: Unique | Multiple | Impossible) -> str:
    if isinstance(verdict, Unique):
        return "<b>unique</b>: this is the one solution"
    if isinstance(verdict, Multiple):
        differ = len(verdict.first.difference(verdict.second))
        return f"<b>multiple</b>: two solutions; they differ in {differ} cells"
    names = [verdict.puzzle.geometry.name_of(cell) for cell in verdict.core]
    names += [escape(rule.describe()) for rule in verdict.conflict_rules]
    return f"<b>impossible</b>: {', '.join(names)} cannot stand together"


def _marked(puzzle: Puzzle, marks: Marks, words: str) -> str:
    picture = _svg(board_picture(puzzle, marks=marks)) if _has_picture(puzzle) else None
    return _block(picture, escape(words))


def _mistaken(mistake: Mistake) -> Marks:
    return Marks(
        cells=dict.fromkeys([cell for cell, *_ in (*mistake.entries, *mistake.erased)], "conflict"),
        candidates=[(cell, digit, "removed") for cell, digit, _ in mistake.entries]
        + [(cell, digit, "target") for cell, digit in mistake.erased],
    )


def _facts(thing: Any) -> str:
    """The verdict of an answer, and the parts of its record that are one number or word."""
    record = thing.to_dict()
    said = [str(record.get("verdict", ""))]
    for key in FACTS:
        value = record.get(key)
        name = key.replace("_", " ")
        if isinstance(value, bool):
            said.append(name if value else f"not {name}")
        elif isinstance(value, list) and value:
            said.append(f"{name} " + " ".join(map(_clue, value)))
        elif value not in (None, "", []):
            said.append(str(value) if key == "message" else f"{name} {value}")
    return ", ".join(part for part in said if part)


def _clue(part: Any) -> str:
    return f"{part['cell']}={part['digit']}" if isinstance(part, dict) else str(part)


def _explanation(found: Explanation) -> str:
    steps = [step for step in found.steps if not step.clears]
    largest = max(steps, key=lambda step: step.size, default=None)
    board = svg_of(largest) if largest is not None else svg_of(found.puzzle)
    return _block(board, escape(_facts(found))) + _table([(str(step.size), step.sentence) for step in steps])


def _rating(rating: Rating) -> str:
    hardest = next((step for step in rating.steps if step.rating == rating.er), None)
    board = _svg(step_picture(rating.puzzle, hardest), WIDTH * 1.4) if hardest else svg_of(rating.puzzle)
    rows = [(f"{step.rating:.1f}", step.name, step.conclusion) for step in rating.steps]
    return _block(board, escape(str(rating))) + _table(rows)


def _table(steps: Sequence[tuple[str, ...]]) -> str:
    """Steps as rows of a folded table: a number, then texts."""
    rows = "".join(
        f"<tr><td>{number}</td><td>{size}</td>"
        + "".join(f'<td style="text-align:left">{escape(text)}</td>' for text in texts)
        + "</tr>"
        for number, (size, *texts) in enumerate(steps, start=1)
    )
    return f"<details><summary>{len(steps)} steps</summary><table>{rows}</table></details>"


def _svg(picture: Picture, width: float = WIDTH) -> str:
    # from 17 columns on digits would become too small to read
    return to_svg(picture, width=max(width, picture.width / 2.2), whole=False)


def _block(picture: str | None, words: str) -> str:
    return f"<div>{picture or ''}<p>{words}</p></div>"
