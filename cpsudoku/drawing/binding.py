"""The pages of a book: first all are planned, so that pages can name each other; then each is painted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from cpsudoku.drawing.boards import BoardLayout
from cpsudoku.drawing.constraints import notes_of
from cpsudoku.drawing.page_grid import LEADING, LEGIBLE, Place, Room, arranged, capacity, cell_size
from cpsudoku.drawing.paper import MM, paper_size
from cpsudoku.drawing.picture import Link, Picture, Shape, Text, broken, ems, fitting
from cpsudoku.drawing.scene import board_picture
from cpsudoku.formats.rules import houses_text, kinds_text

if TYPE_CHECKING:
    from cpsudoku.drawing.book import Book, Entry, Section

BORDER = 42.0
"""Points between a page's edge and what is printed; less on small paper."""
HEADING = 30.0
FOOTING = 16.0
TEXT = 9.5
SMALLEST_CELL, SMALLEST_ANSWER = 15.0, 8.5
"""Points of a cell below which larger boards, or longer rules, get a page with fewer places."""
MOST_TEXT = 0.45
"""The part of a page that text above boards may take; longer texts get pages of their own."""


@dataclass
class Leaf:
    """A planned page. `numbers` are those of its puzzles or answers, in the order of `places`."""

    places: list[Place] = field(default_factory=list)
    count: int = 1
    numbers: list[int] = field(default_factory=list)
    is_answer: bool = False
    heading: str = ""
    byline: str = ""
    running: str = ""
    lines: list[str] = field(default_factory=list)
    marks: list[tuple[int, str]] = field(default_factory=list)


class Line(NamedTuple):
    """A line of the table of contents, and the number of its page among those that are no front matter."""

    text: str
    leaf: int


def bound(book: Book, sections: Iterable[Section]) -> Iterator[Picture]:
    """The pages of a book."""
    plan = _Plan(book)
    for section in sections:
        plan.add(section)
    plan.add_answers()
    return _Binding(book, plan).pages()


