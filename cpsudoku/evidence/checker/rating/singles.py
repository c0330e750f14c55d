"""Singles: the last empty cell of a house, a digit with one place in a house, a cell with one candidate."""

from __future__ import annotations

from ..errors import Rejected, require
from .board import kind
from .claim import Claim, Deduction
from .grid import Grid

NUMBERS = {"last-cell": 10, "hidden-single-box": 12, "hidden-single-line": 15, "naked-single": 23}


def single(claim: Claim, grid: Grid) -> Deduction:
    """The single of this name."""
    if claim.place is None:
        raise Rejected("a single places a digit")
    cell, digit = claim.place
    if claim.technique == "naked-single":
        require(grid.held[cell] == {digit}, "the cell has other candidates, or not this one")
        return Deduction(23, claim.place, frozenset())
    require(len(claim.houses) == 1, "not one house")
    (house,) = claim.houses
    require(grid.places(house, digit) == [cell], "the digit has another place in the house, or none")
    require((grid.empty(house) == 1) == (claim.technique == "last-cell"), f"{grid.empty(house)} cells of it are empty")
    if claim.technique != "last-cell":
        require((kind(house) == "box") == (claim.technique == "hidden-single-box"), f"the house is a {kind(house)}")
    return Deduction(NUMBERS[claim.technique], claim.place, frozenset())
