"""Write the page with six puzzles of every maker, and its pictures: python docs/makers_page.py"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image

from cpsudoku import draw, generate
from cpsudoku.drawing.png import to_png
from cpsudoku.generation.makers import MAKERS, maker_of

HERE = Path(__file__).parent
PAGE, PICTURES = HERE / "reference" / "makers.md", HERE / "pictures" / "makers"
SEEDS = range(1, 7)
SIDE, GAP, COLOURS = 210, 12, 16
"""Pixels of a board and between boards, and colours of a picture."""


def row(kind: str) -> bytes:
    """A picture of six puzzles side by side."""
    sheet = Image.new("RGB", (len(SEEDS) * (SIDE + GAP), SIDE), "white")
    for place, seed in enumerate(SEEDS):
        puzzle = generate(makers=kind, seed=seed).puzzle
        assert puzzle is not None
        board = Image.open(BytesIO(to_png(draw(puzzle), width=2 * SIDE))).convert("RGB")
        board.thumbnail((SIDE, SIDE))
        sheet.paste(board, (place * (SIDE + GAP), 0))
    file = BytesIO()
    sheet.quantize(COLOURS).save(file, "PNG", optimize=True)
    return file.getvalue()


def page() -> str:
    """The text of the page."""
    parts = [
        "# Makers",
        "The makers of `generate --with`, each with its first six puzzles by default (`--seed 1` to `6`). "
        "`python docs/makers_page.py` writes this page and its pictures.",
    ]
    for kind in MAKERS:
        about = maker_of(kind).about
        parts += [
            f"## {kind}",
            f"{about[0].upper()}{about[1:]}.",
            f"![Six puzzles of {kind}](../pictures/makers/{kind}.png)",
        ]
    return "\n\n".join([*parts, ""])


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for kind in MAKERS:
        (PICTURES / f"{kind}.png").write_bytes(row(kind))
    PAGE.write_text(page(), encoding="utf-8")
