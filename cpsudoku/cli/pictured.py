"""The puzzles that `draw` is given, as pictures and entries of books; what went wrong is remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.cli import codes, rows
from cpsudoku.cli.terminal import say
from cpsudoku.drawing.book import Entry
from cpsudoku.drawing.marks import NOTHING, Marks, verdict_marks
from cpsudoku.drawing.picture import Picture
from cpsudoku.drawing.scene import board_picture, candidates_of, step_picture
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow, Record
from cpsudoku.formats.rules import rules_text
from cpsudoku.numerals import number_of
from cpsudoku.questions.verdict import Multiple, Unique, Unknown, verify


class Pictured:
    """The records wanted, of row *row* or those that *wanted* names; `worst` is the exit code so far."""

    def __init__(
        self, records: Iterator[Record | BadRow], row: int | None, quiet: bool, wanted: range | None = None
    ) -> None:
        self._records, self._quiet = records, quiet
        self._wanted = range(row, row + 1) if row is not None else wanted
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

    def _rating(self, record: Record, printed: bool = False) -> str:
        """The rating in words; where there is none this is reported, and a *printed* puzzle has no caption."""
        from cpsudoku.rating.answers import Unrated
        from cpsudoku.rating.scale import off_scale, rate

        if printed and (why := off_scale(record.puzzle)):
            self._unrated.append((record.row, why))
            return ""
        found = rate(record.puzzle, record.start)
        if isinstance(found, Unrated):
            self._found(record.row, str(found))
            return "" if printed else found.verdict
        return found.heading

    def entries(
        self, rating: bool, solutions: bool, candidates: bool, advance: Callable[[int], object]
    ) -> Iterator[Entry]:
        """The puzzles of a book: their clues alone, without what a player wrote."""
        for record in self:
            clues, masks = _clues(record), None
            if candidates:
                masks = record.start or candidates_of(clues.cells, clues.geometry)
            caption = self._rating(record, printed=True) if rating else ""
            solved = self._solution(record) if solutions else None
            yield Entry(clues, caption, solved, record.alphabet, _rules(record), masks)
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
        )

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
    """The puzzle without what a player wrote."""
    placed = frozenset(record.placed)
    if not placed:
        return record.puzzle
    return record.puzzle.only([cell for cell, _ in record.puzzle.clues if cell not in placed])


def _rules(record: Record) -> str:
    """The rules of a puzzle that has any beyond houses: its own words, else those of its kinds."""
    puzzle = record.puzzle
    if not puzzle.constraints:
        return ""
    return record.rules or rules_text(puzzle.geometry, puzzle.constraints)
