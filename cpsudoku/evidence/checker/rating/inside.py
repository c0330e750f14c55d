"""What follows from a chain, and how chains inside others rank."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .board import Candidate
from .claim import Chain
from .grid import Grid


class Conclusion(NamedTuple):
    """What follows from a chain; `length` in statements, `level` of its patterns, `rank` as a chain inside another.

    Chains with equal `same` are one.
    """

    place: Candidate | None
    removals: frozenset[Candidate]
    length: int
    level: int
    rank: int
    same: object


Deduce = Callable[[Chain, Grid], Conclusion]
"""What follows from a chain on a grid."""
RANK = dict.fromkeys(("x-cycle", "y-cycle", "cycle", "x-chain", "forcing-chain"), 2)
RANK |= dict.fromkeys(("cell-chains", "region-chains"), 3)
"""Technique -> its rank inside others; dynamic chains rank 4, with patterns 5."""
