"""`cpsudoku draw`, as a person calls it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cpsudoku.cli.main import build
from cpsudoku.errors import CpSudokuError

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output, standard error; errors as the front shows them."""
    result = CliRunner().invoke(build(), ["draw", *arguments])
    if isinstance(result.exception, CpSudokuError):
        return 2, result.stdout, str(result.exception)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def test_standard_output_is_svg() -> None:
    """Without -o the SVG goes to standard output."""
    code, out, _ = run(EASY, "--candidates", "--labels", "--rating")
    assert code == 0
    assert out.startswith("<?xml")
    assert ">1.2 easy<" in out


def test_steps() -> None:
    """A step is chosen by number or `hardest`; a number beyond the path names the range."""
    assert "naked pair" in run("--sample", "hard", "--row", "2", "--step", "19")[1]
    assert "cell forcing chains" in run("--sample", "hard", "--row", "2", "--step", "hardest")[1]
    code, _, message = run(EASY, "--step", "999")
    assert code == 2
    assert "steps 1 to" in message


def test_verdicts() -> None:
    """Conflicting clues are shaded; a puzzle without a solution to show is a finding."""
    code, out, _ = run("55" + EASY[2:], "--verdict")
    assert code == 0
    assert out.count('class="conflict"') == 2
    code, out, message = run("55" + EASY[2:], "--solution")
    assert code == 1
    assert "no solution" in message


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--sample", "hard"), "--row"),
        ((EASY, "--per-page", "6"), ".pdf"),
        ((EASY, "--solutions-at-end"), "--per-page"),
        ((EASY, "-o", "x.gif"), ".svg, .png, .pdf"),
        ((EASY, "--step", "1", "--all-steps"), "exclude"),
        ((EASY, "--row", "3"), "row 3"),
    ],
)
def test_wrong_usage_names_the_way_out(arguments: tuple[str, ...], word: str) -> None:
    """Options that do not fit are exit code 2 with the option that would."""
    code, _, message = run(*arguments)
    assert code == 2
    assert word in message


def test_book(tmp_path: Path) -> None:
    """24 puzzles, six a page, with ratings and solutions: a PDF of six pages whose images carry ink."""
    pdfium = pytest.importorskip("pypdfium2")
    pytest.importorskip("reportlab")
    from cpsudoku.samples import path_of

    puzzles = tmp_path / "two.txt"
    puzzles.write_text("\n".join(path_of("hard").read_text().split("\n")[:24]) + "\n")
    book = tmp_path / "book.pdf"
    code, out, _ = run(
        str(puzzles), "--per-page", "6", "--title", "Hard", "--solutions-at-end", "--rating", "-o", str(book)
    )
    assert code == 0
    assert out == ""
    with pdfium.PdfDocument(book) as document:
        assert len(document) == 6
        for page in document:
            pixels = page.render(scale=0.5).to_pil().convert("L").histogram()
            assert sum(pixels[:100]) > 500
        text = document[0].get_textpage().get_text_range()
        assert "Hard" in text
        assert "diabolical" in text


def test_a_paper_alone_makes_a_book(tmp_path: Path) -> None:
    """`--paper 8.5x11` of a few puzzles is a page of that size with six a page."""
    code, _, said = run(*[EASY] * 7, "--paper", "8.5x11", "-o", str(tmp_path / "book.pdf"))
    assert (code, said.endswith("2 pages\n")) == (0, True)
    assert b"/MediaBox [ 0 0 612 792 ]" in (tmp_path / "book.pdf").read_bytes()
