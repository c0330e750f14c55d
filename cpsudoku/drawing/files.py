"""Writes pictures to files; the extension determines the format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cpsudoku.drawing.picture import Picture, fitted
from cpsudoku.errors import UsageError, file_errors

KINDS = (".svg", ".png", ".pdf")
MAX_WIDTH = 20_000


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

    Raises UsageError, ExtraMissing.
    """
    kind = kind_of(path)
    if len(pages) != 1 and kind != ".pdf":
        raise UsageError(f"{path}: {len(pages)} pictures; an {kind[1:].upper()} file holds one, a .pdf any number")
    if width is not None and not 16 <= width <= MAX_WIDTH:
        raise UsageError(f"width {width:g}: at least 16, at most {MAX_WIDTH}")
    if kind == ".svg":
        from cpsudoku.drawing.svg import to_svg

        content = to_svg(pages[0], width=width).encode()
    elif kind == ".png":
        from cpsudoku.drawing.png import to_png

        content = to_png(pages[0], width=width, font=font, black=black)
    else:
        from cpsudoku.drawing.pdf import to_pdf

        sized = [page if width is None else fitted(page, width) for page in pages]
        content = to_pdf(sized, title=title or pages[0].title, author=author, font=font, black=black)
    with file_errors(path):
        path.write_bytes(content)


def kind_of(path: Path) -> str:
    """The extension. Raises UsageError for one that is not a picture format."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise UsageError(f"{path}: a picture's file ends in {', '.join(KINDS)}")
    return kind
