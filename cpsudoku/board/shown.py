"""How notebooks get to see pictures, without the board knowing who draws.

The package's front door sets `painter`; until then objects show as text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Painter(Protocol):
    """What draws; None where it has no picture of a thing."""

    def svg_of(self, thing: object) -> str | None:
        """An SVG element."""

    def html_of(self, thing: object) -> str | None:
        """A fragment of HTML."""


painter: Callable[[], Painter] | None = None


class Shown:
    """Something with a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return painter().svg_of(self) if painter is not None else None

    def _repr_html_(self) -> str | None:
        return painter().html_of(self) if painter is not None else None