class _Plan:
    """The pages behind the front matter."""

    def __init__(self, book: Book):
        self.book = book
        self.width, self.height = paper_size(book.paper)
        self.border = min(BORDER, 0.07 * self.width)
        self.across = self.width - 2 * self.border - book.gutter * MM
        self.leaves: list[Leaf] = []
        self.contents: list[Line] = []
        self._number = book.start
        self._answers: list[tuple[str, list[Place], list[int]]] = []

    def add(self, section: Section) -> None:
        """Plan the pages of a section, and of its answers where they follow it."""
        book, entries = self.book, list(section.entries)
        first, name = not self.leaves, section.heading or "Puzzles"
        start, answers, numbers = self._number, list[Place](), list[int]()
        head, below = rules_of(entries)
        places = []
        for number, (entry, words) in enumerate(zip(entries, below), start=start):
            caption = f"{number}" + (f"   {entry.caption}" if entry.caption else "")
            places.append(_puzzle(entry, caption, section.labels, words, (entry.id,) if book.ids else ()))
            if entry.solution is not None:
                answers.append(_answer(entry, str(number)))
                numbers.append(number)
        self._number += len(entries)
        self._answers.append((section.heading, answers, numbers))
        titled = bool(book.title) and first and not book.cover
        heading = section.heading or (book.title if titled else "")
        under = [book.title if section.heading else "", book.author] if titled else []
        byline = "  ·  ".join(part for part in under if part)
        running = "  ·  ".join(part for part in (book.title, section.heading) if part)
        span = f"{start}–{self._number - 1}" if len(entries) > 1 else f"{start}"
        self._note(f"{name}  ({span})", name)
        if book.lessons and entries:
            from cpsudoku.drawing.lessons import STEPS, lesson

            taught = lesson(entries[0], name, start, head)
            self._marks.append((1, taught.heading))
            leaf = Leaf(heading=taught.heading, lines=self._broken(taught.text), running=running)
            room = self.room(self.above(leaf))
            is_roomy = all(
                cell_size(STEPS, room, place) / place.cell * place.least >= LEGIBLE for place in taught.places
            )
            self._fill(taught.places, STEPS if is_roomy else 1, leaf)
            head = []
        text = "\n".join([*([section.text] if section.text else []), *head])
        leaf = Leaf(heading=heading, byline=byline, running=running, lines=self._broken(text))
        self._fill(places, section.per_page or book.per_page, leaf, range(start, self._number))
        if book.answers == "section":
            self.add_answers()

    def add_answers(self) -> None:
        """Plan the pages of the answers that wait, each section's from a new page on."""
        book = self.book
        for heading, places, numbers in self._answers:
            if places:
                shown = "  ·  ".join(part for part in (book.answers_heading, heading) if part)
                self._note(shown, shown)
                leaf = Leaf(heading=shown, running=shown, is_answer=True)
                self._fill(places, book.solutions_per_page, leaf, numbers)
        self._answers = []

    def _note(self, text: str, mark: str) -> None:
        """A line of the contents, and a bookmark, that lead to the page that is planned next."""
        self.contents.append(Line(text, len(self.leaves)))
        self._marks = [(0, mark)]

    def _broken(self, text: str) -> list[str]:
        return broken(text, self.across, TEXT * self.book.text)

    def _fill(self, places: Sequence[Place], most: int, first: Leaf, numbers: Sequence[int] = ()) -> None:
        """Plan pages that begin with *first* and continue with its running head; long texts take pages of their own."""
        size = LEADING * TEXT * self.book.text
        if len(first.lines) * size > MOST_TEXT * self.room(0.0).height:
            lines = max(1, int(self.room(self.above(replace(first, lines=[]))).height / size) - 1)
            for at in range(0, len(first.lines), lines):
                leaf = replace(first, lines=first.lines[at : at + lines], marks=self._marks)
                self._close(leaf if at == 0 else replace(leaf, heading="", byline=""))
            first = replace(first, heading="", byline="", lines=[])
        smallest = SMALLEST_ANSWER if first.is_answer else SMALLEST_CELL
        later = Leaf(running=first.running, is_answer=first.is_answer)
        known: dict[tuple[object, ...], int] = {}
        leaf, at = replace(first, places=[], numbers=[], marks=[]), 0
        while True:
            room = self.room(self.above(leaf))
            leaf.count = most
            while at < len(places):
                place = places[at]
                words = len(broken(place.words, room.width / 2, TEXT))
                key = room, place.picture.width, place.picture.height, place.cell, place.smallest, words
                if key not in known:
                    known[key] = capacity(most, room, place, smallest)
                if leaf.places and (len(leaf.places) >= min(leaf.count, known[key]) or known[key] != leaf.count):
                    break
                leaf.count = known[key]
                leaf.places.append(place)
                if numbers:
                    leaf.numbers.append(numbers[at])
                at += 1
            if leaf.places or leaf.lines:
                leaf.marks = self._marks
                if not first.is_answer:
                    leaf.marks = [*leaf.marks, *((1, f"{number}") for number in leaf.numbers)]
                self._close(leaf)
            if at >= len(places):
                return
            leaf = replace(later, places=[], numbers=[])

    def _close(self, leaf: Leaf) -> None:
        self.leaves.append(leaf)
        self._marks = []

    def above(self, leaf: Leaf) -> float:
        """What the heading and the text of a page take."""
        text = self.book.text
        above = HEADING * max(1.0, 0.8 * text) + (6.0 if leaf.byline else 0.0) if leaf.heading or leaf.running else 0.0
        return above + len(leaf.lines) * LEADING * TEXT * text + (8.0 if leaf.lines else 0.0)

    def room(self, above: float) -> Room:
        """What is left of a page below its heading and text, on a page whose left edge is the border."""
        height = self.height - 2 * self.border - above - FOOTING
        return Room(self.border, self.border + above, self.across, height, self.book.text)


