"""Makers of variant puzzles by name, one file each.

A maker has `ABOUT`, a sentence, and either `RULES`, constraints of the whole board under which the grid is drawn, or
`place(sketch)`, which draws constraints that a given grid satisfies (see `sketch`).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from cpsudoku.errors import UnknownName

MAKERS = {
    "killer": "cpsudoku.generation.makers.killer",
    "kropki": "cpsudoku.generation.makers.kropki",
    "xv": "cpsudoku.generation.makers.xv",
    "arrow": "cpsudoku.generation.makers.arrow",
    "thermo": "cpsudoku.generation.makers.thermo",
    "whisper": "cpsudoku.generation.makers.whisper",
    "renban": "cpsudoku.generation.makers.renban",
    "palindrome": "cpsudoku.generation.makers.palindrome",
    "between": "cpsudoku.generation.makers.between",
    "region-sum-line": "cpsudoku.generation.makers.region_sum_line",
    "little-killer": "cpsudoku.generation.makers.little_killer",
    "sandwich": "cpsudoku.generation.makers.sandwich",
    "skyscraper": "cpsudoku.generation.makers.skyscraper",
    "x-sum": "cpsudoku.generation.makers.x_sum",
    "numbered-room": "cpsudoku.generation.makers.numbered_room",
    "quadruple": "cpsudoku.generation.makers.quadruple",
    "odd-even": "cpsudoku.generation.makers.odd_even",
    "anti-knight": "cpsudoku.generation.makers.anti_knight",
    "anti-king": "cpsudoku.generation.makers.anti_king",
    "non-consecutive": "cpsudoku.generation.makers.non_consecutive",
    "diagonal": "cpsudoku.generation.makers.diagonal",
    "disjoint-groups": "cpsudoku.generation.makers.disjoint_groups",
}
"""Name -> module."""


@cache
def module_of(name: str) -> Any:
    """The module of the maker called *name*. Raises UnknownName."""
    if name not in MAKERS:
        raise UnknownName(f"maker {name!r} is unknown; known: {', '.join(MAKERS)}")
    return import_module(MAKERS[name])


def is_board_wide(name: str) -> bool:
    """Whether the maker states rules of the whole board."""
    return hasattr(module_of(name), "RULES")
