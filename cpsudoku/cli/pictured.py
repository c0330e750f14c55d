"""The pictures and book entries of `draw`, and books that a TOML file describes.

In such a file (`draw --book FILE`) the keys of the book stand above the sections, with defaults for all sections; each
`[[section]]` has `puzzles` and its own keys. Paths are relative to the folder of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import BudgetSpent, until
from cpsudoku.cli import codes, rows
from cpsudoku.cli.options import PuzzleInput, options_of, span
from cpsudoku.cli.reading import MOST_TOML, TOML_WORDS, read_text, toml_of
from cpsudoku.cli.terminal import say
from cpsudoku.drawing.book import LARGE_PRINT, Book, Entry, Section
from cpsudoku.drawing.marks import NOTHING, Marks, verdict_marks
from cpsudoku.drawing.ornaments import Ornaments
from cpsudoku.drawing.paper import Sheet
from cpsudoku.drawing.picture import Picture
from cpsudoku.drawing.scene import board_picture, candidates_of, step_picture
from cpsudoku.errors import UsageError, check_known, unknown
from cpsudoku.formats import BadRow, Record
from cpsudoku.formats.rules import rules_text
from cpsudoku.numerals import number_of
from cpsudoku.questions.verdict import Multiple, Unique, Unknown, verify


class Pictured:
    """The records of the rows *wanted*, all where it is None; `worst` is the exit code so far."""

    def __init__(self, records: Iterator[Record | BadRow], quiet: bool, wanted: range | None) -> None:
        self._records, self._quiet, self._wanted = records, quiet, wanted
        self.worst = codes.OK
        self.count = 0
        self._unrated: list[tuple[int, str]] = []

    def __iter__(self) -> Iterator[Record]:
        for record in self._records:
            if self._wanted is not None and record.row < self._wanted.start:
                continue
            if self._wanted is not None and record.row >= self._wanted.stop:
                return
            if isinstance(record, BadRow):
                self._found(record.row, rows.unreadable(rows.invalid(record)).partition(": ")[2])
            else:
                self.count += 1
                yield record
            if self._wanted is not None and record.row + 1 == self._wanted.stop:
                return

    def _found(self, row: int, message: str, code: int = codes.FINDING) -> None:
        say(f"row {row}: {message}")
        self.worst = codes.FINDING if codes.FINDING in (self.worst, code) else max(self.worst, code)

    def _solution(self, record: Record) -> bytes | None:
        """The solution's cells, where there is exactly one."""
        found = verify(record.puzzle)
        if isinstance(found, Unique):
            return found.cells
        if isinstance(found, Unknown):
            self._found(record.row, f"unknown: {found.why}", codes.UNKNOWN)
        else:
            several = "several solutions" if isinstance(found, Multiple) else "no solution"
            self._found(record.row, f"{several}: none is drawn")
        return None

    def _rating(self, record: Record) -> str:
        """The rating in words; where there is none this is reported."""
        from cpsudoku.rating.answers import Unrated
        from cpsudoku.rating.scale import rate

        found = rate(record.puzzle, record.start)
        if isinstance(found, Unrated):
            self._found(record.row, str(found))
            return found.verdict
        return found.heading

    def _difficulty(self, record: Record, how: str) -> tuple[str, int]:
        """The caption and the stars of a printed puzzle; neither where there is no rating, which is reported."""
        from cpsudoku.rating.answers import Unrated
        from cpsudoku.rating.scale import off_scale, rate

        if off_scale(record.puzzle):
            word, heading = self._measured(record)
            if how == "stars":
                return "", STARS.get(word, MOST_STARS) if word else 0
            return (heading if how == "numbers" else word), 0
        found = rate(record.puzzle, record.start)
        if isinstance(found, Unrated):
            self._found(record.row, str(found))
            return "", 0
        if how == "stars":
            return "", STARS.get(found.level, MOST_STARS)
        return (found.heading if how == "numbers" else found.heading.lstrip("0123456789. ")), 0

    def _measured(self, record: Record) -> tuple[str, str]:
        """The level of a puzzle with rules by the ladder of `explain --difficulty`, and its number with the level.

        Both are empty where it is not known: this is reported.
        """
        from cpsudoku.rating.numbers import level
        from cpsudoku.techniques.reasons.difficulty import difficulty

        if not isinstance(verify(record.puzzle), Unique):
            self._unrated.append((record.row, "it has not exactly one solution, or that is not known"))
            return "", ""
        try:
            with until(perf_counter() + SECONDS):
                found = difficulty(record.puzzle, nested=False)
        except BudgetSpent:
            self._unrated.append((record.row, f"its difficulty was not found within {SECONDS:g} s"))
            return "", ""
        if not found.complete:
            return FIENDISH, FIENDISH
        return level(found.hardest), f"{found.hardest:.1f} {level(found.hardest)}"

    def entries(
        self, difficulty: str, solutions: bool, candidates: bool, advance: Callable[[int], object]
    ) -> Iterator[Entry]:
        """The puzzles of a book: their clues alone, without what a player wrote; *difficulty* is empty for none."""
        for record in self:
            clues, masks = _clues(record), None
            if candidates:
                masks = record.start or candidates_of(clues.cells, clues.geometry)
            caption, stars = self._difficulty(record, difficulty) if difficulty else ("", 0)
            solved = self._solution(record) if solutions else None
            yield Entry(clues, caption, solved, record.alphabet, record.rules, masks, stars, self._ornaments(record))
            advance(1)
        if self._unrated:
            row, why = self._unrated[0]
            count = len(self._unrated)
            message = f"{count} puzzle{'s' * (count != 1)} printed without a rating, the first in row {row}: {why}"
            say(message, self._quiet)

    def board(
        self, record: Record, candidates: bool, solution: bool, verdict: bool, rating: bool, title: str, labels: bool
    ) -> Picture:
        """One puzzle."""
        puzzle = record.puzzle
        marks: Marks = verdict_marks(verify(puzzle)) if verdict else NOTHING
        heading = "   ".join(part for part in (title, self._rating(record) if rating else "") if part)
        shown = record.candidates or candidates_of(puzzle.cells, puzzle.geometry)
        return board_picture(
            _clues(record),
            filled=(self._solution(record) if solution else None) or puzzle.cells,
            candidates=shown if candidates else None,
            marks=marks,
            alphabet=record.alphabet,
            title=heading,
            labels=labels,
            ornaments=self._ornaments(record),
        )

    def _ornaments(self, record: Record) -> Ornaments:
        found = Ornaments.of(record.puzzle.geometry, record.drawings, record.fog)
        if found.left_out:
            say(f"row {record.row}: {found.left_out} drawings have no place or no colour, and are left out")
        return found

    def steps(self, record: Record, wanted: str | None, title: str, labels: bool) -> list[Picture]:
        """The wanted step of a puzzle, or all."""
        from cpsudoku.rating.answers import Unrated
        from cpsudoku.rating.scale import rate

        found = rate(record.puzzle, record.start)
        if isinstance(found, Unrated):
            self._found(record.row, str(found))
            return []
        steps = list(enumerate(found.steps, start=1))
        if wanted == "hardest":
            steps = [next(pair for pair in steps if pair[1].rating == found.er)] if steps else []
        elif wanted is not None:
            if not (wanted.isascii() and wanted.isdigit() and 1 <= number_of(wanted) <= len(steps)):
                raise UsageError(f"--step {wanted}: the path has steps 1 to {len(steps)}; `hardest` is one, too")
            steps = [steps[number_of(wanted) - 1]]
        return [
            step_picture(
                record.puzzle,
                step,
                alphabet=record.alphabet,
                labels=True,
                title=title or f"{number}.  {step.rating:.1f}  {step.name}:  {step.conclusion}",
            )
            for number, step in steps
        ]


