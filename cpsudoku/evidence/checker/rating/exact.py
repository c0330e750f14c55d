"""Does an easier step exist? The checker's own search of everything the ladder has before chains.

The scale takes, at each step, the first technique of its ladder that applies, and rates puzzles by that. So a path is
exact if at each of its steps no technique of an earlier rung applies, and none of the same rung has a lower number.
Rungs 1 to 20 are searched, chains are not: where a step is one, or comes after them on the ladder (aligned triplets),
it is only known that nothing on rungs 1 to 20 applies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from .. import work
from ..errors import Rejected
from . import patterns, uniqueness
from .board import HOUSES, INSIDE, OF, PEERS, Grid, common, kind
from .claim import Chain, Claim, Deduction

Numbers = Iterator[int]
"""Numbers in tenths of the deductions that apply, each with the technique's own."""
NONE = frozenset[int]()
CLAIM = Claim(0, "", None, frozenset(), (), (), (), NONE, NONE, 0, 0, Chain("", (), (), (), ()))
"""A claim that states nothing."""
RUNG = 3_000
"""Steps (`work`) of searching a rung at most, but for those that loops, bugs and exclusions count themselves."""
CROSSING = [(a, b) for a in range(27) for b in range(27) if patterns.crossing(a, b)]
LINES = (range(9, 18), range(18, 27))


def singles(grid: Grid) -> Numbers:
    """Last cells, then hidden singles."""
    for house in range(27):
        empty = grid.empty(house)
        for digit in range(1, 10):
            if len(grid.places(house, digit)) == 1:
                yield 10 if empty == 1 else 12 if kind(house) == "box" else 15


def naked_singles(grid: Grid) -> Numbers:
    """Cells with one candidate."""
    yield from (23 for held in grid.held if len(held) == 1)