class _Binding:
    """Paints the planned pages."""

    def __init__(self, book: Book, plan: _Plan):
        self._book, self._plan = book, plan
        room = plan.room(HEADING * max(1.0, 0.8 * book.text))
        self._entry = 1.7 * TEXT * book.text
        self._per_page = max(1, int(room.height / self._entry) - 1)
        pages = ceil(len(plan.contents) / self._per_page) if book.contents else 0
        self._front = int(book.cover) + pages
        places = [(leaf.is_answer, number, at) for at, leaf in enumerate(plan.leaves) for number in leaf.numbers]
        self._puzzles = {number: self._front + at + 1 for is_answer, number, at in places if not is_answer}
        self._answers = {number: self._front + at + 1 for is_answer, number, at in places if is_answer}
        self._page = 0

    def pages(self) -> Iterator[Picture]:
        """All pages in their order."""
        if self._book.cover:
            yield self._cover()
        if self._book.contents:
            for at in range(0, len(self._plan.contents), self._per_page):
                yield self._contents(self._plan.contents[at : at + self._per_page], at == 0)
        for leaf in self._plan.leaves:
            yield self._painted(leaf)

    def _cover(self) -> Picture:
        self._page += 1
        book, plan = self._book, self._plan
        title, high = book.title or "Sudoku", 0.36 * plan.height
        shapes = [
            *self._centred("heading", title, high, 34.0, 12.0),
            *self._centred("caption", book.author, high + 40, 15.0, 8.0),
            *self._centred("running", book.footer, plan.height - plan.border - 4),
        ]
        return self._sheet(shapes, shapes[0].text)

    def _contents(self, lines: Sequence[Line], first: bool) -> Picture:
        """A page of the table of contents: every line leads to its page."""
        self._page += 1
        x, width = self._across()
        text, top = TEXT * self._book.text, self._plan.border
        shapes: list[Shape] = [*self._centred("heading", "Contents" if first else "", top + 6, 17.0, 7.0)]
        y = top + HEADING * max(1.0, 0.8 * self._book.text)
        for line in lines:
            y += self._entry
            page = self._front + line.leaf + 1
            size, words = fitting(line.text, width - 40, text, 6.0)
            shapes.append(Text("note", x, y, size, words, "start"))
            shapes.append(Text("caption", x + width, y, text, str(page), "end"))
            begin = x + ems(words) * size + 6
            dots = int((x + width - 26 - begin) / (0.9 * text))
            shapes += [Text("running", x + width - 26 - 0.9 * text * k, y, text, ".") for k in range(dots)]
            shapes.append(Link("link", x, y - self._entry / 2, width, self._entry, page))
        shapes += self._foot(x, width)
        return self._sheet(shapes, "Contents", [(0, "Contents")] if first else [])

    def _painted(self, leaf: Leaf) -> Picture:
        """A page with boards: the first of a section with its heading, another with a running one."""
        self._page += 1
        plan, scale = self._plan, self._book.text
        x, width = self._across()
        top, size = plan.border, TEXT * self._book.text
        running = "" if leaf.heading else leaf.running
        shapes: list[Shape] = [
            *self._centred("heading", leaf.heading, top + 6, 17.0 * max(1.0, 0.8 * scale), 7.0),
            *self._centred("running", leaf.byline, top + 22),
            *self._centred("running", running, top + 4),
        ]
        y = top + plan.above(replace(leaf, lines=[]))
        for line in leaf.lines:
            shapes.append(Text("note", x, y + size / 2, size, line, "start"))
            y += LEADING * size
        room = plan.room(plan.above(leaf))
        shapes += arranged(leaf.count, room._replace(x=x), [*self._referred(leaf)])
        shapes += self._foot(x, width)
        return self._sheet(shapes, leaf.heading or running or f"page {self._page}", leaf.marks)

    def _referred(self, leaf: Leaf) -> Iterator[Place]:
        """The places of a page with the pages of their answers, or answers with those of their puzzles."""
        if not leaf.numbers:
            yield from leaf.places
        target = self._puzzles if leaf.is_answer else self._answers
        for place, number in zip(leaf.places, leaf.numbers):
            page = target.get(number, 0)
            said = [f"page {page}"] if leaf.is_answer else [f"solution: page {page}", f"p. {page}"]
            asides = ["  ·  ".join([*place.asides, words]) for words in said] if page else place.asides
            yield place._replace(asides=tuple(asides), leads_to=page)

    def _centred(self, role: str, text: str, y: float, most: float = TEXT, least: float = 6.0) -> list[Text]:
        """A line in the middle of the page, as large as fits; none for an empty text."""
        x, width = self._across()
        size, cut = fitting(text, width, most, least)
        return [Text(role, x + width / 2, y, size, cut)] if text else []

    def _foot(self, x: float, width: float) -> Iterator[Shape]:
        y = self._plan.height - self._plan.border + 4
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
        """The left edge and the width of what is printed on the page that is being painted."""
        return self._plan.border + (self._book.gutter * MM if self._page % 2 else 0.0), self._plan.across

    def _sheet(self, shapes: Sequence[Shape], title: str, marks: Sequence[tuple[int, str]] = ()) -> Picture:
        page = Picture(self._plan.width, self._plan.height, tuple(shapes), title, outline=tuple(marks))
        return self._book.sheet.laid(page)


