"""`cpsudoku draw`: pictures of puzzles and steps, and puzzle books."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cpsudoku.cli import codes
from cpsudoku.cli.options import Bundle, PuzzleInput, QuietOption, bundled, flag, number, option, stated
from cpsudoku.cli.pictured import Pictured, chosen_difficulty
from cpsudoku.cli.terminal import progress, say
from cpsudoku.drawing import MAX_WIDTH, kind_of, write
from cpsudoku.drawing.book import LARGE_PRINT, MOST_GUTTER, MOST_PER_PAGE, Book, Section
from cpsudoku.drawing.paper import MOST_BLEED, Sheet, paper_size
from cpsudoku.drawing.picture import Picture
from cpsudoku.drawing.svg import to_svg
from cpsudoku.drawing.wrapper import THICKNESS, wrapper
from cpsudoku.errors import UsageError

EXAMPLES = [
    "cpsudoku draw 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 -o x.svg",
    "cpsudoku draw --sample hard --row 2 --candidates --labels -o x.png",
    "cpsudoku draw --sample hard --step hardest -o step.pdf",
    "cpsudoku draw --sample hard --all-steps -o walk.pdf",
    "cpsudoku draw --sample hard --per-page 6 --title 'Hard ones' --rating --solutions-at-end -o book.pdf",
    "cpsudoku draw --sample hard --large-print --difficulty stars --contents --lessons -o large.pdf",
    "cpsudoku draw --book sunday.toml -o sunday.pdf --cover-template cover.pdf",
]
PLAIN = ("contents", "lessons", "ids", "title", "paper", "author", "footer", "start", "gutter", "cover", "per_page")
"""Options that are fields of a book."""
OF_A_BOOK = (
    "at_end",
    "difficulty",
    "large_print",
    "bleed",
    "crop_marks",
    "colour",
    "page_thickness",
    *(name for name in PLAIN if name not in ("title", "per_page")),
)
OF_A_BOARD = ("candidates", "labels", "rating")
OF_A_PICTURE = ("solution", "verdict")
OF_INK = ("font", "black")
OF_A_WRAPPER = ("cover_template",)


class BookOptions(Bundle):
    """The options of a book."""

    panel = "Books"

    per_page: int | None = number(
        "--per-page", "A book with this many puzzles a page (PDF; 6 with --paper).", least=1, most=MOST_PER_PAGE
    )
    at_end: bool = flag("--solutions-at-end", "A book's solutions on its last pages.")
    paper: str | None = option(
        "--paper", "A3 to A6, B5, Letter, Legal, Tabloid, or a size such as 8.5x11, 170x240mm (A4).", words="papers"
    )
    author: str = option("--author", "The author of the book.", "")
    footer: str = option("--footer", "A line below every page.", "")
    start: int | None = number("--start", "The number of the first puzzle (1).")
    cover: bool = flag("--cover", "A first page with title and author.")
    contents: bool = flag("--contents", "A table of contents.")
    lessons: bool = flag("--lessons", "A page on how to solve each section's puzzles: rules, advice, first steps.")
    ids: bool = flag("--ids", "An ID of six letters for each puzzle.")
    difficulty: str | None = option(
        "--difficulty",
        "How difficult each puzzle is: {difficulties}; as --rating, in other words.",
        words="difficulties",
    )
    large_print: bool = flag("--large-print", "One puzzle a page of Letter paper, large texts, four solutions a page.")
    colour: bool = flag("--colour", "Colours; without it a book is black and grey.")
    cover_template: Path | None = option(
        "--cover-template", "Write a PDF with back, spine and front, to the size of the pages and their number."
    )
    page_thickness: float | None = number("--page-thickness", "Millimetres of a page, for the spine (0.0572).")
    gutter: float | None = number("--gutter", "Millimetres more on the inner side, for binding.", most=MOST_GUTTER)
    bleed: float | None = number("--bleed", "Millimetres around the page that are trimmed off.", most=MOST_BLEED)
    crop_marks: bool = flag("--crop-marks", "Marks that show where to trim.")
    book: Path | None = option("--book", "A TOML file that describes a book of several sections.")


class Options(BookOptions, PuzzleInput, QuietOption):
    """The options of the command."""

    candidates: bool = flag("--candidates", "Write the candidates: the input's, else what the clues leave.")
    solution: bool = flag("--solution", "Fill in the solution.")
    verdict: bool = flag("--verdict", "Shade clues that conflict, or cells in which solutions differ.")
    step: str | None = option("--step", "The step of this number, or `hardest`.", metavar="N|hardest")
    all_steps: bool = flag("--all-steps", "Every step, a page each (PDF).")
    rating: bool = flag("--rating --rate", "Write the rating over each puzzle.")
    row: int | None = number("--row", "Only the puzzle of this row, from 1.", least=1)
    title: str = option("--title", "A heading.", "")
    labels: bool = flag("--labels", "Number rows and columns.")
    width: float | None = number("--width", "Width of the picture in pixels (PDF: points).", least=16, most=MAX_WIDTH)
    black: bool = flag("--black", "Shades of grey alone in a PDF or PNG, for print with one ink.")
    font: list[Path] | None = option(
        "--font",
        "A TrueType file for the texts of a PDF or PNG, such as titles in other scripts. Repeatable: a "
        "character is written in the first that has it.",
    )
    out: Path | None = option("-o --output", "A .svg, .png or .pdf file; SVG on standard output if left out.")

    @property
    def shows_steps(self) -> bool:
        """True for pictures of steps."""
        return self.step is not None or self.all_steps

    @property
    def is_book(self) -> bool:
        """True for a book that the options describe."""
        sized = self.paper is not None and self.book is None
        return self.per_page is not None or sized or self.large_print

    @property
    def one_book(self) -> Book:
        """The book without sections of its own that the options state. Raises UsageError."""
        given = {name: value for name, value in self.chosen(*PLAIN).items() if value is not None}
        usual = LARGE_PRINT if self.large_print else {}
        return Book(**usual | given, sheet=Sheet(self.bleed or 0.0, self.crop_marks))


@bundled
def command(options: Options) -> int:
    r"""Draw a puzzle, a step of its solution path, or a book of puzzles.

    PNG and PDF need the extra [pdf]: pip install 'cpsudoku[pdf]'. Exit code 1 where a row is unreadable or has no
    single solution to show.
    """
    kind = _kind(options)
    if options.book is not None:
        return _described_book(options, options.book)
    row = options.row
    pictured = Pictured(options.records(), options.quiet, None if row is None else range(row, row + 1))
    pages = _book(options, pictured) if options.is_book else _pictures(options, pictured, kind)
    if not pages:
        if pictured.worst == codes.OK:
            raise UsageError("no puzzle in the input" if row is None else f"no row {row} in the input")
        return pictured.worst
    if options.out is None:
        sys.stdout.write(to_svg(pages[0], width=options.width))
    else:
        black = options.black or (options.is_book and not options.colour)
        _write(options, options.out, pages, options.title, options.author, options.font or (), black)
        if options.is_book:
            _write_cover(options, options.one_book, len(pages), options.page_thickness, options.font or (), black)
        say(f"{options.out}: {len(pages)} page{'s' * (len(pages) != 1)}", options.quiet or kind != ".pdf")
    return pictured.worst


def _kind(options: Options) -> str:
    """The ending of the picture's file. Raises UsageError where options exclude each other or have no effect."""
    several = (options.all_steps, options.is_book, options.book is not None)
    if sum(several) + (options.step is not None) > 1:
        raise UsageError("--step, --all-steps, --per-page (or --paper, --large-print) and --book exclude each other")
    if options.black and options.colour:
        raise UsageError("--black and --colour exclude each other")
    kind = kind_of(options.out) if options.out is not None else ".svg"
    if kind == ".svg":
        refuse(options, OF_INK, "for PDF and PNG; an SVG is shown as its reader likes")
    if any(several) and (options.out is None or (options.all_steps and kind != ".pdf")):
        raise UsageError("several pages need a file: add -o FILE.pdf")
    if options.cover_template is not None and kind_of(options.cover_template) != ".pdf":
        raise UsageError(f"--cover-template {options.cover_template}: a file that ends in .pdf")
    if options.book is not None:
        names = (*OF_A_BOOK, *OF_A_BOARD, *OF_A_PICTURE, "title", "sample", "row", *OF_INK)
        refuse(options, names, f"{options.book} says how its book looks")
        if options.puzzles:
            raise UsageError(f"{options.puzzles[0][:60]}: {options.book} names the puzzles of its book")
    elif not options.is_book:
        refuse(
            options,
            (*OF_A_BOOK, *OF_A_WRAPPER),
            "belongs to a book: add --per-page N or --paper SIZE",
            "belong to a book: add --per-page N or --paper SIZE",
        )
    else:
        refuse(options, OF_A_PICTURE, "a book shows the puzzles alone (--candidates, --rating, --solutions-at-end)")
    if options.shows_steps:
        refuse(options, OF_A_BOARD + OF_A_PICTURE, "a step's picture has its candidates and labels, and no more")
    return kind


