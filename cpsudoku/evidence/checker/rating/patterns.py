"""Techniques of one pattern: singles, locked candidates, pairs to quads, fish, wings, aligned exclusions.

Each function takes a step and gives what follows from the pattern that it states, by the technique's definition.
"""

from __future__ import annotations

from itertools import product

from .. import work
from ..errors import Rejected, require
from .board import INSIDE, OF, PEERS, Candidate, Grid, common, kind
from .claim import Claim, Deduction

NUMBERS = {
    "last-cell": 10, "hidden-single-box": 12, "hidden-single-line": 15, "naked-single": 23,
    "direct-pointing": 17, "direct-claiming": 19, "pointing": 26, "claiming": 28,
    "naked-pair": 30, "naked-triplet": 36, "naked-quad": 50,
    "hidden-pair": 34, "hidden-triplet": 40, "hidden-quad": 54,
    "direct-hidden-pair": 20, "direct-hidden-triplet": 25,
    "x-wing": 32, "swordfish": 38, "jellyfish": 52, "xy-wing": 42, "xyz-wing": 44,
}  # fmt: skip
"""Technique -> its number in tenths."""
SIZES = {"pair": 2, "triplet": 3, "quad": 4, "x-wing": 2, "swordfish": 3, "jellyfish": 4}


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


def exclusion(claim: Claim, grid: Grid) -> Deduction:
    """Aligned pair and triplet exclusion: what occurs in no possible way to fill the base cells goes.

    A way is possible that leaves every other cell a candidate.
    """
    degree = 2 if claim.technique == "aligned-pair" else 3
    cells = list(claim.cells)
    require(len(set(cells)) == len(cells) == degree, f"not {degree} base cells")
    return Deduction(62 if degree == 2 else 75, None, excluded(cells, grid))


def excluders(cells: list[int], degree: int, grid: Grid) -> list[int]:
    """The cells that see all of these and have at most *degree* candidates."""
    return [cell for cell in common(cells) if 2 <= len(grid.held[cell]) <= degree]


def excluded(cells: list[int], grid: Grid) -> frozenset[Candidate]:
    """The candidates that occur in no possible way. Raises Rejected where the cells are no base."""
    degree = len(cells)
    for cell in cells:
        require(len(grid.held[cell]) > 1, "a base cell has fewer than two candidates")
        require(all(len(grid.held[peer]) != 1 for peer in PEERS[cell]), "a base cell sees a single")
    if degree == 3:
        third = cells[2]
        near = PEERS[cells[0]] | PEERS[cells[1]]
        require(third in near and len(grid.held[third]) <= 3, "the third cell is no excluder of the others")
    shared = excluders(cells, degree, grid)
    require(len(shared) > 1, "fewer than two common excluders")
    possible: list[set[int]] = [set() for _ in cells]
    clashing = [(i, j) for j in range(degree) for i in range(j) if cells[j] in PEERS[cells[i]]]
    for way in product(*(grid.held[cell] for cell in cells)):
        work.spend(4 + len(shared) // 2)
        used = frozenset(way)
        if any(way[i] == way[j] for i, j in clashing) or any(grid.held[cell] <= used for cell in shared):
            continue
        for digit, found in zip(way, possible):
            found.add(digit)
    return frozenset((cell, d) for cell, found in zip(cells, possible) for d in grid.held[cell] - found)
