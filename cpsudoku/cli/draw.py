"""`cpsudoku draw`: pictures of puzzles and steps, and puzzle books."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from cpsudoku.cli import common, rows
from cpsudoku.cli.numbers import number
from cpsudoku.drawing.book import MOST_PER_PAGE, Book, Entry
from cpsudoku.drawing.files import MAX_WIDTH, kind_of, write
from cpsudoku.drawing.marks import NOTHING, Marks, verdict_marks
from cpsudoku.drawing.picture import Picture
from cpsudoku.drawing.scene import board_picture, candidates_of, step_picture
from cpsudoku.drawing.svg import to_svg
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow, Record
from cpsudoku.formats.houses import rules_text
from cpsudoku.questions.verdict import Multiple, Unique, Unknown, verify

EXAMPLES = [
    "cpsudoku draw 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 -o x.svg",
    "cpsudoku draw --sample hard --row 2 --candidates --labels -o x.png",
    "cpsudoku draw --sample hard --step hardest -o step.pdf",
    "cpsudoku draw --sample hard --all-steps -o walk.pdf",
    "cpsudoku draw --sample hard --per-page 6 --title 'Hard ones' --rating --solutions-at-end -o book.pdf",
]


def command(
    puzzles: common.OptionalOperands = None,
    sample: Annotated[
        str | None, typer.Option("--sample", help="A sample file of the package; a wrong name lists them.")
    ] = None,
    candidates: Annotated[
        bool, typer.Option("--candidates", help="Write the candidates: the input's, else what the clues leave.")
    ] = False,
    solution: Annotated[bool, typer.Option("--solution", help="Fill in the solution.")] = False,
    verdict: Annotated[
        bool, typer.Option("--verdict", help="Shade clues that conflict, or cells in which solutions differ.")
    ] = False,
    step: Annotated[
        str | None, typer.Option("--step", help="The step of this number, or `hardest`.", metavar="N|hardest")
    ] = None,
    all_steps: Annotated[bool, typer.Option("--all-steps", help="Every step, a page each (PDF).")] = False,
    rating: Annotated[bool, typer.Option("--rating", "--rate", help="Write the rating over each puzzle.")] = False,
    row: Annotated[int | None, number("--row", help="Only the puzzle of this row, from 1.", least=1)] = None,
    title: Annotated[str, typer.Option("--title", help="A heading.")] = "",
    labels: Annotated[bool, typer.Option("--labels", help="Number rows and columns.")] = False,
    width: Annotated[
        float | None,
        number("--width", help="Width of the picture in pixels (PDF: points).", least=16, most=MAX_WIDTH),
    ] = None,
    per_page: Annotated[
        int | None,
        number("--per-page", help="A book with this many puzzles a page (PDF).", least=1, most=MOST_PER_PAGE),
    ] = None,
    at_end: Annotated[bool, typer.Option("--solutions-at-end", help="A book's solutions on its last pages.")] = False,
    paper: Annotated[str | None, typer.Option("--paper", help="A book's paper: A4 (default) or Letter.")] = None,
    font: Annotated[
        Path | None,
        typer.Option("--font", help="A TrueType file for every text of a PDF or PNG, such as titles in other scripts."),
    ] = None,
    size: common.Size = None,
    regions: common.Regions = None,
    extra: common.Extra = None,
    board: common.Board = None,
    digits: common.Digits = None,
    rule: common.Rule = None,
    rules: common.RulesFile = None,
    format: common.Format = None,
    alphabet: common.AlphabetName = None,
    column: common.Column = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="A .svg, .png or .pdf file; SVG on standard output if left out."),
    ] = None,
    quiet: common.Quiet = False,
) -> None:
    r"""Draw a puzzle, a step of its solution path, or a book of puzzles.

    PNG and PDF need the extra \[pdf]: pip install 'cpsudoku\[pdf]'. Exit code 1 where a row is unreadable or has no
    single solution to show.
    """
    if sum((step is not None, all_steps, per_page is not None)) > 1:
        raise UsageError("--step, --all-steps and --per-page exclude each other")
    if (at_end or paper is not None) and per_page is None:
        raise UsageError("--solutions-at-end and --paper belong to a book: add --per-page N")
    shown = {"--candidates": candidates, "--solution": solution, "--verdict": verdict, "--labels": labels}
    if font is not None and (out is None or kind_of(out) == ".svg"):
        raise UsageError("--font is for PDF and PNG: an SVG leaves the font to whoever shows it")
    if per_page is not None:
        refuse(shown, "a book shows the puzzles alone (and --rating, --solutions-at-end)")
    if step is not None or all_steps:
        refuse(shown | {"--rating": rating}, "a step's picture has its candidates and labels, and no more")
    kind = kind_of(out) if out is not None else ".svg"
    if (per_page is not None or all_steps) and kind != ".pdf":
        raise UsageError("several pages need a PDF: add -o FILE.pdf")
    operands = common.operands_of(puzzles, sample)
    records = common.records_of(
        operands,
        geometry=common.geometry_of(size, regions, extra, board, digits),
        format=format,
        alphabet=alphabet,
        column=column,
        rules=common.rules_of(rule, rules),
    )
    source = _Source(records, row, quiet)
    if per_page is not None:
        book = Book(per_page=per_page, title=title, paper=paper or "A4")
        with common.progress("drawing", common.rows_expected(operands), quiet) as advance:
            pages = list(book.pages(source.entries(rating, at_end, advance)))
    else:
        pages = []
        for record in source:
            if step is not None or all_steps:
                pages += source.steps(record, None if all_steps else step, title, labels)
            else:
                pages.append(source.board(record, candidates, solution, verdict, rating, title, labels))
            if len(pages) > 1 and kind != ".pdf":
                raise UsageError(
                    f"more than one puzzle; {kind[1:].upper()} holds one: choose with --row N, or -o FILE.pdf"
                )
    if not pages:
        if source.worst == common.OK:
            raise UsageError("no puzzle in the input" if row is None else f"no row {row} in the input")
        raise typer.Exit(source.worst)
    if out is None:
        sys.stdout.write(to_svg(pages[0], width=width))
    else:
        write(pages, out, width=width, title=title or "Sudoku", font=font)
        common.say(f"{out}: {len(pages)} page{'s' * (len(pages) != 1)}", quiet or kind != ".pdf")
    raise typer.Exit(source.worst)


def refuse(options: dict[str, bool], why: str) -> None:
    """Raises UsageError where an option is given that would have no effect."""
    given = [name for name, wanted in options.items() if wanted]
    if given:
        raise UsageError(f"{' and '.join(given)}: {why}; leave {'it' if len(given) == 1 else 'them'} out")


class _Source:
    """The records wanted; remembers what went wrong."""

    def __init__(self, records: Iterator[Record | BadRow], row: int | None, quiet: bool):
        self._records, self._row, self._quiet = records, row, quiet
        self.worst = common.OK

    def __iter__(self) -> Iterator[Record]:
        for record in self._records:
            if self._row is not None and record.row != self._row:
                continue
            if isinstance(record, BadRow):
                self._found(record.row, rows.told(rows.invalid(record)).partition(": ")[2])
            else:
                yield record
            if self._row is not None:
                return

    def _found(self, row: int, message: str, code: int = common.FINDING) -> None:
        common.say(f"row {row}: {message}")
        self.worst = common.FINDING if common.FINDING in (self.worst, code) else max(self.worst, code)

    def _solution(self, record: Record) -> bytes | None:
        """The solution's cells, where there is exactly one."""
        found = verify(record.puzzle)
        if isinstance(found, Unique):
            return found.cells
        if isinstance(found, Unknown):
            self._found(record.row, f"unknown: {found.why}", common.UNKNOWN)
        else:
            several = "several solutions" if isinstance(found, Multiple) else "no solution"
            self._found(record.row, f"{several}: none is drawn")
        return None

    def _rating(self, record: Record, row: bool = True) -> str:
        from cpsudoku.rating.answers import Unrated
        from cpsudoku.rating.scale import rate

        found = rate(record.puzzle, record.start)
        if isinstance(found, Unrated):
            self._found(record.row, str(found))
            return found.verdict
        return f"{found.er:.1f} {found.level}"

    def entries(self, rating: bool, solutions: bool, advance: object) -> Iterator[Entry]:
        """The puzzles of a book."""
        for record in self:
            caption = self._rating(record) if rating else ""
            solved = self._solution(record) if solutions else None
            yield Entry(record.puzzle, caption, solved, record.alphabet, _rules(record))
            if callable(advance):
                advance(1)

    def board(
        self, record: Record, candidates: bool, solution: bool, verdict: bool, rating: bool, title: str, labels: bool
    ) -> Picture:
        """One puzzle."""
        puzzle = record.puzzle
        marks: Marks = verdict_marks(verify(puzzle)) if verdict else NOTHING
        heading = "   ".join(part for part in (title, self._rating(record) if rating else "") if part)
        placed = frozenset(record.placed)
        clues = puzzle.only([cell for cell, _ in puzzle.clues if cell not in placed])
        shown = record.candidates or candidates_of(puzzle.cells, puzzle.geometry)
        return board_picture(
            clues,
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
            if not (wanted.isascii() and wanted.isdigit() and 1 <= int(wanted) <= len(steps)):
                raise UsageError(f"--step {wanted}: the path has steps 1 to {len(steps)}; `hardest` is one, too")
            steps = [steps[int(wanted) - 1]]
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


def _rules(record: Record) -> str:
    """The rules of a puzzle that has any beyond houses: its own words, else those of its kinds."""
    puzzle = record.puzzle
    if not puzzle.constraints:
        return ""
    return record.rules or rules_text(puzzle.geometry, puzzle.constraints)
