"""Makers of variant puzzles by name.

A maker is a row of the table `MAKERS` in one of these modules, and its name is in `MODULES`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from cpsudoku.errors import UnknownName, unknown
from cpsudoku.generation.makers.sketch import Group, Maker, Sketch

MODULES = {
    "shapes": ("killer", "arrow", "thermo", "whisper", "renban", "palindrome", "between", "region-sum-line"),
    "outside": ("little-killer", "sandwich", "skyscraper", "x-sum", "numbered-room"),
    "marks": ("kropki", "xv", "quadruple", "odd-even"),
    "whole_board": ("anti-knight", "anti-king", "non-consecutive", "diagonal", "disjoint-groups"),
}
"""Module -> the names of its makers."""
MAKERS = tuple(name for names in MODULES.values() for name in names)


@cache
def maker_of(name: str) -> Maker:
    """The maker called *name*. Raises UnknownName."""
    for module, names in MODULES.items():
        if name in names:
            maker: Maker = import_module(f"{__name__}.{module}").MAKERS[name]
            return maker
    raise UnknownName(unknown("maker", name, MAKERS))


def drawn(kind: str, sketch: Sketch) -> list[Group]:
    """The constraints of a maker that draws, on this sketch."""
    place = maker_of(kind).place
    assert place is not None
    place(sketch)
    return sketch.groups
