"""A walkthrough: an opening, then each sentence beside the picture of its step: pages of a PDF, or one HTML file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from cpsudoku.board.alphabet import DEFAULT, Alphabet
from cpsudoku.drawing.deductions import deduction_picture
from cpsudoku.drawing.paper import paper_size
from cpsudoku.drawing.picture import Picture, Shape, Text, broken, fitting, moved
from cpsudoku.drawing.scene import board_picture
from cpsudoku.drawing.svg import style_sheet, to_svg
from cpsudoku.questions.explanation.step import Deduction, Explanation, Passage

BORDER, GAP, FOOT = 42.0, 16.0, 22.0
"""Points around a page, between steps, and for the page number."""
ON_A_PAGE = 3
"""Steps on a page, where their words have room."""
WIDE = 0.5
"""The part of the width that pictures have."""
SIZE, LEADING = 9.5, 1.35
HEADING = 15.0
KEY = (
    "Yellow and blue: what the step rests on. Framed in red: the cells in which something follows. Green discs: digits "
    "to write, red discs: candidates that go. Violet frames: facts; green frames: pairs, triples and quads. Blue "
    "discs: digits that follow in a case; arrows: a chain; orange and blue cells: two colours."
)
STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
section { display: grid; grid-template-columns: minmax(0, 27rem) minmax(14rem, 1fr); gap: 1.5rem; margin: 1.5rem 0; }
section > svg { width: 100%; height: auto; background: #fff; }
p { margin: 0 0 .5rem; } .case { margin-left: 1.2rem; } .key, .rules { opacity: .75; font-size: .9em; }
@media (max-width: 44rem) { section { grid-template-columns: 1fr; } }
@media screen and (prefers-color-scheme: dark) { section > svg { filter: invert(.9) hue-rotate(180deg); } }
@media print { body { margin: 0; } section { break-inside: avoid; } }
"""


@dataclass(frozen=True)
class Walkthrough:
    """What is shown: an explanation under a *title*, with the *rules* of the puzzle in words."""

    found: Explanation
    title: str = "Walkthrough"
    rules: str = ""
    alphabet: Alphabet = DEFAULT

    def parts(self) -> Iterator[tuple[Picture, list[str]]]:
        """The puzzle with the opening, then each passage: a picture, and its paragraphs."""
        board = board_picture(self.found.puzzle, alphabet=self.alphabet, notes=not self.rules)
        yield board, [self.found.opening, *self.rules.splitlines(), KEY]
        for number, passage in enumerate(self.found.passages(), start=1):
            picture = deduction_picture(_together(passage), alphabet=self.alphabet)
            yield picture, [f"{number}. {passage.lines[0]}", *passage.lines[1:]]
        if not self.found.complete:
            yield board_picture(self.found.puzzle), ["A limit was reached here: the walk is not complete."]


def to_html(walks: Sequence[Walkthrough]) -> str:
    """One file, without scripts and without requests."""
    title = escape(walks[0].title if len(walks) == 1 else "Walkthroughs")
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    lines = [
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>{view}'
        f"<style>{STYLE}{style_sheet()}</style></head><body>"
    ]
    for walk in walks:
        lines.append(f"<h1>{escape(walk.title)}</h1>")
        for number, (picture, (first, *others)) in enumerate(walk.parts()):
            more = "".join(f'<p class="{"case" if number else "rules"}">{escape(line)}</p>' for line in others)
            svg = to_svg(picture, whole=False, styled=False)
            lines.append(f"<section>{svg}<div><p>{escape(first)}</p>{more}</div></section>")
    return "\n".join([*lines, "</body></html>", ""])


def to_pages(walks: Iterable[Walkthrough], paper: str = "A4") -> Iterator[Picture]:
    """The pages, one after the other, numbered through. Raises UsageError for a paper that is none."""
    number = 0
    for walk in walks:
        for shapes, (width, height) in _laid(walk, *paper_size(paper)):
            number += 1
            foot = Text("caption", width / 2, height - min(BORDER, 0.07 * width), 9, str(number))
            yield Picture(width, height, (*shapes, foot), f"{walk.title}, page {number}")


def _laid(walk: Walkthrough, width: float, height: float) -> Iterator[tuple[list[Shape], tuple[float, float]]]:
    """The shapes of each page of a walk, and the size of the page."""
    border = min(BORDER, 0.07 * width)
    inner, bottom = width - 2 * border, height - border - FOOT
    wide, high = WIDE * inner, (bottom - border - HEADING) / ON_A_PAGE - GAP
    size, title = fitting(walk.title, inner, HEADING, 7.0)
    shapes: list[Shape] = [Text("heading", border, border + HEADING / 2, size, title, "start")]
    y = top = border + HEADING + GAP
    step = SIZE * LEADING
    for picture, paragraphs in walk.parts():
        scale = min(wide / picture.width, high / picture.height)
        lines = [(line, k == 0) for text in paragraphs for k, line in enumerate(broken(text, inner - wide - GAP, SIZE))]
        words = len(lines) * step + len(paragraphs) * step / 2
        if y > top and y + max(picture.height * scale, min(words, bottom - top)) > bottom:
            yield shapes, (width, height)
            shapes, y = [], border
            top = y
        shapes += moved(picture.shapes, border + wide - picture.width * scale, y, scale)
        below = y + picture.height * scale
        for line, begins in lines:
            y += step * (1.5 if begins else 1.0)
            if y > bottom:  # a long case goes on on the next page
                yield shapes, (width, height)
                shapes, top, below = [], border, border
                y = border + step
            shapes.append(Text("note", border + wide + GAP, y - step / 2, SIZE, line, "start"))
        y = max(below, y) + GAP
    yield shapes, (width, height)


def _together(passage: Passage) -> Deduction:
    """The step, or singles in a row as one."""
    first, *others = passage.steps
    if not others:
        return first
    placements = tuple(pair for step in passage.steps for pair in step.placements)
    return Deduction(placements, (), (), True, "", "", first.puzzle, before=first.before, grid=first.grid)
