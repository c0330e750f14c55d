"""Long sums, cut into groups of cells that share a house: such cells differ, so their sum has fewer values."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.primitives import Cell, Literal

LONG = 6
"""Cells from which a sum is cut."""
Term = tuple[Cell | Literal, int]


def by_house(geometry: Geometry, terms: Sequence[Term]) -> tuple[list[tuple[tuple[Cell, ...], int]], Sequence[Term]]:
    """Groups of two cells or more that share a house and a coefficient, largest first, and the terms left over.

    Sums of fewer than LONG cells come back whole. A cell that is there several times has its coefficients added.
    """
    if sum(isinstance(term, int) for term, _ in terms) < LONG:
        return [], terms
    added: dict[Cell | Literal, int] = {}
    for term, by in terms:
        added[term] = added.get(term, 0) + by
    left = [(term, by) for term, by in added.items() if by]
    groups: list[tuple[tuple[Cell, ...], int]] = []
    while True:
        best: tuple[Cell, ...] = ()
        coefficient = 0
        for by in sorted({by for _, by in left}):
            cells = {term for term, b in left if isinstance(term, int) and b == by}
            for house in geometry.houses:
                common = tuple(cell for cell in house.cells if cell in cells)
                if len(common) > max(1, len(best)):
                    best, coefficient = common, by
        if not best:
            return groups, left
        groups.append((best, coefficient))
        left = [(term, by) for term, by in left if term not in best]