def _clues(record: Record) -> Puzzle:
    """The puzzle without a player's entries."""
    placed = frozenset(record.placed)
    if not placed:
        return record.puzzle
    return record.puzzle.only([cell for cell, _ in record.puzzle.clues if cell not in placed])


def printed_rules(record: Record) -> str:
    """The rules of a puzzle that has any beyond houses: its own words, else those of its kinds."""
    puzzle = record.puzzle
    if not puzzle.constraints:
        return ""
    return record.rules or rules_text(puzzle.geometry, puzzle.constraints)


DIFFICULTIES = ("numbers", "words", "stars")
STARS = {"easy": 1, "moderate": 2, "hard": 3, "very hard": 4, "expert": 5}
"""Level -> stars; levels above have as many as the highest."""
MOST_STARS = max(STARS.values())
FIENDISH = "fiendish"
"""The level of a puzzle with rules for which neither techniques nor trials of single candidates suffice."""
SECONDS = 10.0
"""For the difficulty of a puzzle with rules."""


def chosen_difficulty(where: str, rating: bool, difficulty: str | None) -> str:
    """How books write the difficulty; empty for not at all. Raises UsageError."""
    if difficulty is not None:
        check_known(where, difficulty, DIFFICULTIES)
    return difficulty or ("numbers" if rating else "")


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
    "colour": bool,
    "page-thickness": float,
    "cover": bool,
    "contents": bool,
    "lessons": bool,
    "ids": bool,
    "large-print": bool,
    "font": list,
}
"""Keys of the book alone, and what they hold; a list may be one text."""
SAME = ("title", "author", "footer", "paper", "start", "gutter", "cover", "contents", "lessons", "ids")
FIELDS = {key: key for key in SAME}
FIELDS |= {"solutions-per-page": "solutions_per_page", "solutions-heading": "answers_heading"}
"""Keys of the book -> fields of `Book`."""
EITHER = {"per-page": int, "rating": bool, "difficulty": str, "candidates": bool, "labels": bool, "alphabet": str}
"""Keys of a section, which the book may state for all."""
SECTION = {
    "puzzles": list,
    "sample": str,
    "rows": str,
    "heading": str,
    "text": str,
    **dict.fromkeys(("format", "column", "size", "regions", "extra", "board", "digits"), str),
    "rule": list,
    "rules": str,
}
READING = set(options_of(PuzzleInput)) - {"puzzles"}
NONE = "none"
"""`solutions` where none are printed; else as `Book.answers`."""


