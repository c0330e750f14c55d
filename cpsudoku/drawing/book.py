"""Puzzle books: sections of puzzles on pages, answers behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import NamedTuple

from cpsudoku.board.alphabet import DEFAULT, Alphabet
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.drawing.boards import CELL, BoardLayout
from cpsudoku.drawing.constraints import notes_of
from cpsudoku.drawing.paper import MM, Sheet, paper_size
from cpsudoku.drawing.picture import Picture, Shape, Text, broken, fitting, moved
from cpsudoku.drawing.scene import MARGIN, board_picture
from cpsudoku.errors import UsageError

CAPTION = 15.0
"""Height of the caption of a board, in points."""
LETTERS = 9.5
PROSE = 8.5
"""Sizes of captions, and of rules in words below a board."""
LEADING = 1.3
GAP = 22.0
"""Between boards, at least."""
WIDEST_CELL = 58.0
"""A cell is not drawn larger, in points."""


class Room(NamedTuple):
    """A part of a page, in points."""

    x: float
    y: float
    width: float
    height: float


class Place(NamedTuple):
    """A board as it waits for its page: caption, picture, a cell's side in it, and words for below."""

    caption: str
    picture: Picture
    cell: float
    words: str = ""


class PageGrid(NamedTuple):
    """How the places of a page stand: columns, rows, the width of a place and the height of a row."""

    columns: int
    rows: int
    width: float
    height: float

    def scale(self, place: Place) -> float:
        """By what a picture is made smaller so that it, its caption and its words fit."""
        under = len(broken(place.words, self.width, PROSE)) * LEADING * PROSE
        across = self.width / place.picture.width
        down = (self.height - CAPTION - under - GAP / 2) / place.picture.height
        return max(0.02, min(across, down, WIDEST_CELL / place.cell))


def grid_of(count: int, room: Room, places: Sequence[Place]) -> PageGrid:
    """*count* places in a room, so that the smallest of these boards, its words aside, becomes as large as possible."""
    bare = [place._replace(words="") for place in places]

    def grid(columns: int) -> PageGrid:
        rows = ceil(count / columns)
        return PageGrid(columns, rows, (room.width - (columns - 1) * GAP) / columns, room.height / rows)

    def worth(columns: int) -> tuple[float, int]:
        page = grid(columns)
        return min((page.scale(place) * place.picture.width for place in bare), default=page.width), -columns

    return grid(max(range(1, count + 1), key=worth))


def cell_size(count: int, room: Room, place: Place) -> float:
    """How large a cell of this board is where *count* like it share the room."""
    return grid_of(count, room, [place]).scale(place) * place.cell


def arranged(count: int, room: Room, places: Sequence[Place]) -> Iterator[Shape]:
    """The boards in their places, row by row; *count* is how many there would be on a full page."""
    grid = grid_of(count, room, places)
    scales = [grid.scale(place) for place in places]
    widest = max((place.picture.width * scale for place, scale in zip(places, scales)), default=0.0)
    if any(place.words for place in places):
        widest = grid.width
    between = 0.0
    if grid.columns > 1:
        between = min((room.width - grid.columns * widest) / (grid.columns - 1), 3 * GAP)
    left = room.x + (room.width - grid.columns * widest - (grid.columns - 1) * between) / 2
    for k, (place, scale) in enumerate(zip(places, scales)):
        row, column = divmod(k, grid.columns)
        wide = place.picture.width * scale
        x = left + column * (widest + between) + (widest - wide) / 2
        y = room.y + row * grid.height
        yield from _placed(place, scale, x, y, widest)


def _placed(place: Place, scale: float, x: float, y: float, width: float) -> Iterator[Shape]:
    wide = place.picture.width * scale
    size, caption = fitting(place.caption, wide - 2 * MARGIN * scale, LETTERS, 6.0)
    yield Text("heading", x + MARGIN * scale, y + CAPTION / 2, size, caption, "start")
    yield from moved(place.picture.shapes, x, y + CAPTION, scale)
    # notes are as wide as the place, and centred below a narrower board
    below = y + CAPTION + place.picture.height * scale
    edge = x + (wide - width) / 2 + MARGIN * scale
    for number, line in enumerate(broken(place.words, width, PROSE), start=1):
        yield Text("note", edge, below + (number - 0.4) * LEADING * PROSE, PROSE, line, "start")


MOST_PER_PAGE = 48
ANSWERS = ("end", "section")
"""Where answers stand: behind all puzzles, or behind those of their section."""
BORDER = 42.0
"""Points between a page's edge and what is printed; less on small paper."""
HEADING = 30.0
FOOTING = 16.0
TEXT = 9.5
SMALLEST_CELL, SMALLEST_ANSWER = 15.0, 8.5
"""Points of a cell below which larger boards, or longer rules, get a page with fewer places."""
MOST_GUTTER = 50.0
"""Millimetres."""


