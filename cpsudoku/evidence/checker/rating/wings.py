"""XY-wing and XYZ-wing: whatever the pivot holds, one of two cells it sees (or it itself) is z."""

from __future__ import annotations

from ..errors import require
from .board import PEERS, common
from .claim import Claim, Deduction
from .grid import Grid


def wing(claim: Claim, grid: Grid) -> Deduction:
    """The cells are the pivot and its two pincers."""
    size = 2 if claim.technique == "xy-wing" else 3
    require(len(claim.cells) == 3, "not a pivot and two pincers")
    pivot, first, second = claim.cells
    p, a, b = (grid.held[cell] for cell in claim.cells)
    require({first, second} <= PEERS[pivot], "the pivot does not see both pincers")
    require((len(p), len(a), len(b)) == (size, 2, 2), "not that many candidates")
    require(len(p | a | b) == 3 and len(p & a & b) == size - 2, "not these candidates")
    require(claim.digits == p and claim.extra == a & b, "the digits are not the pivot's, or z not the pincers' own")
    seen = [first, second] if size == 2 else [pivot, first, second]
    return Deduction(42 if size == 2 else 44, None, grid.among(common(seen), a & b))
