"""Techniques that rest on the puzzle having one solution, which the certificate proves: unique loops, and BUG.

Unique rectangles and loops, types 1 to 4: cells that could swap two digits would give a second solution. A loop visits
every house it touches with two cells, one of each colour when coloured in turn; all its cells hold both digits and
none is a clue. So some cell of the loop holds another digit.

Bivalue universal graves (BUG), types 1 to 4: a grid whose empty cells have two candidates each, every digit two places
or none in every house, has no solution or several. So some cell (a bug cell) holds one of the digits (bug digits)
beyond that.
"""

from __future__ import annotations

from itertools import combinations, islice, product

from .. import work
from ..errors import Rejected, require
from .board import INSIDE, OF, PEERS, Grid, common
from .claim import Claim, Deduction

MOST_WAYS = 5000
"""Tried to choose bug digits; two cells have at most 1296, and where more cells make a type there are fewer."""


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


def bug(claim: Claim, grid: Grid) -> Deduction:
    """The type's conclusion from the bug cells `cells` with the bug digits `digits`."""
    cells = list(claim.cells)
    require(cells and len(set(cells)) == len(cells), "no bug cells, or one twice")
    bugs = bugs_of(cells, claim.digits, grid)
    shared = common(cells) - set(cells)
    if claim.type == 1:
        require(len(cells) == 1, f"{len(cells)} bug cells")
        return Deduction(56, None, grid.among(cells, grid.held[cells[0]] - claim.digits))
    require(len(cells) > 1, "one bug cell makes type 1")
    if claim.type == 2:
        require(len(claim.digits) == 1, "several bug digits")
        return Deduction(57, None, grid.among(shared, claim.digits))
    if claim.type == 4:
        require(len(cells) == 2 and cells[1] in PEERS[cells[0]], "not two bug cells that see each other")
        a, b = cells
        extra = (grid.held[a] & grid.held[b]) - claim.digits
        require(len(extra) == 1, "they do not share one further digit")
        gone = [(cell, d) for cell in cells for d in grid.held[cell] - bugs[cell] - extra]
        return Deduction(57, None, frozenset(gone))
    require(claim.type == 3 and len(claim.houses) == 1, f"type {claim.type}")
    (house,) = claim.houses
    require(set(cells) <= INSIDE[house] and len(claim.digits) > 1, "not several digits in cells of the house")
    near = [cell for cell in shared if cell in INSIDE[house] and grid.held[cell]]
    others = [cell for cell in near if len(grid.held[cell]) > 1 and grid.held[cell] <= claim.extra]
    held = claim.digits.union(*(grid.held[cell] for cell in others))
    size = len(claim.extra)
    require(size <= 6 and held == claim.extra and len(others) == size - 1, "no naked set")
    return Deduction(57 + size - 1, None, grid.among(set(near) - set(others), claim.extra))


def bugs_of(cells: list[int], digits: frozenset[int], grid: Grid) -> dict[int, frozenset[int]]:
    """The bug digits of each bug cell, without which the rest is a grave. Raises Rejected where there are none."""
    for cell in range(81):
        held = len(grid.held[cell])
        require(
            held > 2 if cell in cells else grid.digit[cell] or held == 2, "not two candidates, or more in bug cells"
        )
    count = {(house, d): len(grid.places(house, d)) for house in range(27) for d in range(1, 10)}
    choices = []
    for cell in cells:
        may = [d for d in sorted(grid.held[cell] & digits) if all(count[house, d] > 2 for house in OF[cell])]
        choices.append([frozenset(found) for found in combinations(may, len(grid.held[cell]) - 2)])
    for way in islice(product(*choices), MOST_WAYS):
        work.spend(200)
        left = dict(count)
        for cell, bugs in zip(cells, way):
            for house in OF[cell]:
                for d in bugs:
                    left[house, d] -= 1
        if all(n in (0, 2) for n in left.values()) and frozenset().union(*way) == digits:
            return dict(zip(cells, way))
    raise Rejected("without the bug digits a digit has other than two places in a house")