@dataclass(frozen=True)
class Planned:
    """A book as its file describes it: `sections` have their keys checked, nothing of theirs is read yet."""

    book: Book
    sections: tuple[Mapping[str, Any], ...]
    solutions: bool
    colour: bool
    page_thickness: float | None
    fonts: tuple[Path, ...]
    folder: Path


def planned(path: Path) -> Planned:
    """The book in a file. Raises UsageError naming the file, the key and what would be accepted."""
    table = toml_of(path, read_text(f"--book {path}", path, MOST_TOML))
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
        how = chosen_difficulty(f"{where}: difficulty", section.pop("rating", False), section.get("difficulty"))
        section["difficulty"] = how
        planned_sections.append(section)
    stated = dict(LARGE_PRINT) if own.get("large-print") else {}
    stated |= {field: own[key] for key, field in FIELDS.items() if key in own}
    if "per-page" in shared:
        stated["per_page"] = shared["per-page"]
    if solutions != NONE:
        stated["answers"] = solutions
    try:
        book = Book(**stated, sheet=Sheet(own.get("bleed", 0.0), own.get("crop-marks", False)))
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    fonts = tuple(path.parent / name for name in own.get("font", ()))
    ink = own.get("colour", False), own.get("page-thickness")
    return Planned(book, tuple(planned_sections), solutions != NONE, *ink, fonts, path.parent)


class Reader:
    """The sections of a planned book, read one after the other; `worst` is the exit code so far."""

    def __init__(self, plan: Planned, quiet: bool, advance: Callable[[int], object]):
        self._plan, self._quiet, self._advance = plan, quiet, advance
        self.count = 0
        self._codes: list[int] = []
        self._reading: Pictured | None = None

    @property
    def worst(self) -> int:
        """The exit code."""
        return codes.worst([*self._codes, self._reading.worst if self._reading else codes.OK])

    def sections(self) -> Iterator[Section]:
        """Each section with its puzzles."""
        for part in self._plan.sections:
            source = Pictured(self._records(part), self._quiet, part["rows"])
            if self._reading is not None:
                self._codes.append(self._reading.worst)
            self._reading = source
            wanted = part["difficulty"], self._plan.solutions, part.get("candidates", False)
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

    def _records(self, part: Mapping[str, Any]) -> Iterator[Record | BadRow]:
        """The puzzles of a section; the keys that say how to read them are options of commands."""
        how = {key: value for key, value in part.items() if key in READING}
        how |= {key: self._plan.folder / how[key] for key in ("regions", "rules") if key in how}
        operands = [self._operand(given) for given in part.get("puzzles", ())]
        return PuzzleInput(puzzles=operands, **how).records()

    def _operand(self, given: str) -> str:
        """A file beside the book's, or the text of a puzzle."""
        path = self._plan.folder / given
        try:
            return str(path) if path.exists() else given
        except OSError:  # a puzzle may be longer than a name
            return given


def _checked(where: str, table: Mapping[str, Any], known: Mapping[str, type]) -> dict[str, Any]:
    """The keys with values of their kinds."""
    found: dict[str, Any] = {}
    for key, value in table.items():
        if key not in known:
            raise UsageError(f"{where}: {unknown('key', key, known)}")
        kind = known[key]
        if kind is list and isinstance(value, str):
            value = [value]
        if kind is float and type(value) is int:
            value = float(value)
        fits = type(value) is kind
        if isinstance(value, list):
            fits = fits and all(isinstance(part, str) for part in value)
        if not fits:
            raise UsageError(f"{where}: {key} = {value!r}: it holds {TOML_WORDS[kind]}")
        found[key] = value
    return found


def _rows(where: str, text: str | None) -> range | None:
    """`7` or `1..24`: rows of the section's puzzles, from 1."""
    rows = span(f"{where}: rows =", text, 1, None)
    if rows is None:
        return None
    first, last = rows
    if not 1 <= first <= last:
        raise UsageError(f"{where}: rows = {text!r}: such as 1..24, or 7")
    return range(first, last + 1)
