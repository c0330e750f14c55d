"""Pictures of puzzles, steps and books.

`draw` gives a Picture; `svg.to_svg`, `pdf.to_pdf` and `png.to_png` write it, `save` by a file's extension.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cpsudoku.board.puzzle import Puzzle, Solution
    from cpsudoku.drawing.picture import Picture
    from cpsudoku.rating.step import Step

__all__ = ["draw", "save"]


def draw(
    what: Puzzle | Solution | Step | str,
    *,
    candidates: bool = False,
    solution: Solution | None = None,
    title: str = "",
    labels: bool = False,
) -> Picture:
    """A picture of a puzzle (or its text), a solution, or a step with its pattern, links and conclusion.

    *candidates* writes into each empty cell the digits no peer holds; *solution* fills the empty cells in another
    colour. *labels* numbers rows and columns. Raises NotationError for a text that is no puzzle.
    """
    from cpsudoku.board.puzzle import Puzzle, Solution
    from cpsudoku.drawing.scene import board_picture, candidates_of, step_picture
    from cpsudoku.rating.step import Step

    if isinstance(what, Step):
        return step_picture(Puzzle(what.grid, what.geometry), what, title=title, labels=labels)
    if isinstance(what, Solution):
        empty = Puzzle.trusted(bytes(what.geometry.size), what.geometry)
        return board_picture(empty, filled=what.cells, title=title or "Sudoku solution", labels=labels)
    puzzle = Puzzle.parse(what) if isinstance(what, str) else what
    return board_picture(
        puzzle,
        filled=solution.cells if solution else None,
        candidates=candidates_of(puzzle.cells, puzzle.geometry) if candidates else None,
        title=title,
        labels=labels,
    )


def save(picture: Picture, path: str | Path, *, width: float | None = None) -> None:
    """Write the picture as .svg, .png or .pdf, *width* pixels (PDF: points) wide.

    PNG and PDF need the extra `[pdf]`: ExtraMissing without. Raises UsageError for another extension.
    """
    from cpsudoku.drawing.files import write

    write([picture], Path(path), width=width)
