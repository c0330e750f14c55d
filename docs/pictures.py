"""Write the pictures of the README and the pages into docs/pictures, by the package itself: python docs/pictures.py"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cpsudoku import draw, rate
from cpsudoku.drawing.picture import Picture
from cpsudoku.drawing.svg import to_svg
from cpsudoku.rating.answers import Rating

HERE = Path(__file__).parent / "pictures"
WIDTH = 420
CHAIN = ".3.......84.3.19......2...59..4.8.2....1.3..9......1....76.....58...7...6..9..4.."


def chain() -> Picture:
    """The hardest step of a puzzle of ER 6.6."""
    rating = rate(CHAIN)
    assert isinstance(rating, Rating)
    return draw(max(rating.steps, key=lambda step: step.rating))


PICTURES: dict[str, Callable[[], Picture]] = {"chain.svg": chain}
"""File -> what draws it."""


def files() -> dict[Path, str]:
    """Every file and its text."""
    return {HERE / name: to_svg(drawn(), width=WIDTH) for name, drawn in PICTURES.items()}


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