def _book(options: Options, pictured: Pictured) -> list[Picture]:
    """The pages of a book of all puzzles."""
    book = options.one_book
    with progress("drawing", options.rows_expected, options.quiet) as advance:
        difficulty = chosen_difficulty("--difficulty", options.rating, options.difficulty)
        entries = pictured.entries(difficulty, options.at_end, options.candidates, advance)
        pages = list(book.bound([Section(entries, labels=options.labels)]))
    return pages if pictured.count else []


def _pictures(options: Options, pictured: Pictured, kind: str) -> list[Picture]:
    """The pictures of boards or steps. Raises UsageError where the file holds fewer."""
    pages: list[Picture] = []
    for record in pictured:
        if options.shows_steps:
            pages += pictured.steps(record, options.step, options.title, options.labels)
        else:
            shown = options.chosen("candidates", "solution", "verdict", "rating", "title", "labels")
            pages.append(pictured.board(record, **shown))
        if len(pages) > 1 and kind != ".pdf":
            raise UsageError(f"more than one puzzle; {kind[1:].upper()} holds one: choose with --row N, or -o FILE.pdf")
    return pages


def _described_book(options: Options, file: Path) -> int:
    """Write the book that a file describes; the exit code."""
    from cpsudoku.cli.pictured import Reader, planned

    assert options.out is not None
    plan = planned(file)
    with progress("drawing", None, options.quiet) as advance:
        reader = Reader(plan, options.quiet, advance)
        pages = list(plan.book.bound(reader.sections()))
    if not reader.count:
        return reader.worst or codes.USAGE
    _write(options, options.out, pages, plan.book.title, plan.book.author, plan.fonts, not plan.colour)
    _write_cover(options, plan.book, len(pages), plan.page_thickness, plan.fonts, not plan.colour)
    say(f"{options.out}: {reader.count} puzzles, {len(pages)} pages", options.quiet)
    return reader.worst


def _write(
    options: Options, out: Path, pages: list[Picture], title: str, author: str, font: Sequence[Path], black: bool
) -> None:
    write(pages, out, width=options.width, title=title or "Sudoku", author=author, font=font, black=black)


def _write_cover(
    options: Options, book: Book, pages: int, thickness: float | None, font: Sequence[Path], black: bool
) -> None:
    """Write the template of the cover, where one is wanted."""
    if options.cover_template is not None:
        width, height = paper_size(book.paper)
        page = wrapper(width, height, pages, book.title, book.author, thickness or THICKNESS)
        write([page], options.cover_template, title=page.title, author=book.author, font=font, black=black)


def refuse(options: Any, names: Iterable[str], why: str, plural: str = "") -> None:
    """Raises UsageError where an option is given that would have no effect."""
    given = stated(options, names)
    if given:
        several = len(given) > 1
        reason = plural if several and plural else why
        raise UsageError(f"{' and '.join(given)}: {reason}; leave {'them' if several else 'it'} out")
