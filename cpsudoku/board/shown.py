"""How notebooks get to see pictures, without the board knowing who draws; how answers show as Python."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

from cpsudoku.board import hooks


class Shown:
    """Something with a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return hooks.painter().svg_of(self)

    def _repr_html_(self) -> str | None:
        return hooks.painter().html_of(self)


class ShownAsGrid:
    """An answer whose picture is that of its puzzle, or of its solution."""

    __slots__ = ()

    def _grid(self) -> Shown | None:
        found: Shown | None = getattr(self, "puzzle", None)
        return found

    def _repr_svg_(self) -> str | None:
        grid = self._grid()
        return None if grid is None else grid._repr_svg_()

    def _repr_html_(self) -> str | None:
        return hooks.painter().html_of(self)


class Evaluable:
    """For dataclasses with many defaults: the repr is Python that makes an equal one, without what is as by default."""

    __slots__ = ()

    def __repr__(self) -> str:
        parts = []
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if field.compare and (field.default is MISSING or value != field.default):
                parts.append(f"{field.name}={value!r}")
        return f"{type(self).__name__}({', '.join(parts)})"


def names(geometry: Any, cells: Any) -> list[str]:
    """What the cells are called: "r1c1"."""
    return [geometry.name_of(cell) for cell in cells]
