"""Puzzle books: puzzles on pages, solutions at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from cpsudoku.board.alphabet import DEFAULT, Alphabet
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.drawing.picture import Picture, Shape, Text, moved
from cpsudoku.drawing.scene import MARGIN, board_picture
from cpsudoku.errors import UsageError

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""Width and height in points, upright."""
MOST_PER_PAGE = 48
BORDER = 42.0
HEADING = 30.0
FOOTING = 16.0
CAPTION = 15.0
GAP = 22.0


class Entry(NamedTuple):
    """A puzzle of a book: what stands over it, its solution for the end (None where it is not to be shown), and its
    `rules` in words, to stand below it."""

    puzzle: Puzzle
    caption: str = ""
    solution: bytes | None = None
    alphabet: Alphabet = DEFAULT
    rules: str = ""


@dataclass(frozen=True)
class Book:
    """How a book looks. Raises UsageError for an unknown paper or a number of puzzles that does not fit a page."""

    per_page: int = 6
    title: str = ""
    paper: str = "a4"
    solutions_per_page: int = 12

    def __post_init__(self) -> None:
        if self.paper.lower() not in PAPERS:
            raise UsageError(f"paper {self.paper!r} is unknown; known: A4, Letter")
        for number in (self.per_page, self.solutions_per_page):
            if not 1 <= number <= MOST_PER_PAGE:
                raise UsageError(f"{number} puzzles a page: at least 1, at most {MOST_PER_PAGE}")

    def pages(self, entries: Iterable[Entry]) -> Iterator[Picture]:
        """The pages, made one after the other; puzzles are numbered from 1."""
        page = 0
        solved: list[tuple[int, Entry]] = []
        waiting: list[tuple[str, Picture]] = []
        for number, entry in enumerate(entries, start=1):
            caption = f"{number}" + (f"   {entry.caption}" if entry.caption else "")
            waiting.append((caption, board_picture(entry.puzzle, alphabet=entry.alphabet, words=entry.rules)))
            if entry.solution is not None:
                solved.append((number, entry))
            if len(waiting) == self.per_page:
                page += 1
                yield self._page(waiting, self.per_page, self.title, page)
                waiting = []
        if waiting:
            page += 1
            yield self._page(waiting, self.per_page, self.title, page)
        for start in range(0, len(solved), self.solutions_per_page):
            page += 1
            part = solved[start : start + self.solutions_per_page]
            boards = [
                (str(number), board_picture(entry.puzzle, filled=entry.solution, alphabet=entry.alphabet))
                for number, entry in part
            ]
            yield self._page(boards, self.solutions_per_page, "Solutions", page)

    def _page(self, boards: list[tuple[str, Picture]], places: int, title: str, number: int) -> Picture:
        width, height = PAPERS[self.paper.lower()]
        top = BORDER + (HEADING if title else 0.0)
        room = width - 2 * BORDER, height - top - BORDER - FOOTING
        columns, size = _columns(places, *room)
        rows = ceil(places / columns)
        across = (room[0] - columns * size) / max(1, columns - 1) if columns > 1 else 0.0
        across = min(across, 3 * GAP)
        left = (width - columns * size - (columns - 1) * across) / 2
        spare = (room[1] - rows * (size + CAPTION)) / rows
        shapes: list[Shape] = []
        for k, (caption, picture) in enumerate(boards):
            x = left + k % columns * (size + across)
            y = top + k // columns * (size + CAPTION + spare)
            scale = size / max(picture.width, picture.height)
            shapes.append(Text("heading", x + MARGIN * scale, y + CAPTION / 2, 9.5, caption, "start"))
            shapes += moved(picture.shapes, x, y + CAPTION, scale)
        if title:
            shapes.append(Text("heading", width / 2, BORDER + 6, 17, title))
        shapes.append(Text("caption", width / 2, height - BORDER + 4, 9, str(number)))
        return Picture(width, height, tuple(shapes), title or f"page {number}")


def _columns(places: int, width: float, height: float) -> tuple[int, float]:
    """How many boards stand side by side so that they become as large as possible, and how large."""

    def size(columns: int) -> float:
        rows = ceil(places / columns)
        return min((width - (columns - 1) * GAP) / columns, height / rows - CAPTION - GAP / 2)

    best = max(range(1, places + 1), key=lambda columns: (size(columns), -columns))
    return best, size(best)
