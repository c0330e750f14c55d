"""Ways to dig a puzzle out of a grid, by name: one file a method."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from cpsudoku.errors import UnknownName

DIGS = {
    "minimal": "cpsudoku.generation.digging.minimal",
    "until-ambiguous": "cpsudoku.generation.digging.until_ambiguous",
    "per-box": "cpsudoku.generation.digging.per_box",
}
"""Name -> module with `dig(recipe, solution, stream, oracle) -> Deletion`, `BIAS`, and `NUMBERS` of plain 9x9
puzzles."""


@cache
def module_of(name: str) -> Any:
    """The module of the dig called *name*. Raises UnknownName."""
    if name not in DIGS:
        raise UnknownName(f"dig {name!r} is unknown; known: {', '.join(DIGS)}")
    return import_module(DIGS[name])
