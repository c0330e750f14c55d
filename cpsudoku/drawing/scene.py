"""A board with its digits, candidates and marks, as a Picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import dist

from cpsudoku.board.alphabet import DEFAULT, Alphabet
from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.drawing.boards import BoardLayout, lines, shades
from cpsudoku.drawing.constraints import Painted, edges
from cpsudoku.drawing.marks import NOTHING, Frame, Link, Marks, marks_of
from cpsudoku.drawing.ornaments import NO_ORNAMENTS, Ornaments
from cpsudoku.drawing.picture import (
    Arrow,
    Disc,
    Line,
    Picture,
    Point,
    Rect,
    Shape,
    Stroke,
    Text,
    direction,
    ems,
    fitting,
    towards,
)
from cpsudoku.rating.start import masks_given
from cpsudoku.techniques.step import Step

MARGIN = 2.0
LABELS = 16.0
CAPTION = 18.0


def board_picture(
    puzzle: Puzzle,
    *,
    filled: bytes | None = None,
    candidates: Sequence[int] | None = None,
    marks: Marks = NOTHING,
    alphabet: Alphabet = DEFAULT,
    labels: bool = False,
    title: str = "",
    notes: bool = True,
    ornaments: Ornaments = NO_ORNAMENTS,
) -> Picture:
    """The clues, the digits of *filled* beside them, candidates (a mask a cell) and highlights.

    *labels* numbers rows and columns; *title* stands above the board and is what a screen reader says; *notes*,
    rules without a place on the board, stand below it; *ornaments* are drawings without a rule, and fog. Candidates
    that a puzzle gives are in its cells, but for those that may hold every digit.
    """
    geometry = puzzle.geometry
    given = masks_given(puzzle)
    if given is not None:
        free = (1 << geometry.side) - 1
        shown = candidates or [0 if mask == free else mask for mask in given]
        candidates = [mask & held for mask, held in zip(shown, given)]
    gap = LABELS if labels else 0.0
    above = CAPTION if title else 0.0
    around = Painted.of(puzzle if given is None else puzzle.under(()), notes)
    around.make_room(ornaments.around(geometry))
    around.notes += ornaments.notes if notes else []
    labelled = around.labelled() if candidates is not None else frozenset()
    layout = BoardLayout(geometry, MARGIN, MARGIN, candidates is not None, labelled)
    step = layout.cell
    layout = replace(layout, left=MARGIN + gap + around.left * step, top=MARGIN + gap + above + around.top * step)
    shapes = [*shades(layout), *ornaments.shaded(layout), *ornaments.under(layout)]
    shapes += [Rect(role, *layout.corner(cell), layout.cell, layout.cell) for cell, role in marks.cells.items()]
    shapes += around.below(layout)
    shapes += _spots(layout, marks)
    shapes += lines(layout)
    shapes += [*ornaments.over(layout), *around.above(layout)]
    for number, frame in enumerate(dict.fromkeys(marks.frames)):
        shapes += _frame(layout, frame, 0.04 + 0.03 * (number % 3))
    shapes += [arrow for link in dict.fromkeys(marks.links) if (arrow := _arrow(layout, link))]
    shapes += _digits(layout, puzzle, filled, candidates, marks, alphabet)
    for frame in dict.fromkeys(marks.frames):
        shapes += _bubble(layout, frame)
    if labels:
        shapes += _labels(layout, around)
    if title:
        shapes.append(_heading(layout, title))
    width = layout.left + layout.width + around.right * step + MARGIN
    height = layout.top + layout.height + around.bottom * step + around.text_height(layout.width) + MARGIN
    rules = "".join(f"; {rule.describe()}" for rule in puzzle.constraints)
    return Picture(width, height, tuple(shapes), title or _about(puzzle), puzzle.line() + rules)


def step_picture(
    puzzle: Puzzle, step: Step, *, alphabet: Alphabet = DEFAULT, title: str = "", labels: bool = True
) -> Picture:
    """The board just before *step*, with its pattern, links and conclusion."""
    filled = step.grid or puzzle.cells
    return board_picture(
        puzzle,
        filled=filled,
        candidates=step.before or candidates_of(filled, puzzle.geometry),
        marks=marks_of(step),
        alphabet=alphabet,
        title=title,
        labels=labels,
    )


def candidates_of(cells: bytes, geometry: Geometry) -> list[int]:
    """For each empty cell the digits no peer holds, as a mask; 0 for filled cells."""
    return [0 if digit else mask for digit, mask in zip(cells, geometry.open_digits(cells))]


def _heading(layout: BoardLayout, title: str) -> Text:
    """The title in 12 points, smaller where it is long, cut where it would be too small."""
    size, title = fitting(title, layout.width, 12.0, 7.5)
    return Text("heading", layout.left, MARGIN + CAPTION / 2, size, title, "start")


def _about(puzzle: Puzzle) -> str:
    def counted(number: int, word: str) -> str:
        return f"{number} {word}{'' if number == 1 else 's'}"

    rules = f", {counted(len(puzzle.constraints), 'rule')} beyond houses" if puzzle.constraints else ""
    return f"Sudoku {puzzle.geometry}, {counted(puzzle.clue_count, 'clue')}{rules}"


def _spots(layout: BoardLayout, marks: Marks) -> Iterator[Shape]:
    for cell, digit, role in marks.candidates:
        yield Disc(role, layout.spot(cell, digit), layout.radius(cell))


def _frame(layout: BoardLayout, frame: Frame, inset: float) -> Iterator[Shape]:
    columns, size = layout.geometry.columns, layout.cell
    places = frozenset(divmod(cell, columns) for cell in frame.cells)
    for start, end in edges(places, inset):
        yield Stroke(frame.role, (layout.at(start[1], start[0]), layout.at(end[1], end[0])), 0.045 * size)


def _bubble(layout: BoardLayout, frame: Frame) -> Iterator[Shape]:
    """The text of a frame, over the upper edge of its first cell."""
    if frame.text:
        x, y = layout.corner(min(frame.cells))
        size = 0.21 * layout.cell
        x, wide = x + layout.cell / 2, ems(frame.text) * size / 2
        yield Stroke(frame.role, ((x - wide, y), (x + wide, y)), 1.3 * size)
        yield Text("bubble", x, y, size, frame.text)


def _digits(
    layout: BoardLayout,
    puzzle: Puzzle,
    filled: bytes | None,
    candidates: Sequence[int] | None,
    marks: Marks,
    alphabet: Alphabet,
) -> Iterator[Shape]:
    geometry = puzzle.geometry
    side = geometry.side
    marked = {(cell, digit) for cell, digit, _ in marks.candidates}
    symbol = _symbols(geometry, alphabet)
    widest = len(symbol(side))
    size = layout.cell * (0.62 if widest == 1 else 0.5 if widest == 2 else 0.36)
    narrow = 1.55 * (1 if widest == 1 else 0.75 if widest == 2 else 0.55)
    for cell in range(geometry.size):
        clue, digit = puzzle.cells[cell], filled[cell] if filled else 0
        if clue or digit:
            x, y = layout.middle(cell)
            yield Text("clue" if clue else "digit", x, y, size, symbol(clue or digit))
            continue
        held = candidates[cell] if candidates is not None else 0
        small = narrow * layout.radius(cell)
        for d in range(1, side + 1):
            if held >> (d - 1) & 1 or (cell, d) in marked:
                x, y = layout.spot(cell, d)
                yield Text("marked" if (cell, d) in marked else "candidate", x, y, small, symbol(d))
    for cell, digit, role in marks.candidates:
        if role == "removed":
            x, y = layout.spot(cell, digit)
            r = 0.62 * layout.radius(cell)
            yield Line("strike", (x - r, y + r), (x + r, y - r))


def _symbols(geometry: Geometry, alphabet: Alphabet) -> Callable[[int], str]:
    """How a cell's byte is written."""
    if geometry.lo == 1:
        return lambda digit: alphabet.symbol(digit, geometry.side)
    return lambda digit: str(digit + geometry.lo - 1)


