"""Ways to fill a grid, by name: one file a method."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, TypedDict, Unpack

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import Limits
from cpsudoku.errors import UnknownName
from cpsudoku.kernels.randomness import Stream


class FillOptions(TypedDict, total=False):
    """What only some fills take: where `swap` starts and how often it goes round, and how long `sat` may take."""

    start: bytes | None
    loops: int
    limits: Limits


FILLS = {
    "uniform": "cpsudoku.generation.filling.uniform",
    "sat": "cpsudoku.generation.filling.sat",
    "recursive": "cpsudoku.generation.filling.recursive",
    "swap": "cpsudoku.generation.filling.swap",
    "swap+": "cpsudoku.generation.filling.swap_plus",
}
"""Name -> module with `fill`, and with `BIAS`: one sentence on its distribution."""


@cache
def module_of(name: str) -> Any:
    """The module of the fill called *name*. Raises UnknownName."""
    if name not in FILLS:
        raise UnknownName(f"fill {name!r} is unknown; known: {', '.join(FILLS)}")
    return import_module(FILLS[name])


def fill(name: str, geometry: Geometry, stream: Stream, **options: Unpack[FillOptions]) -> bytes:
    """A filled grid, a byte a cell, drawn from *stream*. Raises UnknownName, UsageError."""
    grid: bytes = module_of(name).fill(geometry, stream, **options)
    return grid


def default_fill(geometry: Geometry) -> str:
    """`uniform` where it is exact and quick (9x9, and plain 4x4 and 6x6), else `sat`."""
    plain = geometry.regions is None and not geometry.extras
    return "uniform" if geometry.is_classic or (plain and geometry.side <= 6) else "sat"
