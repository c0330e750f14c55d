"""One file a pattern: the search, compiled, and the argument for people."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cpsudoku.rating.step import Step

FILES = {
    "hidden_single": ("last-cell", "hidden-single-box", "hidden-single-line"),
    "naked_single": ("naked-single",),
    "locking": ("direct-pointing", "direct-claiming", "pointing", "claiming"),
    "hidden_set": ("direct-hidden-pair", "direct-hidden-triplet", "hidden-pair", "hidden-triplet", "hidden-quad"),
    "naked_set": ("naked-pair", "naked-triplet", "naked-quad"),
    "fish": ("x-wing", "swordfish", "jellyfish"),
    "wing": ("xy-wing", "xyz-wing"),
    "unique_loop": ("unique-loop",),
    "bug": ("bug",),
    "aligned_exclusion": ("aligned-pair", "aligned-triplet"),
    "forcing_chain": ("x-cycle", "y-cycle", "cycle", "x-chain", "forcing-chain"),
    "nishio": ("nishio",),
    "multiple_chains": ("cell-chains", "region-chains"),
    "dynamic_chains": (
        "dynamic-cell-chains",
        "dynamic-region-chains",
        "dynamic-contradiction",
        "dynamic-double-chains",
    ),
}
"""File -> the techniques of the ladder it holds. Each file has `explain(step) -> str`."""

_FILE_OF = {key: file for file, keys in FILES.items() for key in keys}


def explainer(technique: str) -> Callable[[Step], str]:
    """The function that puts a step of this technique into words."""
    if technique not in _FILE_OF:
        return lambda step: "a chain of implications"
    return import_module(f"cpsudoku.rating.techniques.{_FILE_OF[technique]}").explain
