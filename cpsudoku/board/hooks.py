"""What the board is lent from above: who reads texts, who draws.

The package's front door says who, when it is imported (which any import of a module of the package does first); so the
board knows neither formats nor drawing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cpsudoku.board.geometry import Geometry
    from cpsudoku.board.puzzle import Puzzle


class Reader(Protocol):
    """What reads texts."""

    def read_puzzle(self, text: str, geometry: Geometry | None, format: str | None, alphabet: str | None) -> Puzzle:
        """The one puzzle in a text. Raises NotationError."""


class Painter(Protocol):
    """What draws; None where it has no picture of a thing."""

    def svg_of(self, thing: object) -> str | None:
        """An SVG element."""

    def html_of(self, thing: object) -> str | None:
        """A fragment of HTML."""


reader: Callable[[], Reader]
painter: Callable[[], Painter]
