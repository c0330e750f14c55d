"""Sorts of variant puzzles that can be made, by name: one file a layout.

A module has `ABOUT`, a sentence, and either `rules(board)`, rules of the whole board under which the grid is drawn, or
`place(sketch)`, which draws constraints that a given grid keeps (see `sketch`).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from cpsudoku.errors import UnknownName

LAYOUTS = {
    "killer": "cpsudoku.generation.layouts.killer",
    "kropki": "cpsudoku.generation.layouts.kropki",
    "xv": "cpsudoku.generation.layouts.xv",
    "arrow": "cpsudoku.generation.layouts.arrow",
    "thermo": "cpsudoku.generation.layouts.thermo",
    "whisper": "cpsudoku.generation.layouts.whisper",
    "renban": "cpsudoku.generation.layouts.renban",
    "palindrome": "cpsudoku.generation.layouts.palindrome",
    "between": "cpsudoku.generation.layouts.between",
    "region-sum-line": "cpsudoku.generation.layouts.region_sum_line",
    "little-killer": "cpsudoku.generation.layouts.little_killer",
    "sandwich": "cpsudoku.generation.layouts.sandwich",
    "skyscraper": "cpsudoku.generation.layouts.skyscraper",
    "x-sum": "cpsudoku.generation.layouts.x_sum",
    "numbered-room": "cpsudoku.generation.layouts.numbered_room",
    "quadruple": "cpsudoku.generation.layouts.quadruple",
    "odd-even": "cpsudoku.generation.layouts.odd_even",
    "anti-knight": "cpsudoku.generation.layouts.anti_knight",
    "anti-king": "cpsudoku.generation.layouts.anti_king",
    "non-consecutive": "cpsudoku.generation.layouts.non_consecutive",
    "diagonal": "cpsudoku.generation.layouts.diagonal",
    "disjoint-groups": "cpsudoku.generation.layouts.disjoint_groups",
}
"""Name -> module."""


@cache
def module_of(name: str) -> Any:
    """The module of the layout called *name*. Raises UnknownName."""
    if name not in LAYOUTS:
        raise UnknownName(f"layout {name!r} is unknown; known: {', '.join(LAYOUTS)}")
    return import_module(LAYOUTS[name])


def is_board_wide(name: str) -> bool:
    """Whether the layout is a rule of the whole board."""
    return hasattr(module_of(name), "rules")