def locked(grid: Grid, direct: bool) -> Numbers:
    """Pointing and claiming; or their direct forms."""
    for base, cover in CROSSING:
        pointing = kind(base) == "box"
        for digit in range(1, 10):
            places = grid.places(base, digit)
            if len(places) < 2 or not INSIDE[cover].issuperset(places):
                continue
            if not direct:
                if grid.among(INSIDE[cover] - INSIDE[base], [digit]):
                    yield 26 if pointing else 28
                continue
            for other in range(base // 9 * 9, base // 9 * 9 + 9):
                there = grid.places(other, digit)
                crossed = other != base and INSIDE[other] & INSIDE[cover] and len(there) > 1
                if crossed and sum(cell not in INSIDE[cover] for cell in there) == 1:
                    yield 17 if pointing else 19


def naked_sets(grid: Grid, size: int) -> Numbers:
    """k cells with k candidates."""
    for house in range(27):
        if grid.empty(house) < 2 * size:
            continue
        cells = [cell for cell in HOUSES[house] if 2 <= len(grid.held[cell]) <= size]
        for chosen in combinations(cells, size):
            digits = frozenset().union(*(grid.held[cell] for cell in chosen))
            if len(digits) == size and grid.among(INSIDE[house] - set(chosen), digits):
                yield {2: 30, 3: 36, 4: 50}[size]


def hidden_sets(grid: Grid, size: int, direct: bool) -> Numbers:
    """k digits with k places; or the direct form."""
    for house in range(27):
        if grid.empty(house) <= (size if direct else 2 * size):
            continue
        places = {d: frozenset(grid.places(house, d)) for d in range(1, 10)}
        digits = [d for d in places if 2 <= len(places[d]) <= size]
        for chosen in combinations(digits, size):
            cells = frozenset().union(*(places[d] for d in chosen))
            if len(cells) != size:
                continue
            if not direct and any(grid.held[cell] - set(chosen) for cell in cells):
                yield {2: 34, 3: 40, 4: 54}[size]
            if direct:
                others = [found for d, found in places.items() if d not in chosen and len(found) > 1]
                if any(len(found - cells) == 1 for found in others):
                    yield {2: 20, 3: 25}[size]


def fishes(grid: Grid, size: int) -> Numbers:
    """k lines, k crossing lines."""
    for digit in range(1, 10):
        if grid.digit.count(digit) > 9 - 2 * size:
            continue
        for first, across in zip(LINES, (2, 1)):
            places = {house: {OF[cell][across] for cell in grid.places(house, digit)} for house in first}
            usable = [house for house in first if 2 <= len(places[house]) <= size]
            for chosen in combinations(usable, size):
                cover = set().union(*(places[house] for house in chosen))
                base = set().union(*(HOUSES[house] for house in chosen))
                if len(cover) == size and grid.among(set().union(*(HOUSES[h] for h in cover)) - base, [digit]):
                    yield {2: 32, 3: 38, 4: 52}[size]


def wings(grid: Grid, size: int) -> Numbers:
    """XY-wings (size 2) or XYZ-wings (3)."""
    for pivot, held in enumerate(grid.held):
        if len(held) != size:
            continue
        pincers = [c for c in PEERS[pivot] if len(grid.held[c]) == 2 and len(held - grid.held[c]) == 1]
        for a, b in combinations(pincers, 2):
            x, y = grid.held[a], grid.held[b]
            fits = len(held | x | y) == 3 and len(held & x & y) == size - 2
            if fits and grid.among(common([a, b] if size == 2 else [pivot, a, b]), x & y):
                yield 42 if size == 2 else 44


def unique_loops(grid: Grid) -> Numbers:
    """Loops of all types, in the scale's own search: it keeps the other digits of cells it has passed over, and so
    misses some loops."""
    known = set()
    for start, pair in enumerate(grid.held):
        if len(pair) == 2:
            for cells in _loops(grid, [start], pair, -1, frozenset(), 2):
                if frozenset(cells) not in known:
                    known.add(frozenset(cells))
                    yield from _types(grid, cells, pair)


def _loops(
    grid: Grid, path: list[int], pair: frozenset[int], last: int, others: frozenset[int], allowance: int
) -> Iterator[list[int]]:
    work.spend(100)
    for which in range(3):
        if which == last:
            continue
        for cell in HOUSES[OF[path[-1]][which]]:
            if cell == path[0] and len(path) >= 4:
                yield list(path)
            elif cell not in path and pair <= grid.held[cell]:
                others |= grid.held[cell] - pair
                more = grid.held[cell] != pair
                if more and len(others) != 1 and allowance <= 0:
                    continue
                if any(set(OF[cell]) & set(OF[other]) for other in path[len(path) % 2 :: 2]):
                    continue  # a house would hold two cells of one colour: no loop
                yield from _loops(grid, [*path, cell], pair, which, others, allowance - more)


def _types(grid: Grid, cells: list[int], pair: frozenset[int]) -> Numbers:
    more = [cell for cell in cells if grid.held[cell] != pair]
    digits = frozenset().union(*(grid.held[cell] for cell in more)) - pair
    if not more:
        return
    tries: list[tuple[int, tuple[int, ...], frozenset[int]]] = []
    if len(more) == 1:
        tries = [(1, (), pair)]
    elif len(more) > 2 or len(digits) == 1:
        tries = [(2, (), digits)]
    if len(more) == 2:
        for house in set(OF[more[0]]) & set(OF[more[1]]):
            tries += [(4, (house,), frozenset([digit])) for digit in pair]
            if len(digits) > 1:
                tries += [(3, (house,), extra) for extra in _sets(grid, INSIDE[house] - set(more), pair, digits)]
    for kind_, cover, extra in tries:
        claim = CLAIM._replace(cover=cover, cells=tuple(cells), digits=pair, extra=extra, type=kind_)
        yield from _applies(uniqueness.loop, grid, claim)


def _sets(grid: Grid, rest: frozenset[int], pair: frozenset[int], digits: frozenset[int]) -> Iterator[frozenset[int]]:
    """Sets of digits that the other cells of a house may form with the two cells of a loop: naked, then hidden."""
    cells = [cell for cell in rest if len(grid.held[cell]) > 1]
    for size in range(1, 7):
        for chosen in combinations(cells, size):
            held = digits.union(*(grid.held[cell] for cell in chosen))
            if len(held) == size + 1:
                yield held
    for size in range(6):
        for more in combinations(sorted(set(range(1, 10)) - pair - digits), size):
            if sum(bool(grid.held[cell] & (pair | set(more))) for cell in rest) == size + 1:
                yield pair | set(more)


def bug_types(grid: Grid) -> Numbers:
    """BUG of all types. The scale sees a bug cell only where, in a house, it is the one cell with three candidates or
    more that holds the digit."""
    left = list(grid.held)
    cells: list[int] = []
    digits: set[int] = set()
    for house in range(27):
        for digit in range(1, 10):
            places = grid.places(house, digit)
            if len(places) in (0, 2):
                continue
            holders = [cell for cell in places if len(grid.held[cell]) > 2]
            if not holders:
                return
            if len(holders) > 1:
                continue
            if holders[0] not in cells:
                cells.append(holders[0])
            digits.add(digit)
            left[holders[0]] -= {digit}
            if len(cells) > 1 and len(digits) > 1 and not common(cells) - set(cells):
                return
    if not cells or any(len(left[cell]) != 2 for cell in range(81) if not grid.digit[cell]):
        return
    if any(sum(d in left[c] for c in HOUSES[h]) not in (0, 2) for h in range(27) for d in range(1, 10)):
        return
    bugs = frozenset(digits)
    tries: list[tuple[int, tuple[int, ...], frozenset[int]]] = [(1, (), bugs)]
    if len(cells) > 1:
        tries = [(2, (), bugs)] if len(bugs) == 1 else []
        tries += [(4, (), bugs)] if len(cells) == 2 else []
        if len(bugs) > 1:
            for house in frozenset.intersection(*(frozenset(OF[cell]) for cell in cells)):
                for size in range(2, 7):
                    tries += [(3, (house,), frozenset(found)) for found in combinations(range(1, 10), size)]
    for type_, houses, extra in tries:
        claim = CLAIM._replace(houses=houses, cells=tuple(cells), digits=bugs, extra=extra, type=type_)
        yield from _applies(uniqueness.bug, grid, claim)


def aligned(grid: Grid, degree: int) -> Numbers:
    """Aligned pair (degree 2) or triplet (3) exclusion."""
    bases = [
        cell
        for cell, held in enumerate(grid.held)
        if len(held) > 1
        and patterns.excluders([cell], degree, grid)
        and all(len(grid.held[peer]) != 1 for peer in PEERS[cell])
    ]
    is_base = set(bases)
    for a, b in combinations(bases, 2):
        if len(patterns.excluders([a, b], degree, grid)) < 2:
            continue
        tuples = [[a, b]]
        if degree == 3:
            near = (PEERS[a] | PEERS[b]) & is_base - {a, b}
            tuples = [[a, b, c] for c in sorted(near) if len(grid.held[c]) <= 3]
        for cells in tuples:
            if len(patterns.excluders(cells, degree, grid)) > 1 and patterns.excluded(cells, grid):
                yield 62 if degree == 2 else 75


def _applies(family: Callable[[Claim, Grid], Deduction], grid: Grid, claim: Claim) -> Numbers:
    """The number of the deduction, if it is one and removes something."""
    try:
        found = family(claim, grid)
    except Rejected:
        return
    if found.removals:
        yield found.tenths


RUNGS: list[tuple[tuple[str, ...], Callable[[Grid], Numbers]]] = [
    (("last-cell", "hidden-single-box", "hidden-single-line"), singles),
    (("direct-pointing", "direct-claiming"), lambda grid: locked(grid, True)),
    (("direct-hidden-pair",), lambda grid: hidden_sets(grid, 2, True)),
    (("naked-single",), naked_singles),
    (("direct-hidden-triplet",), lambda grid: hidden_sets(grid, 3, True)),
    (("pointing", "claiming"), lambda grid: locked(grid, False)),
    (("naked-pair",), lambda grid: naked_sets(grid, 2)),
    (("x-wing",), lambda grid: fishes(grid, 2)),
    (("hidden-pair",), lambda grid: hidden_sets(grid, 2, False)),
    (("naked-triplet",), lambda grid: naked_sets(grid, 3)),
    (("swordfish",), lambda grid: fishes(grid, 3)),
    (("hidden-triplet",), lambda grid: hidden_sets(grid, 3, False)),
    (("xy-wing",), lambda grid: wings(grid, 2)),
    (("xyz-wing",), lambda grid: wings(grid, 3)),
    (("unique-loop",), unique_loops),
    (("naked-quad",), lambda grid: naked_sets(grid, 4)),
    (("jellyfish",), lambda grid: fishes(grid, 4)),
    (("hidden-quad",), lambda grid: hidden_sets(grid, 4, False)),
    (("bug",), bug_types),
    (("aligned-pair",), lambda grid: aligned(grid, 2)),
]
"""Rungs 1 to 20: techniques, and what finds them."""


def easier(claim: Claim, grid: Grid) -> str:
    """An easier technique of rungs 1 to 20 that applies, in words; empty if there is none."""
    for techniques, find in RUNGS:
        work.spend(RUNG)
        here = claim.technique in techniques
        if here and (len(techniques) == 1 and claim.technique != "unique-loop"):
            return ""
        for tenths in find(grid):
            if not here or tenths < claim.tenths:
                return f"{' or '.join(techniques)} ({tenths / 10}) applies"
        if here:
            return ""
    return ""


def searched(technique: str) -> bool:
    """Is everything before this technique on the ladder searched?"""
    return any(technique in techniques for techniques, _ in RUNGS)
