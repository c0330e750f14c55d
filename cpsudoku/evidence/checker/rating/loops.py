"""Unique rectangles and loops, types 1 to 4: cells that could swap two digits would give a second solution.

A loop visits every house it touches with two cells, one of each colour when coloured in turn; all its cells hold both
digits and none is a clue. So in a puzzle with one solution, which the certificate proves, some cell of the loop holds
another digit.
"""

from __future__ import annotations

from ..errors import require
from .board import INSIDE, OF, Grid, common
from .claim import Claim, Deduction


def loop(claim: Claim, grid: Grid) -> Deduction:
    """The type's conclusion from the loop in `cells`, of the digits `digits`."""
    cells, pair = list(claim.cells), claim.digits
    require(len(pair) == 2 and len(set(cells)) == len(cells), "not a loop of two digits")
    require(not any(grid.clue[cell] for cell in cells), "a clue is among the cells")
    require(all(pair <= grid.held[cell] for cell in cells), "a cell lacks one of the digits")
    steps = zip(cells, cells[1:] + cells[:1])
    require(all(set(OF[a]) & set(OF[b]) for a, b in steps), "neighbours in the loop share no house")
    even, odd = ([house for cell in cells[k::2] for house in OF[cell]] for k in (0, 1))
    require(
        len(set(even)) == len(even) and sorted(even) == sorted(odd), "a house does not hold one cell of each colour"
    )
    base = {4: 45, 6: 46, 8: 47}.get(len(cells), 50)
    more = [cell for cell in cells if grid.held[cell] != pair]
    digits = frozenset().union(*(grid.held[cell] for cell in cells)) - pair
    if claim.type == 1:
        require(len(more) == 1, f"{len(more)} cells have other candidates")
        return Deduction(base, None, grid.among(more, pair))
    if claim.type == 2:
        require(len(more) > 1 and len(digits) == 1, "not several cells with one other candidate")
        return Deduction(base, None, grid.among(common(more), digits))
    require(claim.type in (3, 4) and len(more) == 2, f"type {claim.type}; {len(more)} cells have other candidates")
    require(len(claim.cover) == 1 and set(more) <= INSIDE[claim.cover[0]], "the two cells are not in the house")
    (house,) = claim.cover
    if claim.type == 4:
        require(len(claim.extra) == 1 and claim.extra < pair, "not one of the two digits")
        (digit,) = claim.extra
        require(set(grid.places(house, digit)) == set(more), "the digit has another place in the house")
        return Deduction(base, None, grid.among(more, pair - claim.extra))
    require(len(digits) > 1, "one other candidate makes type 2")
    return _with_set(claim, grid, base, house, more, digits)


def _with_set(claim: Claim, grid: Grid, base: int, house: int, more: list[int], digits: frozenset[int]) -> Deduction:
    """Type 3: the two cells count as one cell of a naked or hidden set of `extra` in the house."""
    chosen, size = claim.extra, len(claim.extra)
    rest = [cell for cell in sorted(INSIDE[house]) if cell not in more]
    require(len(digits) <= size, f"a set of {size}")
    if digits <= chosen:
        require(2 * size <= grid.empty(house), f"{grid.empty(house)} empty cells in the house")
        others = [cell for cell in rest if len(grid.held[cell]) > 1 and grid.held[cell] <= chosen]
        held = digits.union(*(grid.held[cell] for cell in others))
        require(len(others) == size - 1 and held == chosen, "no naked set")
        return Deduction(base + size - 1, None, grid.among(set(rest) - set(others), chosen))
    require(2 * size < grid.empty(house), f"{grid.empty(house)} empty cells in the house")
    require(claim.digits <= chosen and not chosen & digits, "a hidden set has both digits and none of the others")
    require(all(grid.among(rest, [digit]) for digit in chosen - claim.digits), "a digit has no place")
    places = {cell for cell, _ in grid.among(rest, chosen)}
    require(len(places) == size - 1, "no hidden set")
    return Deduction(base + size - 2, None, grid.among(places, set(range(1, 10)) - chosen))
