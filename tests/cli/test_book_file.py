"""`cpsudoku draw --book FILE`, and books by options alone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cpsudoku import Puzzle, explain, generate
from cpsudoku.cli.main import build
from cpsudoku.cli.pictured import STARS, Pictured
from cpsudoku.errors import CpSudokuError
from cpsudoku.formats import Record
from cpsudoku.rating.numbers import level

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SIX = ".32.5.........6.4....1...4...2.6...5"
BOOK = """
title = "Sunday"
author = "A. Setter"
paper = "A5"
per-page = 2
rating = true
cover = true
start = 11
{own}

[[section]]
heading = "Classic"
text = "Just look."
puzzles = ["easy.txt", "{easy}"]
labels = true

[[section]]
heading = "Other"
puzzles = "others.jsonl"
rows = "1..2"
rating = {rating}
{section}
"""


def run(*arguments: str) -> tuple[int, str]:
    """Exit code and standard error; errors as the front shows them."""
    result = CliRunner().invoke(build(), ["draw", *arguments])
    assert result.stdout == ""
    if isinstance(result.exception, CpSudokuError):
        return 2, str(result.exception)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with puzzles; the book's file is written by `book`."""
    (tmp_path / "easy.txt").write_text(f"{EASY}\n{EASY}\n")
    killer = {"puzzle": EASY, "constraints": [{"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 8}]}
    (tmp_path / "others.jsonl").write_text(f'{json.dumps(killer)}\n{json.dumps({"puzzle": SIX})}\n{{"puzzle": "x"}}\n')
    return tmp_path


def book(folder: Path, own: str = "", section: str = "", rating: str = "true") -> str:
    """The path of a book's file."""
    path = folder / "book.toml"
    path.write_text(BOOK.format(own=own, section=section, easy=EASY, rating=rating))
    return str(path)


def pages(path: Path) -> list[str]:
    """The texts of a PDF's pages."""
    pdfium = pytest.importorskip("pypdfium2")
    with pdfium.PdfDocument(path) as document:
        return [page.get_textpage().get_text_range() for page in document]


def test_a_book(folder: Path) -> None:
    """Cover, sections, files beside the book's, puzzles with and without a rating, solutions behind."""
    pytest.importorskip("reportlab")
    out = folder / "out.pdf"
    code, said = run("--book", book(folder), "-o", str(out))
    assert code == 0
    assert "5 puzzles, 7 pages" in said
    cover, first, second, third, fourth, *answers = pages(out)
    assert "Sunday" in cover
    assert "A. Setter" in cover
    assert "Classic" in first
    assert "Just look." in first
    assert "11 1.2 easy" in " ".join(first.split())
    assert "13 1.2 easy" in " ".join(second.split())
    third = " ".join(third.split())
    assert "14 1.2 easy" in third  # by the ladder of `explain --difficulty`
    assert "15 easy" in " ".join(fourth.split())
    assert "sum" in third  # the rules of the cage, in words
    assert len(answers) == 2
    assert "Solutions" in answers[0]
    assert "beyond" not in "".join(pages(out))


def test_difficulty_of_rules() -> None:
    """Puzzles with rules have the level of their dearest step in `explain --difficulty`; what is not known has none."""
    known = generate(makers="quadruple", seed=1).puzzle
    assert known is not None
    cost = explain(known).difficulty  # type: ignore[union-attr]
    assert cost.complete
    word = level(cost.hardest)
    several = Puzzle(bytes(81)).under(known.constraints[:1])
    captions = {"numbers": f"{cost.hardest:.1f} {word}", "words": word, "stars": ""}
    for how, caption in captions.items():
        read = Pictured(iter([Record(known), Record(several, 1)]), True, None)
        one, other = read.entries(how, False, False, lambda number: None)
        assert (other.caption, other.stars) == ("", 0)
        assert (one.caption, one.stars) == (caption, STARS.get(word, 5) if how == "stars" else 0)


def test_what_cannot_be_rated_or_solved_is_printed(folder: Path) -> None:
    """A puzzle of many solutions is printed without rating and solution, a row that is none left out: exit code 1."""
    pytest.importorskip("reportlab")
    (folder / "easy.txt").write_text(f"{EASY[:40]}{'.' * 41}\nnonsense\n{EASY}\n")
    out = folder / "out.pdf"
    code, said = run("--book", book(folder, 'solutions = "section"'), "-o", str(out), "--quiet")
    assert code == 1
    assert "row 1: no rating" in said
    assert "several solutions" in said
    shown = [" ".join(text.split()) for text in pages(out)]
    assert "multiple" not in "".join(shown)
    assert "12 1.2 easy" in shown[1]
    assert "Solutions · Classic" in shown[3]


def test_without_solutions(folder: Path) -> None:
    """`solutions = "none"` leaves them out, and no puzzle needs to have one."""
    pytest.importorskip("reportlab")
    out = folder / "out.pdf"
    assert run("--book", book(folder, 'solutions = "none"', rating="false"), "-o", str(out))[0] == 0
    assert len(pages(out)) == 5


@pytest.mark.parametrize(
    ("own", "section", "word"),
    [
        ("titel = 'x'", "", "key 'titel' is unknown (did you mean 'title'?)"),
        ("", "sise = '3x3'", "section 2: key 'sise' is unknown"),
        ("gutter = 'wide'", "", "gutter = 'wide': it holds a number"),
        ("gutter = 99", "", "0 to 50"),
        ("colour = 1", "", "it holds true or false"),
        ("difficulty = 'moons'", "", "stars"),
        ("bleed = true", "", "it holds a number"),
        ("solutions = 'nowhere'", "", "'nowhere'"),
        ("font = 'nofile.ttf'", "", "no TrueType font"),
        ("", "per-page = 99", "at most 48"),
        ("", "rule = [1]", "a text or a list of texts"),
        ("", "size = '3x'", "3x"),
        ("= 1", "", "not TOML"),
    ],
)
def test_what_is_wrong_is_named(folder: Path, own: str, section: str, word: str) -> None:
    """The file, the section, the key and what would be accepted; nothing is written."""
    pytest.importorskip("reportlab")
    out = folder / "out.pdf"
    code, said = run("--book", book(folder, own, section), "-o", str(out))
    assert code == 2
    assert word in said
    assert not out.exists()


def test_files_that_are_no_books(folder: Path) -> None:
    """Missing, empty, without sections, without puzzles, with wrong rows: exit code 2 and the way out."""
    path = folder / "x.toml"
    for text, word in (
        (None, "No such file"),
        ("", "[[section]]"),
        ("section = 1", "[[section]]"),
        ("[[section]]\n", 'no puzzles = "FILE"'),
        ("[[section]]\npuzzles = 'easy.txt'\nrows = '3..1'", "such as 1..24"),
        ("[[section]]\npuzzles = 'missing.txt'", "missing.txt"),
    ):
        if text is not None:
            path.write_text(text)
        code, said = run("--book", str(path), "-o", str(folder / "x.pdf"))
        assert code == 2
        assert word in said


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ((), "-o FILE.pdf"),
        (("-o", "x.pdf", "--title", "x"), "--title"),
        (("-o", "x.pdf", "--per-page", "2"), "exclude"),
        (("-o", "x.pdf", EASY), "names the puzzles"),
        (("-o", "x.pdf", "--cover", "--paper", "A5"), "--paper and --cover"),
    ],
)
def test_a_book_file_says_all(folder: Path, options: tuple[str, ...], word: str) -> None:
    """Options that the file would have to say are refused beside it."""
    code, said = run("--book", book(folder), *options)
    assert code == 2
    assert word in said


def test_the_documentation(tmp_path: Path) -> None:
    """The example of the how-to is a book, and its table has every key."""
    from cpsudoku.cli.pictured import BOOK as OF_BOOKS
    from cpsudoku.cli.pictured import EITHER, SECTION, planned

    page = (Path(__file__).resolve().parents[2] / "docs/how-to/draw.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", page, re.S)
    file = tmp_path / "book.toml"
    file.write_text(example, encoding="utf-8")
    plan = planned(file)
    assert plan.book.cover
    assert len(plan.sections) == 3
    listed = re.findall(r"^\| (`[^|]*`) \|", page[page.index("```toml") :], re.M)
    assert {key for row in listed for key in re.findall(r"`([\w-]+)`", row)} == {*OF_BOOKS, *EITHER, *SECTION}


def test_options_alone(folder: Path) -> None:
    """A book of one section by options: author, footer, first number, paper, trim, one ink, candidates."""
    pytest.importorskip("reportlab")
    pdfium = pytest.importorskip("pypdfium2")
    out = folder / "out.pdf"
    looks = ["--title", "T", "--author", "Me", "--footer", "Foot", "--start", "7", "--paper", "6x9in", "--cover"]
    trims = ["--bleed", "3", "--crop-marks", "--gutter", "5", "--black", "--candidates", "--labels", "--rating"]
    code, _ = run(str(folder / "easy.txt"), "--per-page", "1", *looks, *trims, "-o", str(out))
    assert code == 0
    cover, first, second = pages(out)
    assert "Me" in cover
    assert "7 1.2 easy" in " ".join(first.split())
    assert "8 1.2 easy" in " ".join(second.split())
    assert "Foot" in first
    assert "c9" in first
    with pdfium.PdfDocument(out) as document:
        left, bottom, right, top = document[0].get_trimbox()
        assert (right - left, top - bottom) == pytest.approx((432, 648), abs=0.01)
        image = document[1].render(scale=1).to_pil().convert("RGB")
        assert all(r == g == b for _, (r, g, b) in image.getcolors(1 << 20))


def test_pages_and_cover(folder: Path) -> None:
    """A PNG or SVG file becomes a file per page; the cover has the size of the pages; nothing is coloured unasked."""
    pytest.importorskip("reportlab")
    pdfium = pytest.importorskip("pypdfium2")
    easy, cover = str(folder / "easy.txt"), folder / "cover.pdf"
    looks = ["--per-page", "1", "--paper", "6x9", "--difficulty", "stars", "--cover-template", str(cover)]
    assert run(easy, *looks, "-o", str(folder / "p.svg"), "--page-thickness", "0.1")[0] == 0
    assert sorted(path.name for path in folder.glob("p-*.svg")) == ["p-001.svg", "p-002.svg"]
    with pdfium.PdfDocument(cover) as document:
        left, _, right, _ = document[0].get_trimbox()
        assert right - left == pytest.approx(2 * 432 + 0.2 / 25.4 * 72, abs=0.01)
    assert run(easy, "--per-page", "2", "-o", str(folder / "one.png"), "--width", "100")[0] == 0
    assert (folder / "one.png").exists()
    plan = folder / "large.toml"
    plan.write_text("large-print = true\ncolour = true\n[[section]]\npuzzles = 'easy.txt'\nextra = 'windoku'\n")
    code, said = run("--book", str(plan), "-o", str(folder / "large.pdf"))
    assert (code, "2 puzzles" in said) == (1, True)  # neither has a solution under these rules
    with pdfium.PdfDocument(folder / "large.pdf") as document:
        assert document[0].get_size() == (612, 792)
        image = document[0].render(scale=1).to_pil().convert("RGB")
        assert any(r != b for _, (r, _g, b) in image.getcolors(1 << 20))
