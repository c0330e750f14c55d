"""Hooks by which the board reads texts and shows pictures.

The package sets them when it is imported, which any import of one of its modules does first; so the board depends
neither on formats nor on drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from cpsudoku.board.geometry import Geometry
    from cpsudoku.board.puzzle import Puzzle


class Reader(Protocol):
    """Reads texts."""

    def read_puzzle(self, text: str, geometry: Geometry | None, format: str | None, alphabet: str | None) -> Puzzle:
        """The one puzzle in a text. Raises NotationError."""

    def load_puzzle(
        self, path: str | PurePath, geometry: Geometry | None, format: str | None, alphabet: str | None
    ) -> Puzzle:
        """The one puzzle in a file. Raises NotationError."""

    def load_many(self, path: str | PurePath) -> Iterator[Puzzle]:
        """The puzzles in a file."""


class Painter(Protocol):
    """Draws values; None for those without a picture. Saves pictures."""

    def svg_of(self, thing: object) -> str | None:
        """An SVG element."""

    def html_of(self, thing: object) -> str | None:
        """A fragment of HTML."""

    def save(self, picture: Any, path: str | Path, *, width: float | None) -> None:
        """Write a picture as the suffix says."""


reader: Callable[[], Reader]
painter: Callable[[], Painter]
