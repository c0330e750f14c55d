"""`cpsudoku draw`: pictures of puzzles and steps, and puzzle books."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from cpsudoku.cli import common
from cpsudoku.cli.bundles import PuzzleInput, bundled
from cpsudoku.cli.numbers import number
from cpsudoku.cli.pictured import Pictured
from cpsudoku.drawing.book import MOST_GUTTER, MOST_PER_PAGE, Book, Section
from cpsudoku.drawing.files import MAX_WIDTH, kind_of, write
from cpsudoku.drawing.paper import MOST_BLEED, Sheet
from cpsudoku.drawing.svg import to_svg
from cpsudoku.errors import UsageError

EXAMPLES = [
    "cpsudoku draw 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 -o x.svg",
    "cpsudoku draw --sample hard --row 2 --candidates --labels -o x.png",
    "cpsudoku draw --sample hard --step hardest -o step.pdf",
    "cpsudoku draw --sample hard --all-steps -o walk.pdf",
    "cpsudoku draw --sample hard --per-page 6 --title 'Hard ones' --rating --solutions-at-end -o book.pdf",
    "cpsudoku draw --book sunday.toml -o sunday.pdf",
]
BOOK = "Books"
"""A group of the help."""


@bundled
def command(
    *,
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
    black: Annotated[
        bool, typer.Option("--black", help="Shades of grey alone in a PDF or PNG, for print with one ink.")
    ] = False,
    font: Annotated[
        list[Path] | None,
        typer.Option(
            "--font",
            help="A TrueType file for the texts of a PDF or PNG, such as titles in other scripts. Repeatable: a "
            "character is written in the first that has it.",
        ),
    ] = None,
    per_page: Annotated[
        int | None,
        number(
            "--per-page", help="A book with this many puzzles a page (PDF).", least=1, most=MOST_PER_PAGE, panel=BOOK
        ),
    ] = None,
    at_end: Annotated[
        bool, typer.Option("--solutions-at-end", help="A book's solutions on its last pages.", rich_help_panel=BOOK)
    ] = False,
    paper: Annotated[
        str | None,
        typer.Option(
            "--paper",
            help="A3 to A6, B5, Letter, Legal, Tabloid, or a size such as 6x9in, 170x240mm (A4).",
            rich_help_panel=BOOK,
        ),
    ] = None,
    author: Annotated[str, typer.Option("--author", help="Whose book it is.", rich_help_panel=BOOK)] = "",
    footer: Annotated[str, typer.Option("--footer", help="A line below every page.", rich_help_panel=BOOK)] = "",
    start: Annotated[int | None, number("--start", help="The number of the first puzzle (1).", panel=BOOK)] = None,
    cover: Annotated[
        bool, typer.Option("--cover", help="A first page with title and author.", rich_help_panel=BOOK)
    ] = False,
    gutter: Annotated[
        float | None,
        number("--gutter", help="Millimetres more on the inner side, for binding.", most=MOST_GUTTER, panel=BOOK),
    ] = None,
    bleed: Annotated[
        float | None,
        number("--bleed", help="Millimetres around the page that are trimmed off.", most=MOST_BLEED, panel=BOOK),
    ] = None,
    crop_marks: Annotated[
        bool, typer.Option("--crop-marks", help="Marks that show where to trim.", rich_help_panel=BOOK)
    ] = False,
    book: Annotated[
        Path | None,
        typer.Option("--book", help="A TOML file that describes a book of several sections.", rich_help_panel=BOOK),
    ] = None,
    source: PuzzleInput,
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
    if sum((step is not None, all_steps, per_page is not None, book is not None)) > 1:
        raise UsageError("--step, --all-steps, --per-page and --book exclude each other")
    kind = kind_of(out) if out is not None else ".svg"
    if kind == ".svg":
        refuse({"--font": bool(font), "--black": black}, "for PDF and PNG; an SVG is shown as its reader likes")
    several = all_steps or per_page is not None or book is not None
    if several and kind != ".pdf":
        raise UsageError("several pages need a PDF: add -o FILE.pdf")
    looks = {
        **{"--solutions-at-end": at_end, "--paper": paper is not None, "--author": bool(author), "--cover": cover},
        **{"--footer": bool(footer), "--start": start is not None, "--gutter": gutter is not None},
        **{"--bleed": bleed is not None, "--crop-marks": crop_marks},
    }
    shown = {"--candidates": candidates, "--labels": labels, "--rating": rating}
    more = {"--solution": solution, "--verdict": verdict}
    if book is not None:
        own = {
            "--title": bool(title),
            "--sample": source.sample is not None,
            "--row": row is not None,
            "--black": black,
        }
        refuse(looks | shown | more | own | {"--black": black, "--font": bool(font)}, f"{book} says how its book looks")
        if source.puzzles:
            raise UsageError(f"{source.puzzles[0][:60]}: {book} names the puzzles of its book")
        assert out is not None
        raise typer.Exit(bound(book, out, width, quiet))
    if per_page is None:
        refuse(looks, "belongs to a book: add --per-page N", plural="belong to a book: add --per-page N")
    else:
        refuse(more, "a book shows the puzzles alone (--candidates, --rating, --solutions-at-end)")
    if step is not None or all_steps:
        refuse(shown | more, "a step's picture has its candidates and labels, and no more")
    pictured = Pictured(source.records(), row, quiet)
    if per_page is not None:
        printed = Book(
            per_page=per_page,
            title=title,
            paper=paper or Book.paper,
            author=author,
            footer=footer,
            start=Book.start if start is None else start,
            gutter=gutter or 0.0,
            cover=cover,
            sheet=Sheet(bleed or 0.0, crop_marks),
        )
        with common.progress("drawing", source.rows_expected, quiet) as advance:
            entries = pictured.entries(rating, at_end, candidates, advance)
            pages = list(printed.bound([Section(entries, labels=labels)]))
        if pictured.count == 0:
            pages = []
    else:
        pages = []
        for record in pictured:
            if step is not None or all_steps:
                pages += pictured.steps(record, None if all_steps else step, title, labels)
            else:
                pages.append(pictured.board(record, candidates, solution, verdict, rating, title, labels))
            if len(pages) > 1 and kind != ".pdf":
                raise UsageError(
                    f"more than one puzzle; {kind[1:].upper()} holds one: choose with --row N, or -o FILE.pdf"
                )
    if not pages:
        if pictured.worst == common.OK:
            raise UsageError("no puzzle in the input" if row is None else f"no row {row} in the input")
        raise typer.Exit(pictured.worst)
    if out is None:
        sys.stdout.write(to_svg(pages[0], width=width))
    else:
        write(pages, out, width=width, title=title or "Sudoku", author=author, font=font or (), black=black)
        common.say(f"{out}: {len(pages)} page{'s' * (len(pages) != 1)}", quiet or kind != ".pdf")
    raise typer.Exit(pictured.worst)


def bound(file: Path, out: Path, width: float | None, quiet: bool) -> int:
    """Write the book that a file describes; the exit code."""
    from cpsudoku.cli.book_file import Reader, planned

    plan = planned(file)
    with common.progress("drawing", None, quiet) as advance:
        reader = Reader(plan, quiet, advance)
        pages = list(plan.book.bound(reader.sections()))
    if not reader.count:
        return reader.worst or common.USAGE
    look = plan.book
    write(pages, out, width=width, title=look.title or "Sudoku", author=look.author, font=plan.fonts, black=plan.black)
    common.say(f"{out}: {reader.count} puzzles, {len(pages)} pages", quiet)
    return reader.worst


def refuse(options: dict[str, bool], why: str, plural: str = "") -> None:
    """Raises UsageError where an option is given that would have no effect."""
    given = [name for name, wanted in options.items() if wanted]
    if given:
        several = len(given) > 1
        reason = plural if several and plural else why
        raise UsageError(f"{' and '.join(given)}: {reason}; leave {'them' if several else 'it'} out")
