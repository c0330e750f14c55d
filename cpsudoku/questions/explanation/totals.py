"""What houses and sums together say of few cells: innies and outies.

A house of as many cells as there are digits adds up to a known total. Sums that lie in it (or in some neighbouring
rows, columns or boxes together) take their cells away; a sum that reaches out adds some. What is left is a sum again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints.primitives import Sum
from cpsudoku.formula.primitives.sums import by_house
from cpsudoku.techniques.reasons.innies import plain_sum_of

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

MOST_CELLS = 3
"""Sums of more cells than this say too little to be worth stating."""
MOST_HOUSES = 3
"""Neighbouring houses taken together."""


def combined(puzzle: Puzzle) -> Iterator[tuple[Sum, tuple[int, ...], tuple[int, ...]]]:
    """(sum, houses, constraints) of each sum of few cells that houses and constraints give together."""
    plain = _plain_sums(puzzle)
    if not plain:
        return
    geometry = puzzle.geometry
    full = sum(range(geometry.lo, geometry.hi + 1))
    seen: set[tuple[tuple[tuple[Cell, int], ...], int]] = set()
    for houses in _unions(puzzle):
        inside = {cell for house in houses for cell in geometry.houses[house].cells}
        total = full * len(houses)
        within = [(number, cells, value) for number, cells, value in plain if cells <= inside]
        crossing = [
            (number, cells, value)
            for number, cells, value in plain
            if not cells <= inside and cells & inside and len(cells - inside) <= MOST_CELLS
        ]
        for outies in (None, *crossing):
            used: list[int] = []
            left, rest, outside = set(inside), total, set()
            if outies is not None:
                number, cells, value = outies
                used, left, rest, outside = [number], left - cells, rest - value, set(cells - inside)
            for number, cells, value in within:
                if cells <= left:
                    used.append(number)
                    left -= cells
                    rest -= value
            if used and 0 < len(left) + len(outside) <= MOST_CELLS:
                terms = (*((cell, 1) for cell in sorted(left)), *((cell, -1) for cell in sorted(outside)))
                if (terms, rest) not in seen:
                    seen.add((terms, rest))
                    yield Sum(terms, (rest,)), houses, tuple(sorted(used))


def by_houses(constraint: Constraint, geometry: Geometry) -> Iterator[tuple[Sum, tuple[int, ...]]]:
    """(sum, houses) of each long sum of a constraint that says more where cells of a house differ."""
    for primitive in constraint.statement():
        if isinstance(primitive, Sum):
            groups, _ = by_house(geometry, primitive.terms)
            houses = {_around(geometry, cells) for cells, _ in groups}
            if houses:
                yield primitive, tuple(sorted(houses))


def _around(geometry: Geometry, cells: Sequence[Cell]) -> int:
    """The first house that has all these cells."""
    return next(number for number, house in enumerate(geometry.houses) if set(cells) <= set(house.cells))


def _plain_sums(puzzle: Puzzle) -> list[tuple[int, frozenset[Cell], int]]:
    """(constraint, cells, total) of the constraints that say what cells add up to, longest first."""
    every = ((number, plain_sum_of(constraint.statement())) for number, constraint in enumerate(puzzle.constraints))
    found = [(number, *plain) for number, plain in every if plain is not None]
    return sorted(found, key=lambda one: (-len(one[1]), one[0]))


def _unions(puzzle: Puzzle) -> Iterator[tuple[int, ...]]:
    """Houses that hold every digit, alone and with the next ones of their kind, where these do not overlap."""
    geometry = puzzle.geometry
    by_kind: dict[str, list[int]] = {}
    for number, house in enumerate(geometry.houses):
        if len(house.cells) == geometry.side:
            by_kind.setdefault(house.kind, []).append(number)
    for numbers in by_kind.values():
        yield from ((number,) for number in numbers)
    for kind in ("row", "column"):
        numbers = by_kind.get(kind, [])
        for size in range(2, MOST_HOUSES + 1):
            for k in range(len(numbers) - size + 1):
                yield tuple(numbers[k : k + size])
    boxes = by_kind.get("box", [])
    yield from pairwise(boxes)