def _labels(layout: BoardLayout, around: Painted) -> Iterator[Shape]:
    above = layout.top - around.top * layout.cell - LABELS / 2
    before = layout.left - around.left * layout.cell - LABELS / 2
    for k in range(layout.geometry.columns):
        yield Text("label", layout.left + (k + 0.5) * layout.cell, above, 9, f"c{k + 1}")
    for k in range(layout.geometry.rows):
        yield Text("label", before, layout.top + (k + 0.5) * layout.cell, 9, f"r{k + 1}")


def _arrow(layout: BoardLayout, link: Link) -> Arrow | None:
    """From rim to rim of the two candidates, bent a little so that links there and back do not cover each other."""
    start, end = layout.spot(*link.start), layout.spot(*link.end)
    begin, stop = layout.radius(link.start[0]), layout.radius(link.end[0])
    length = dist(start, end)
    if length <= begin + stop:
        return None
    bow = min(0.14 * length, 0.5 * layout.cell)
    ux, uy = direction(start, end)
    bend: Point = ((start[0] + end[0]) / 2 + uy * bow, (start[1] + end[1]) / 2 - ux * bow)
    role = f"{'strong' if link.strong else 'weak'}-{link.branch % 9}"
    return Arrow(role, towards(start, bend, begin), bend, towards(end, bend, stop))
