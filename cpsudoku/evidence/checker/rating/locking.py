"""Locked candidates: a digit's places in one house all lie in another, so it leaves the rest of that one."""

from __future__ import annotations

from ..errors import require
from .board import INSIDE, kind
from .claim import Claim, Deduction
from .grid import Grid

NUMBERS = {"direct-pointing": 17, "direct-claiming": 19, "pointing": 26, "claiming": 28}


def locking(claim: Claim, grid: Grid) -> Deduction:
    """Pointing: from a box to a line; claiming: from a line to a box. Direct: what is placed in a further house."""
    direct = claim.technique.startswith("direct-")
    right = len(claim.houses) == 1 + direct and len(claim.cover) == 1 and len(claim.digits) == 1
    require(right, "not a base house, a cover house and a digit" + direct * ", and the house of the placement")
    base, cover, digit = claim.houses[0], claim.cover[0], next(iter(claim.digits))
    require((kind(base) == "box") == claim.technique.endswith("pointing"), f"the base is a {kind(base)}")
    places = grid.places(base, digit)
    # two places in both houses: they are a box and a line that cross, or one house, which has no rest
    require(len(places) > 1 and set(places) <= INSIDE[cover], "the digit is not confined to where the houses cross")
    number = NUMBERS[claim.technique]
    if not direct:
        return Deduction(number, None, grid.among(INSIDE[cover] - INSIDE[base], [digit]))
    other = claim.houses[1]
    require(other // 9 == base // 9, "the third house is another")
    there = grid.places(other, digit)
    outside = [cell for cell in there if cell not in INSIDE[cover]]
    require(len(outside) == 1 and len(there) > 1, "it does not leave the third house one place")
    return Deduction(number, (outside[0], digit), frozenset())


def crossing(base: int, cover: int) -> bool:
    """Are the two a box and a line with cells in common?"""
    return (kind(base) == "box") != (kind(cover) == "box") and bool(INSIDE[base] & INSIDE[cover])
