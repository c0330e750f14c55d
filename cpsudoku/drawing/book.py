"""Puzzle books: sections of puzzles on pages, answers behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, NamedTuple

from cpsudoku.board.alphabet import DEFAULT, Alphabet
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.drawing.binding import bound
from cpsudoku.drawing.ornaments import NO_ORNAMENTS, Ornaments
from cpsudoku.drawing.paper import Sheet, paper_size
from cpsudoku.drawing.picture import Picture
from cpsudoku.errors import UsageError

MOST_PER_PAGE = 48
ANSWERS = ("end", "section")
"""Where answers stand: behind all puzzles, or behind those of their section."""
MOST_GUTTER = 50.0
"""Millimetres."""
LARGE_PRINT: dict[str, Any] = {"per_page": 1, "solutions_per_page": 4, "paper": "Letter", "text": 1.8}
"""The fields of a book in large print: texts of 17 points (captions), digits of 36."""
IDS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What IDs consist of: without signs that look alike."""


class Entry(NamedTuple):
    """A puzzle of a book.

    caption     stands behind its number, and `stars` of five behind that, if there are any
    solution    printed among the answers, if there is one
    rules       the author's words; without any, books print the sentences of its kinds of rules
    candidates  written into its empty cells, a mask a cell
    ornaments   drawings without a rule, and fog
    """

    puzzle: Puzzle
    caption: str = ""
    solution: bytes | None = None
    alphabet: Alphabet = DEFAULT
    rules: str = ""
    candidates: Sequence[int] | None = None
    stars: int = 0
    ornaments: Ornaments = NO_ORNAMENTS

    @property
    def id(self) -> str:
        """Six letters that depend on the clues and rules alone; two of 50,000 puzzles share one at odds of 3 in 4."""
        puzzle = self.puzzle
        text = "|".join([repr(puzzle.geometry), puzzle.line(), *sorted(rule.describe() for rule in puzzle.constraints)])
        number = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
        return "".join(IDS[number // len(IDS) ** k % len(IDS)] for k in range(6))


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
    contents    a table of contents
    lessons     a page before each section: its rules, how to begin, and first steps of its first puzzle
    ids         an ID above each puzzle, see `Entry.id`
    text        how large texts are, 1 is the usual size; `LARGE_PRINT` has the fields of a book in large print
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
    contents: bool = False
    lessons: bool = False
    ids: bool = False
    text: float = 1.0
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
        if not 0.5 <= self.text <= 4:
            raise UsageError(f"texts {self.text:g} times as large as usual: 0.5 to 4")

    def pages(self, entries: Iterable[Entry]) -> Iterator[Picture]:
        """The pages of a book with one section."""
        return self.bound([Section(entries)])

    def bound(self, sections: Iterable[Section]) -> Iterator[Picture]:
        """The pages, painted one after the other once all are planned; puzzles are numbered through."""
        return bound(self, sections)


def _must_fit(number: int) -> None:
    if not 1 <= number <= MOST_PER_PAGE:
        raise UsageError(f"{number} puzzles a page: at least 1, at most {MOST_PER_PAGE}")
