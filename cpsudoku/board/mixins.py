"""What classes of values share: pickling, their display in notebooks, and a repr that evaluates."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

from cpsudoku.board import hooks


class CopiedState:
    """Pickled from a copy of its attributes, as another thread may cache one more while the pickle is written."""

    __slots__ = ()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__.copy()


class RichDisplay:
    """A value that notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return hooks.painter().svg_of(self)

    def _repr_html_(self) -> str | None:
        return hooks.painter().html_of(self)


class GridDisplay:
    """An answer whose picture is that of its puzzle, or of its solution."""

    __slots__ = ()

    def _grid(self) -> RichDisplay | None:
        grid: RichDisplay | None = getattr(self, "puzzle", None)
        return grid

    def _repr_svg_(self) -> str | None:
        grid = self._grid()
        return None if grid is None else grid._repr_svg_()

    def _repr_html_(self) -> str | None:
        return hooks.painter().html_of(self)


class Evaluable:
    """For dataclasses with many defaults: the repr is Python that creates an equal value; defaults are left out."""

    __slots__ = ()

    def __repr__(self) -> str:
        parts = []
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if field.compare and (field.default is MISSING or value != field.default):
                parts.append(f"{field.name}={value!r}")
        return f"{type(self).__name__}({', '.join(parts)})"