class Entry(NamedTuple):
    """A puzzle of a book: its caption, its solution for the end (None if it is not to be shown), its
    `rules` in words, printed below it, and `candidates` to write into its empty cells (a mask a cell)."""

    puzzle: Puzzle
    caption: str = ""
    solution: bytes | None = None
    alphabet: Alphabet = DEFAULT
    rules: str = ""
    candidates: Sequence[int] | None = None


@dataclass(frozen=True)
class Section:
    """Puzzles under a heading: `text` is printed below it, `per_page` is the book's if it is None, `labels` numbers the
    rows and columns of its boards."""

    entries: Iterable[Entry]
    heading: str = ""
    text: str = ""
    per_page: int | None = None
    labels: bool = False

    def __post_init__(self) -> None:
        if self.per_page is not None:
            _must_fit(self.per_page)


@dataclass(frozen=True)
class Book:
    """How a book looks. Raises UsageError for what cannot be.

    paper       a name (A4, Letter ...) or a size such as 6x9in; the pages as they are after trimming
    start       the number of the first puzzle
    answers     "end" or "section": where solutions stand, under `answers_heading`
    footer      a line below every page; page numbers then stand on the outer side
    gutter      millimetres more on the inner side, for binding; odd pages are right-hand ones
    cover       a first page with title and author
    sheet       bleed and crop marks
    """

    per_page: int = 6
    title: str = ""
    paper: str = "A4"
    solutions_per_page: int = 12
    author: str = ""
    footer: str = ""
    start: int = 1
    answers: str = "end"
    answers_heading: str = "Solutions"
    gutter: float = 0.0
    cover: bool = False
    sheet: Sheet = field(default_factory=Sheet)

    def __post_init__(self) -> None:
        paper_size(self.paper)
        for number in (self.per_page, self.solutions_per_page):
            _must_fit(number)
        if self.start < 0:
            raise UsageError(f"puzzles are numbered from 0 or more, not from {self.start}")
        if self.answers not in ANSWERS:
            raise UsageError(f"answers={self.answers!r}: they stand at the {' or behind each '.join(ANSWERS)}")
        if not 0 <= self.gutter <= MOST_GUTTER:
            raise UsageError(f"a gutter of {self.gutter:g} mm: 0 to {MOST_GUTTER:g}")

    def pages(self, entries: Iterable[Entry]) -> Iterator[Picture]:
        """The pages of a book with one section, made one after the other."""
        return self.bound([Section(entries)])

    def bound(self, sections: Iterable[Section]) -> Iterator[Picture]:
        """The pages, made one after the other; puzzles are numbered through."""
        binding = _Binding(self)
        if self.cover:
            yield binding.front()
        for section in sections:
            yield from binding.puzzles(section)
            if self.answers == "section":
                yield from binding.solutions()
        yield from binding.solutions()


def _must_fit(number: int) -> None:
    if not 1 <= number <= MOST_PER_PAGE:
        raise UsageError(f"{number} puzzles a page: at least 1, at most {MOST_PER_PAGE}")


