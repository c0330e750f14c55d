"""X-wing, swordfish, jellyfish: k parallel lines whose places for a digit lie in k crossing lines."""

from __future__ import annotations

from ..errors import require
from .board import INSIDE, OF, kind
from .claim import Claim, Deduction
from .grid import Grid

NUMBERS = {"x-wing": 32, "swordfish": 38, "jellyfish": 52}
SIZES = {"x-wing": 2, "swordfish": 3, "jellyfish": 4}


def fish(claim: Claim, grid: Grid) -> Deduction:
    """The crossing lines lose the digit outside the base lines."""
    size = SIZES[claim.technique]
    require(len(set(claim.houses)) == len(claim.houses) == size and len(claim.digits) == 1, f"not {size} lines")
    (digit,) = claim.digits
    kinds = {kind(house) for house in claim.houses}
    require(len(kinds) == 1 and kinds != {"box"}, "the lines are not parallel")
    require(grid.digit.count(digit) <= 9 - 2 * size, "the digit is placed too often")
    places = [grid.places(house, digit) for house in claim.houses]
    require(all(len(found) > 1 for found in places), "a line has fewer than two places for the digit")
    across = 2 if kinds == {"row"} else 1
    cover = {OF[cell][across] for found in places for cell in found}
    require(len(cover) == size and cover == set(claim.cover), f"the places are not in {size} crossing lines")
    base = frozenset().union(*(INSIDE[house] for house in claim.houses))
    crossed = frozenset().union(*(INSIDE[house] for house in cover))
    return Deduction(NUMBERS[claim.technique], None, grid.among(crossed - base, [digit]))
