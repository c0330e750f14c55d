"""The techniques of people, a family a file: the search, compiled for the classic board, and the argument in words.

The ladder names the files. Each has `searches(chains)`, technique -> its search (one entry a rung; a tuple where it
takes several), and `explain(step)`, the argument of a step; what holds for every board has `ON_BOARD` besides.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

import cpsudoku.kernels  # noqa: F401  # says so where compiled files, this folder's too, run interpreted
from cpsudoku.techniques.ladder import LAST_RUNG, TECHNIQUES, row, rung_of

if TYPE_CHECKING:
    from cpsudoku.techniques.core.search import Search
    from cpsudoku.techniques.forcing_chains import ChainEngine
    from cpsudoku.techniques.step import Step


@cache
def files() -> dict[str, ModuleType]:
    """Name -> module, of the files of the ladder in its order."""
    names = dict.fromkeys(technique.file for technique in TECHNIQUES)
    return {name: import_module(f"cpsudoku.techniques.{name}") for name in names}


def searches(chains: ChainEngine) -> list[Search]:
    """A search for each rung, 1 to the last, which may share these chains. Raises LookupError where one is missing."""
    found: dict[int, Search] = {}
    for module in files().values():
        for key, given in module.searches(chains).items():
            several = given if isinstance(given, tuple) else (given,)
            for rung, search in enumerate(several, rung_of(key)):
                search.rung = rung
                found[rung] = search
    missing = [technique.key for technique in TECHNIQUES if not found.keys() >= set(technique.rungs)]
    if missing:
        raise LookupError(f"no search for {', '.join(missing)}")
    return [found[rung] for rung in range(1, LAST_RUNG + 1)]


def on_board() -> dict[int, Callable[[Any], Any]]:
    """Rung -> search on any board, in the order of the search, of the techniques that hold for every board."""
    found = {
        rung_of(key): search for module in files().values() for key, search in getattr(module, "ON_BOARD", {}).items()
    }
    return dict(sorted(found.items()))


def argument(step: Step) -> str:
    """The argument of a step, for people."""
    said: str = files()[TECHNIQUES[row(step.technique)].file].explain(step)
    return said
