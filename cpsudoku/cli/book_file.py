"""`draw --book FILE`: a book of several sections, described in TOML.

Above the sections stand the book's own keys and what holds for every section that says nothing else; each `[[section]]`
has `puzzles` and what is its own. Paths are relative to the folder of the file.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cpsudoku.cli import common
from cpsudoku.cli.pictured import Pictured
from cpsudoku.drawing.book import Book, Section
from cpsudoku.drawing.paper import Sheet
from cpsudoku.errors import UsageError
from cpsudoku.numerals import number_of

BOOK = {
    "title": str,
    "author": str,
    "footer": str,
    "paper": str,
    "start": int,
    "solutions": str,
    "solutions-heading": str,
    "solutions-per-page": int,
    "gutter": float,
    "bleed": float,
    "crop-marks": bool,
    "black": bool,
    "cover": bool,
    "font": list,
}
"""Keys of the book alone, and what they hold; a list may be one text."""
EITHER = {"per-page": int, "rating": bool, "candidates": bool, "labels": bool, "alphabet": str}
"""Keys of a section, which the book may state for all."""
SECTION = {
    "puzzles": list,
    "sample": str,
    "rows": str,
    "heading": str,
    "text": str,
    "format": str,
    "column": str,
    "size": str,
    "regions": str,
    "extra": str,
    "board": str,
    "digits": str,
    "rule": list,
    "rules": str,
}
WORDS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a text or a list of texts",
}
NONE = "none"
"""`solutions` where none are printed; else as `Book.answers`."""
MOST = 1 << 20
"""Bytes of the file."""


@dataclass(frozen=True)
class Planned:
    """A book as its file describes it: `sections` have their keys checked, nothing of theirs is read yet."""

    book: Book
    sections: tuple[Mapping[str, Any], ...]
    solutions: bool
    black: bool
    fonts: tuple[Path, ...]
    folder: Path


def planned(path: Path) -> Planned:
    """The book in a file. Raises UsageError naming the file, the key and what would be accepted."""
    table = _table(path)
    sections = table.pop("section", None)
    if not isinstance(sections, list) or not sections or not all(isinstance(part, dict) for part in sections):
        raise UsageError(f'{path}: a book has sections: [[section]] with puzzles = "FILE", one or more')
    own = _checked(str(path), table, BOOK | EITHER)
    shared = {key: own.pop(key) for key in EITHER if key in own}
    solutions = own.get("solutions", "end")
    planned_sections = []
    for number, part in enumerate(sections, start=1):
        where = f"{path}, section {number}"
        section = shared | _checked(where, part, SECTION | EITHER)
        if "puzzles" not in section and "sample" not in section:
            raise UsageError(f'{where}: no puzzles = "FILE" and no sample = "NAME"')
        section["rows"] = _rows(where, section.get("rows"))
        planned_sections.append(section)
    try:
        book = Book(
            per_page=shared.get("per-page", Book.per_page),
            title=own.get("title", ""),
            paper=own.get("paper", Book.paper),
            solutions_per_page=own.get("solutions-per-page", Book.solutions_per_page),
            author=own.get("author", ""),
            footer=own.get("footer", ""),
            start=own.get("start", Book.start),
            answers=Book.answers if solutions == NONE else solutions,
            answers_heading=own.get("solutions-heading", Book.answers_heading),
            gutter=own.get("gutter", 0.0),
            cover=own.get("cover", False),
            sheet=Sheet(own.get("bleed", 0.0), own.get("crop-marks", False)),
        )
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    fonts = tuple(path.parent / name for name in own.get("font", ()))
    return Planned(book, tuple(planned_sections), solutions != NONE, own.get("black", False), fonts, path.parent)


class Reader:
    """The sections of a planned book, read when they are asked for; `worst` is the exit code so far."""

    def __init__(self, plan: Planned, quiet: bool, advance: Callable[[int], object]):
        self._plan, self._quiet, self._advance = plan, quiet, advance
        self.count = 0
        self._codes: list[int] = []
        self._reading: Pictured | None = None

    @property
    def worst(self) -> int:
        """The exit code."""
        return common.worst([*self._codes, self._reading.worst if self._reading else common.OK])

    def sections(self) -> Iterator[Section]:
        """Each section with its puzzles."""
        for part in self._plan.sections:
            source = Pictured(self._records(part), None, self._quiet, part["rows"])
            if self._reading is not None:
                self._codes.append(self._reading.worst)
            self._reading = source
            wanted = part.get("rating", False), self._plan.solutions, part.get("candidates", False)
            yield Section(
                source.entries(*wanted, self._one),
                part.get("heading", ""),
                part.get("text", ""),
                part.get("per-page"),
                part.get("labels", False),
            )

    def _one(self, number: int) -> None:
        self.count += number
        self._advance(number)

    def _records(self, part: Mapping[str, Any]) -> Any:
        rules, regions = part.get("rules"), part.get("regions")
        geometry = common.geometry_of(
            part.get("size"),
            self._plan.folder / regions if regions else None,
            part.get("extra"),
            part.get("board"),
            part.get("digits"),
        )
        operands = [self._operand(given) for given in part.get("puzzles", ())]
        return common.records_of(
            common.operands_of(operands, part.get("sample")),
            geometry=geometry,
            format=part.get("format"),
            alphabet=part.get("alphabet"),
            column=part.get("column"),
            rules=common.rules_of(part.get("rule"), self._plan.folder / rules if rules else None),
        )

    def _operand(self, given: str) -> str:
        """A file beside the book's, or the text of a puzzle."""
        path = self._plan.folder / given
        try:
            return str(path) if path.exists() else given
        except OSError:  # a puzzle may be longer than a name
            return given


def _table(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            data = file.read(MOST + 1)
        if len(data) > MOST:
            raise UsageError(f"--book {path}: larger than {MOST:,} bytes")
        return tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        raise UsageError(f"--book {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"--book {path}: not a text file") from None
    except tomllib.TOMLDecodeError as problem:
        raise UsageError(f"{path}: not TOML: {problem}") from None


def _checked(where: str, table: Mapping[str, Any], known: Mapping[str, type]) -> dict[str, Any]:
    """The keys with values of their kinds."""
    found: dict[str, Any] = {}
    for key, value in table.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            guess = f" (did you mean {near[0]!r}?)" if near else ""
            raise UsageError(f"{where}: unknown key {key!r}{guess}; known: {', '.join(known)}")
        kind = known[key]
        if kind is list and isinstance(value, str):
            value = [value]
        if kind is float and type(value) is int:
            value = float(value)
        fits = type(value) is kind
        if isinstance(value, list):
            fits = fits and all(isinstance(part, str) for part in value)
        if not fits:
            raise UsageError(f"{where}: {key} = {value!r}: it holds {WORDS[kind]}")
        found[key] = value
    return found


def _rows(where: str, given: str | None) -> range | None:
    """`7` or `1..24`: rows of the section's puzzles, from 1."""
    if given is None:
        return None
    low, dots, high = given.partition("..")
    try:
        first, last = number_of(low), number_of(high) if dots else number_of(low)
    except ValueError:
        first, last = 0, 0
    if not 1 <= first <= last:
        raise UsageError(f"{where}: rows = {given!r}: such as 1..24, or 7")
    return range(first, last + 1)
