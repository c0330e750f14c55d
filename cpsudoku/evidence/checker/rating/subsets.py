"""Naked and hidden pairs, triplets and quads, and the direct hidden pair and triplet."""

from __future__ import annotations

from ..errors import Rejected, require
from .board import INSIDE
from .claim import Claim, Deduction
from .grid import Grid

NUMBERS = {
    "naked-pair": 30,
    "naked-triplet": 36,
    "naked-quad": 50,
    "hidden-pair": 34,
    "hidden-triplet": 40,
    "hidden-quad": 54,
    "direct-hidden-pair": 20,
    "direct-hidden-triplet": 25,
}
SIZES = {"pair": 2, "triplet": 3, "quad": 4}


def _pattern(claim: Claim) -> tuple[int, int, set[int]]:
    """(size, house, cells)."""
    size = SIZES[claim.technique.rpartition("-")[2]]
    require(len(claim.houses) == 1, "not one house")
    cells = set(claim.cells)
    require(len(claim.cells) == len(cells) == len(claim.digits) == size, f"not {size} cells and {size} digits")
    require(cells <= INSIDE[claim.houses[0]], "the cells are not in the house")
    return size, claim.houses[0], cells


def naked_set(claim: Claim, grid: Grid) -> Deduction:
    """k cells of a house with k candidates between them: no other cell of the house holds these."""
    size, house, cells = _pattern(claim)
    require(grid.empty(house) >= 2 * size, f"{grid.empty(house)} empty cells in the house")
    require(all(len(grid.held[cell]) > 1 for cell in cells), "a cell has fewer than two candidates")
    require(frozenset().union(*(grid.held[cell] for cell in cells)) == claim.digits, "the cells hold other digits")
    return Deduction(NUMBERS[claim.technique], None, grid.among(INSIDE[house] - cells, claim.digits))


def hidden_set(claim: Claim, grid: Grid) -> Deduction:
    """k digits of a house with k places between them: these cells hold nothing else. Direct: the digit placed then."""
    size, house, cells = _pattern(claim)
    direct = claim.technique.startswith("direct-")
    require(grid.empty(house) > (size if direct else 2 * size), f"{grid.empty(house)} empty cells in the house")
    places = [grid.places(house, digit) for digit in claim.digits]
    require(all(len(found) > 1 for found in places), "a digit has fewer than two places")
    require(set().union(*places) == cells, "the digits have other places")
    number = NUMBERS[claim.technique]
    if not direct:
        return Deduction(number, None, grid.among(cells, set(range(1, 10)) - claim.digits))
    if claim.place is None:
        raise Rejected("it places no digit")
    cell, digit = claim.place
    there = grid.places(house, digit)
    require(len(there) > 1 and set(there) - cells == {cell}, "the digit has other places")
    return Deduction(number, claim.place, frozenset())
