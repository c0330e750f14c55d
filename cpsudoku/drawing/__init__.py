"""Pictures of puzzles, steps and books.

`draw` gives a Picture; `svg.to_svg`, `pdf.to_pdf` and `png.to_png` write it, `save` by a file's extension.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.errors import UsageError, WrongInput, file_errors

if TYPE_CHECKING:
    from cpsudoku.board.puzzle import PuzzleLike
    from cpsudoku.drawing.picture import Picture
    from cpsudoku.questions.enumeration import Solved
    from cpsudoku.questions.explanation.step import Deduction
    from cpsudoku.questions.verdict import Verdict
    from cpsudoku.techniques.step import Step

__all__ = ["draw", "save"]

KINDS = (".svg", ".png", ".pdf")
MAX_WIDTH = 20_000
DPI = 300


def draw(
    what: PuzzleLike | Step | Deduction | Verdict | Solved,
    *,
    candidates: bool = False,
    solution: PuzzleLike | None = None,
    title: str = "",
    labels: bool = False,
) -> Picture:
    """A picture of a puzzle in any form, a solution, a verdict, or a step with its pattern (reasons) and conclusion.

        draw("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").save("puzzle.svg")

    Of a verdict: the one solution, the first of several with the cells that differ shaded, or the conflicting clues; of
    what `solve` returns, its first solution.

    *candidates* writes into each empty cell the digits no peer holds; *solution* fills the empty cells in another
    colour. *labels* numbers rows and columns. Raises NotationError for a text that is no puzzle, and WrongInput for
    what has no picture, such as an Unknown.
    """
    from cpsudoku.board.puzzle import Puzzle, Solution
    from cpsudoku.drawing.deductions import deduction_picture
    from cpsudoku.drawing.marks import NOTHING, verdict_marks
    from cpsudoku.drawing.scene import board_picture, candidates_of, step_picture
    from cpsudoku.questions.enumeration import Solved
    from cpsudoku.questions.explanation.step import Deduction
    from cpsudoku.questions.verdict import Impossible, Multiple, Unique, Unknown
    from cpsudoku.techniques.step import Step

    marks = NOTHING
    if isinstance(what, Multiple | Impossible):
        marks = verdict_marks(what)
        what = what.first if isinstance(what, Multiple) else what.puzzle
    elif isinstance(what, Unique | Solved | Unknown):
        if what.solution is None:
            raise WrongInput(f"this {type(what).__name__} has no grid to draw ({what}); draw its puzzle")
        what = what.solution
    if isinstance(what, Deduction):
        return deduction_picture(what, title=title, labels=labels)
    if isinstance(what, Step):
        return step_picture(Puzzle(what.grid, what.geometry), what, title=title, labels=labels)
    if isinstance(what, Solution):
        empty = Puzzle.trusted(bytes(what.geometry.size), what.geometry)
        return board_picture(empty, filled=what.cells, title=title or "Sudoku solution", marks=marks, labels=labels)
    puzzle = Puzzle.of(what)
    return board_picture(
        puzzle,
        filled=Solution.of(solution, puzzle.geometry).cells if solution is not None else None,
        marks=marks,
        candidates=candidates_of(puzzle.cells, puzzle.geometry) if candidates else None,
        title=title,
        labels=labels,
    )


def save(picture: Picture, path: str | Path, *, width: float | None = None) -> None:
    """Write the picture as .svg, .png or .pdf, *width* pixels (PDF: points) wide.

    PNG and PDF need the extra `[pdf]`: ExtraMissing without. Raises UsageError for another extension.
    """
    write([picture], Path(path), width=width)


def write(
    pages: Sequence[Picture],
    path: Path,
    *,
    width: float | None = None,
    title: str = "",
    author: str = "",
    font: Path | Sequence[Path] | None = None,
    black: bool = False,
) -> None:
    """Write one picture, or several as a PDF's pages; *font* and *black* as in `pdf.to_pdf`.

    Several as .png or .svg are files of their own: NAME-001.png and so on, PNG with `DPI` dots an inch where *width* is
    None. Raises UsageError, ExtraMissing.
    """
    kind = kind_of(path)
    if width is not None and not 16 <= width <= MAX_WIDTH:
        raise UsageError(f"width {width:g}: at least 16, at most {MAX_WIDTH}")
    if kind == ".pdf":
        from cpsudoku.drawing.pdf import to_pdf
        from cpsudoku.drawing.picture import fitted

        sized = [page if width is None else fitted(page, width) for page in pages]
        _to_file(path, to_pdf(sized, title=title or pages[0].title, author=author, font=font, black=black))
        return
    for number, page in enumerate(pages, start=1):
        if kind == ".svg":
            from cpsudoku.drawing.svg import to_svg

            content = to_svg(page, width=width).encode()
        else:
            from cpsudoku.drawing.png import to_png

            pixels = width if width is not None or len(pages) == 1 else page.width * DPI / 72
            content = to_png(page, width=pixels, font=font, black=black)
        _to_file(path if len(pages) == 1 else path.with_stem(f"{path.stem}-{number:03}"), content)


def _to_file(path: Path, content: bytes) -> None:
    with file_errors(path):
        path.write_bytes(content)


def kind_of(path: Path) -> str:
    """The extension. Raises UsageError for one that is not a picture format."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise UsageError(f"{path}: a picture's file ends in {', '.join(KINDS)}")
    return kind