def rules_of(entries: Sequence[Entry]) -> tuple[list[str], list[str]]:
    """The rules that a section states once, and the words below each of its boards.

    Below a board stand its author's words, unless all have the same, the kinds of its rules, where these differ
    within the section, and which number outside belongs to which kind, where there are several.
    """
    ruled = [entry for entry in entries if entry.rules or entry.puzzle.constraints]
    own = {entry.rules for entry in ruled}
    if len(own) == 1 and "" not in own and len(ruled) == len(entries) > 1:
        return [*own], [""] * len(entries)
    stated = [entry for entry in ruled if not entry.rules]
    kinds = [pair for entry in stated for pair in kinds_text(entry.puzzle.constraints)]
    headings = {tuple(heading for heading, _ in kinds_text(entry.puzzle.constraints)) for entry in entries}
    head = [houses_text(stated[0].puzzle.geometry)] if stated else []
    head += [f"{heading}: {text}" for heading, text in dict.fromkeys(kinds)]
    return head, [entry.rules or _below(entry, len(headings) > 1) for entry in entries]


def _below(entry: Entry, differs: bool) -> str:
    rules = entry.puzzle.constraints
    names = "  ·  ".join(heading for heading, _ in kinds_text(rules)) if differs else ""
    notes = {note for note in notes_of(entry.puzzle) if not note.startswith("numbers outside")}
    notes -= {rule.describe() for rule in rules if rule.everywhere or len(rule.scope) == entry.puzzle.geometry.size}
    return ".  ".join(part for part in (names, "; ".join(sorted(notes))) if part)


def _puzzle(entry: Entry, caption: str, labels: bool, words: str, asides: tuple[str, ...]) -> Place:
    shown, puzzle = entry.candidates, entry.puzzle
    ornaments = entry.ornaments
    picture = board_picture(
        puzzle, alphabet=entry.alphabet, candidates=shown, labels=labels, notes=False, ornaments=ornaments
    )
    words = ".  ".join(part for part in (words, *ornaments.notes) if part)
    cell = BoardLayout(puzzle.geometry, candidates=shown is not None).cell
    return Place(caption, picture, cell, words, entry.stars, asides)


def _answer(entry: Entry, caption: str) -> Place:
    """The grid with its digits; lines and cages are left out."""
    plain = replace(entry.puzzle, constraints=())
    picture = board_picture(plain, filled=entry.solution, alphabet=entry.alphabet)
    return Place(caption, picture, BoardLayout(plain.geometry, candidates=False).cell)