class _Binding:
    """A book while its pages are laid out: their number, and the answers still to be printed."""

    def __init__(self, book: Book):
        self._book = book
        self._width, self._height = paper_size(book.paper)
        self._border = min(BORDER, 0.07 * self._width)
        self._page = 0
        self._number = book.start
        self._answers: list[tuple[str, list[Place]]] = []

    def front(self) -> Picture:
        """The page with the title."""
        self._page += 1
        title, high = self._book.title or "Sudoku", 0.36 * self._height
        shapes = [
            *self._centred("heading", title, high, 34.0, 12.0),
            *self._centred("caption", self._book.author, high + 40, 15.0, 8.0),
            *self._centred("running", self._book.footer, self._height - self._border - 4),
        ]
        return self._sheet(shapes, shapes[0].text)

    def _centred(self, role: str, text: str, y: float, most: float = TEXT, least: float = 6.0) -> list[Text]:
        """A line in the middle of the page, as large as fits; none for an empty text."""
        x, width = self._across()
        size, cut = fitting(text, width, most, least)
        return [Text(role, x + width / 2, y, size, cut)] if text else []

    def puzzles(self, section: Section) -> Iterator[Picture]:
        """The pages of a section; its answers are printed later."""
        book = self._book
        answers: list[Place] = []
        self._answers.append((section.heading, answers))

        def places() -> Iterator[Place]:
            for entry in section.entries:
                caption = f"{self._number}" + (f"   {entry.caption}" if entry.caption else "")
                if entry.solution is not None:
                    answers.append(_answer(entry, str(self._number)))
                self._number += 1
                yield _puzzle(entry, caption, section.labels)

        first = self._page == 0 or (self._page == 1 and book.cover)
        titled = bool(book.title) and first and not book.cover
        heading = section.heading or (book.title if titled else "")
        under = [book.title if section.heading else "", book.author] if titled else []
        byline = "  ·  ".join(part for part in under if part)
        running = "  ·  ".join(part for part in (book.title, section.heading) if part)
        per_page = section.per_page or book.per_page
        for number, (count, part) in enumerate(self._gathered(places(), per_page, bool(running), SMALLEST_CELL)):
            if number == 0:
                yield self._full(count, part, heading, byline, section.text)
            else:
                yield self._full(count, part, running=running)

    def solutions(self) -> Iterator[Picture]:
        """The pages of the answers that wait, each section's from a new page on."""
        book = self._book
        for heading, answers in self._answers:
            shown = "  ·  ".join(part for part in (book.answers_heading, heading) if part)
            gathered = self._gathered(iter(answers), book.solutions_per_page, bool(shown), SMALLEST_ANSWER)
            for number, (count, part) in enumerate(gathered):
                if number == 0:
                    yield self._full(count, part, shown)
                else:
                    yield self._full(count, part, running=shown)
        self._answers = []

    def _gathered(
        self, places: Iterator[Place], most: int, headed: bool, smallest: float
    ) -> Iterator[tuple[int, list[Place]]]:
        """The boards of each page, with the number of its places.

        A board whose cells would be too small among *most* gets a page with fewer places, with others like it.
        """
        room = self._room(HEADING if headed else 0.0)
        plain = Place("", board_picture(Puzzle(bytes(81))), CELL)
        wanted = min(smallest, cell_size(most, room, plain))
        known: dict[tuple[float, ...], int] = {}

        def capacity(place: Place) -> int:
            key = place.picture.width, place.picture.height, place.cell, len(broken(place.words, room.width / 2, PROSE))
            if key not in known:
                fits = (k for k in range(most, 1, -1) if cell_size(k, room, place) >= 0.999 * wanted)
                known[key] = next(fits, 1)
            return known[key]

        waiting: list[Place] = []
        held = most
        for place in places:
            mine = capacity(place)
            if waiting and (len(waiting) >= min(held, mine) or mine != held):
                yield held, waiting
                waiting = []
            held = mine
            waiting.append(place)
        if waiting:
            yield held, waiting

    def _full(
        self, count: int, places: list[Place], heading: str = "", byline: str = "", text: str = "", running: str = ""
    ) -> Picture:
        """A page with boards: the first of a section with its heading, another with a running one."""
        self._page += 1
        x, width = self._across()
        top = self._border
        shapes: list[Shape] = [
            *self._centred("heading", heading, top + 6, 17.0, 7.0),
            *self._centred("running", byline, top + 22),
            *self._centred("running", running, top + 4),
        ]
        above = HEADING + (6.0 if byline else 0.0) if heading or running else 0.0
        for line in broken(text, width, TEXT):
            shapes.append(Text("note", x, top + above + TEXT / 2, TEXT, line, "start"))
            above += LEADING * TEXT
        shapes += arranged(count, self._room(above + (8.0 if text else 0.0)), places)
        shapes += self._foot(x, width)
        return self._sheet(shapes, heading or running or f"page {self._page}")

    def _foot(self, x: float, width: float) -> Iterator[Shape]:
        y = self._height - self._border + 4
        if not self._book.footer:
            yield Text("caption", x + width / 2, y, 9, str(self._page))
            return
        size, footer = fitting(self._book.footer, width - 80, TEXT, 6.0)
        yield Text("running", x + width / 2, y, size, footer)
        if self._page % 2:
            yield Text("caption", x + width, y, 9, str(self._page), "end")
        else:
            yield Text("caption", x, y, 9, str(self._page), "start")

    def _across(self) -> tuple[float, float]:
        """The left edge and the width of what is printed on the page that is being made."""
        gutter = self._book.gutter * MM
        return self._border + (gutter if self._page % 2 else 0.0), self._width - 2 * self._border - gutter

    def _room(self, above: float) -> Room:
        x, width = self._across()
        height = self._height - 2 * self._border - above - FOOTING
        return Room(x, self._border + above, width, height)

    def _sheet(self, shapes: Sequence[Shape], title: str) -> Picture:
        return self._book.sheet.laid(Picture(self._width, self._height, tuple(shapes), title))


def _puzzle(entry: Entry, caption: str, labels: bool) -> Place:
    shown, puzzle = entry.candidates, entry.puzzle
    picture = board_picture(puzzle, alphabet=entry.alphabet, candidates=shown, labels=labels, notes=False)
    cell = BoardLayout(puzzle.geometry, candidates=shown is not None).cell
    return Place(caption, picture, cell, entry.rules or "; ".join(notes_of(puzzle)))


def _answer(entry: Entry, caption: str) -> Place:
    """The grid with its digits; lines and cages are left out."""
    plain = replace(entry.puzzle, constraints=())
    picture = board_picture(plain, filled=entry.solution, alphabet=entry.alphabet)
    return Place(caption, picture, BoardLayout(plain.geometry, candidates=False).cell)
