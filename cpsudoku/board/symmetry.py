"""Symmetries of clue patterns: which cells go together, and which must be clues together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.errors import check_known

Map = Callable[[int, int, int], tuple[int, int]]
"""(last, row, column) -> row, column; `last` is side - 1."""

_ROT90: Map = lambda last, r, c: (c, last - r)  # noqa: E731
_ROT180: Map = lambda last, r, c: (last - r, last - c)  # noqa: E731
_HORIZONTAL: Map = lambda last, r, c: (last - r, c)  # noqa: E731
_VERTICAL: Map = lambda last, r, c: (r, last - c)  # noqa: E731
_DIAGONAL: Map = lambda last, r, c: (c, r)  # noqa: E731
_ANTI_DIAGONAL: Map = lambda last, r, c: (last - c, last - r)  # noqa: E731

SYMMETRIES: dict[str, tuple[Map, ...]] = {
    "none": (),
    "rot180": (_ROT180,),
    "rot90": (_ROT90,),
    "horizontal": (_HORIZONTAL,),
    "vertical": (_VERTICAL,),
    "diagonal": (_DIAGONAL,),
    "anti-diagonal": (_ANTI_DIAGONAL,),
    "both-diagonals": (_DIAGONAL, _ANTI_DIAGONAL),
    "full": (_ROT90, _VERTICAL),
}
"""Name -> maps that generate it. `horizontal` mirrors top and bottom (a horizontal axis), `vertical` left, right."""

Orbit = tuple[Cell, ...]


@lru_cache(maxsize=64)
def cell_maps(geometry: Geometry, symmetry: str | None) -> tuple[Orbit, ...]:
    """All maps of the symmetry, each the image of every cell; first what moves nothing. Raises UnknownName."""
    name = "none" if symmetry is None else symmetry
    check_known("symmetry", name, SYMMETRIES)
    side = geometry.side
    generators = [
        tuple(r * side + c for cell in range(geometry.size) for r, c in [image(side - 1, *divmod(cell, side))])
        for image in SYMMETRIES[name]
    ]
    found = [tuple(range(geometry.size))]
    for one in found:
        found += [new for image in generators if (new := tuple(image[cell] for cell in one)) not in found]
    return tuple(found)


@lru_cache(maxsize=64)
def orbits(geometry: Geometry, symmetry: str | None) -> tuple[Orbit, ...]:
    """The sets of cells that the symmetry maps onto each other, by first cell. Raises UnknownName."""
    maps = cell_maps(geometry, symmetry)
    return tuple(dict.fromkeys(tuple(sorted({image[cell] for image in maps})) for cell in range(geometry.size)))


def is_symmetric(cells: Iterable[Cell], geometry: Geometry, symmetry: str | None) -> bool:
    """True where the set of *cells* is a union of orbits."""
    chosen = set(cells)
    return all(chosen.isdisjoint(orbit) or chosen.issuperset(orbit) for orbit in orbits(geometry, symmetry))
